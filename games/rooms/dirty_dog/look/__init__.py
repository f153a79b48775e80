"""Dirty Dog for whoever looks on: the sheet, what is called out, who can still win, the wall board."""

from games.rooms.dirty_dog.look.chances import chances
from games.rooms.dirty_dog.look.ending import ending
from games.rooms.dirty_dog.look.sheet import sheet
from games.rooms.dirty_dog.look.shouts import shouts
from games.rooms.dirty_dog.look.standing import length, now, standing, state
from games.rooms.dirty_dog.look.wall import wall
from games.rooms.look import Look

LOOK = Look(
    round_word="hand",
    length=length,
    state=state,
    standing=standing,
    sheet=sheet,
    shouts=shouts,
    chances=chances,
    ending=ending,
    wall=wall,
    now=now,
    has_circle=True,
)

__all__ = ["LOOK"]
