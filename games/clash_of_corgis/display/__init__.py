"""Clash of Corgis for whoever looks on: the sheet, how the series stands, the wall board."""

from collections.abc import Sequence

from games.base.display import Look, Shout
from games.clash_of_corgis.display.chances import chances
from games.clash_of_corgis.display.ending import ending
from games.clash_of_corgis.display.sheet import sheet
from games.clash_of_corgis.display.standing import length, standing, state
from games.clash_of_corgis.display.wall import wall
from games.entries.match_state import Book


def shouts(_book: Book) -> Sequence[Shout]:
    """The club shouts nothing of its own at this game."""
    return ()


LOOK = Look(
    round_word="game",
    length=length,
    state=state,
    standing=standing,
    sheet=sheet,
    shouts=shouts,
    chances=chances,
    ending=ending,
    wall=wall,
)

__all__ = ["LOOK"]
