"""Pack o' Dogs for whoever looks on: the sheet, where the match stands, the wall board."""

from games.rooms.look import Look
from games.rooms.pack_o_dogs.look.sheet import sheet
from games.rooms.pack_o_dogs.look.standing import chances, ending, length, shouts, standing, state
from games.rooms.pack_o_dogs.look.wall import wall

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
