"""Pack o’ Dogs for people who only watch: the sheet, the state of the match, the wall board."""

from games.base.display import Chances, Display, Screen
from games.entries.match_state import MatchState
from games.pack_o_dogs.display import sheet, standing, wall


class PackDisplay(Display):
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
        return standing.chances(state)


DISPLAY = PackDisplay()
