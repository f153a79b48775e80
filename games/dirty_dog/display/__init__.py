"""Dirty Dog for whoever looks on: the sheet, what is called out, who can still win, the wall board."""

from games.base.display import Display
from games.dirty_dog.display.callouts import call_outs
from games.dirty_dog.display.chances import chances
from games.dirty_dog.display.ending import ending, remarks
from games.dirty_dog.display.sheet import sheet
from games.dirty_dog.display.standing import length, now, standing, state
from games.dirty_dog.display.wall import wall

DISPLAY = Display(
    round_word="hand",
    length=length,
    state=state,
    standing=standing,
    sheet=sheet,
    callouts=call_outs,
    passing=("easy-chico",),
    chances=chances,
    ending=ending,
    remarks=remarks,
    wall=wall,
    now=now,
    has_circle=True,
)

__all__ = ["DISPLAY"]
