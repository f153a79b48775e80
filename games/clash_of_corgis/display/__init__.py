"""Clash of Corgis for whoever looks on: the sheet, how the series stands, the wall board."""

from collections.abc import Sequence

from games.base.display import CallOutLine, Display
from games.clash_of_corgis.display.sheet import sheet
from games.clash_of_corgis.display.standing import chances, ending, length, standing, state
from games.clash_of_corgis.display.wall import wall
from games.entries.match_state import MatchState


def no_callouts_here(_book: MatchState) -> Sequence[CallOutLine]:
    """The club shouts nothing of its own at this game."""
    return ()


DISPLAY = Display(
    round_word="game",
    length=length,
    state=state,
    standing=standing,
    sheet=sheet,
    shouts=no_callouts_here,
    chances=chances,
    ending=ending,
    wall=wall,
)

__all__ = ["DISPLAY"]
