"""Clash of Corgis for whoever looks on: the sheet, how the series stands, the wall board."""

from collections.abc import Sequence

from games.book import Book
from games.rooms.clash_of_corgis.look.chances import chances
from games.rooms.clash_of_corgis.look.ending import ending
from games.rooms.clash_of_corgis.look.sheet import sheet
from games.rooms.clash_of_corgis.look.standing import length, standing, state
from games.rooms.clash_of_corgis.look.wall import wall
from games.rooms.look import Look, Shout


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
