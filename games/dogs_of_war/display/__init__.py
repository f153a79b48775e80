"""Dogs of War for people who only watch: the years, call-outs, the wall board."""

from collections.abc import Sequence

from games.base.display import CallOutLine, Display, Screen
from games.dogs_of_war.display import callouts, sheet, standing, wall
from games.entries.match_state import MatchState


class DogsOfWarDisplay(Display):
    round_word = "year"

    def length(self, state: MatchState) -> int:
        return standing.length(state)

    def state(self, state: MatchState) -> str:
        return standing.state(state)

    def place(self, state: MatchState) -> str:
        return standing.state(state) if state.sheet.finished else super().place(state)

    def standing(self, state: MatchState) -> str:
        return standing.standing(state)

    def sheet(self, state: MatchState) -> Screen:
        return sheet.sheet(state)

    def wall(self, state: MatchState) -> Screen:
        return wall.wall(state)

    def callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        return callouts.call_outs(state)

    def ending(self, state: MatchState) -> Sequence[str]:
        return standing.ending(state)


DISPLAY = DogsOfWarDisplay()
