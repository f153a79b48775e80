"""Pack o' Dogs for whoever looks on: the sheet, where the match stands, the wall board."""

from games.base.display import Look
from games.pack_o_dogs.display.sheet import sheet
from games.pack_o_dogs.display.standing import chances, ending, length, shouts, standing, state
from games.pack_o_dogs.display.wall import wall

LOOK = Look(
    round_word="round",
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
