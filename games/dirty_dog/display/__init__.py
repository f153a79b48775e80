"""Dirty Dog for people who only watch: the sheet, call-outs, chances, the wall board."""

from collections.abc import Sequence

from games.base.display import CallOutLine, Chances, Display, Now, Screen
from games.dirty_dog.display import callouts, chances, ending, sheet, standing, wall
from games.entries.match_state import MatchState


class DirtyDogDisplay(Display):
    round_word = "hand"
    has_circle = True
    passing = ("easy-chico",)

    def length(self, state: MatchState) -> int:
        return standing.length(state)

    def state(self, state: MatchState) -> str:
        return standing.state(state)

    def place(self, state: MatchState) -> str:
        return standing.place(state)

    def standing(self, state: MatchState) -> str:
        return standing.standing(state)

    def sheet(self, state: MatchState) -> Screen:
        return sheet.sheet(state)

    def wall(self, state: MatchState) -> Screen:
        return wall.wall(state)

    def chances(self, state: MatchState) -> Chances | None:
        return chances.chances(state)

    def callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        return callouts.call_outs(state)

    def ending(self, state: MatchState) -> Sequence[str]:
        return ending.ending(state)

    def remarks(self, state: MatchState) -> Sequence[str]:
        return ending.remarks(state)

    def now(self, state: MatchState) -> Now:
        return standing.now(state)


DISPLAY = DirtyDogDisplay()
