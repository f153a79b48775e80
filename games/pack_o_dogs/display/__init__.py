"""Pack o' Dogs for whoever looks on: the sheet, where the match stands, the wall board."""

from games.base.display import Display
from games.pack_o_dogs.display.sheet import sheet
from games.pack_o_dogs.display.standing import chances, length, standing, state
from games.pack_o_dogs.display.wall import wall

DISPLAY = Display(
    round_word="round",
    length=length,
    state=state,
    standing=standing,
    sheet=sheet,
    chances=chances,
    wall=wall,
)

__all__ = ["DISPLAY"]
