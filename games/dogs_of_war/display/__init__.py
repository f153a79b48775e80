"""Dogs of War for whoever looks on: the years, what is called out, the wall board."""

from games.base.display import Display
from games.dogs_of_war.display.callouts import call_outs
from games.dogs_of_war.display.sheet import sheet
from games.dogs_of_war.display.standing import ending, length, standing, state
from games.dogs_of_war.display.wall import wall

DISPLAY = Display(
    round_word="year",
    length=length,
    state=state,
    standing=standing,
    sheet=sheet,
    callouts=call_outs,
    chances=lambda _state: None,
    ending=ending,
    wall=wall,
)

__all__ = ["DISPLAY"]
