"""Top Dog for people who only watch: the sheet, the state of the match, how it ended, the wall board."""

from collections.abc import Sequence

from games.base.display import CallOutLine, Chances, Display, Screen
from games.entries.match_state import MatchState
from games.top_dog.display import callouts, sheet, standing, wall
from games.top_dog.ending import ending


class TopDogDisplay(Display):
    passing = ("in-the-box",)

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

    def callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        return callouts.call_outs(state)

    def ending(self, state: MatchState) -> Sequence[str]:
        return ending(state)

    def goal(self, state: MatchState) -> int | None:
        return standing.goal(state)


DISPLAY = TopDogDisplay()
