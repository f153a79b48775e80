"""Top Dog for whoever looks on: the sheet, where it stands, how it ended, the wall board."""

from games.base.display import Display
from games.top_dog.display.callouts import call_outs
from games.top_dog.display.sheet import sheet
from games.top_dog.display.standing import chances, goal, length, standing, state
from games.top_dog.display.wall import wall
from games.top_dog.ending import ending

DISPLAY = Display(
    round_word="round",
    length=length,
    state=state,
    standing=standing,
    sheet=sheet,
    callouts=call_outs,
    passing=("in-the-box",),
    chances=chances,
    ending=ending,
    wall=wall,
    goal=goal,
)

__all__ = ["DISPLAY"]
