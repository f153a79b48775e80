"""Clash of Corgis for whoever looks on: the sheet, how the series stands, the wall board."""

from games.base.display import Display
from games.clash_of_corgis.display.sheet import sheet
from games.clash_of_corgis.display.standing import chances, ending, length, standing, state
from games.clash_of_corgis.display.wall import wall

DISPLAY = Display(
    round_word="game",
    length=length,
    state=state,
    standing=standing,
    sheet=sheet,
    chances=chances,
    ending=ending,
    wall=wall,
)

__all__ = ["DISPLAY"]
