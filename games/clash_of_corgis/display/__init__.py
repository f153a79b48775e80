"""Clash of Corgis for people who only watch: the sheet, the state of the series, the wall board."""

from collections.abc import Sequence

from games.base.display import Chances, Display, Screen
from games.clash_of_corgis.display import sheet, standing, wall
from games.entries.match_state import MatchState


class CorgisDisplay(Display):
    round_word = "game"

    def length(self, state: MatchState) -> int:
        return standing.length(state)

    def state(self, state: MatchState) -> str:
        return standing.state(state)

    def standing(self, state: MatchState) -> str:
        return standing.standing(state)

    def sheet(self, state: MatchState) -> Screen:
        return sheet.sheet(state)

    def wall(self, state: MatchState) -> Screen:
        return wall.wall(state)

    def chances(self, state: MatchState) -> Chances | None:
        return standing.chances(state)

    def ending(self, state: MatchState) -> Sequence[str]:
        return standing.ending(state)


DISPLAY = CorgisDisplay()
