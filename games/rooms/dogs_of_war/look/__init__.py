"""Dogs of War for whoever looks on: the years, what is called out, the wall board."""

from games.rooms.dogs_of_war.look.ending import ending
from games.rooms.dogs_of_war.look.sheet import sheet
from games.rooms.dogs_of_war.look.shouts import shouts
from games.rooms.dogs_of_war.look.standing import length, standing, state
from games.rooms.dogs_of_war.look.wall import wall
from games.rooms.look import Look

LOOK = Look(
    round_word="year",
    length=length,
    state=state,
    standing=standing,
    sheet=sheet,
    shouts=shouts,
    chances=lambda _book: None,
    ending=ending,
    wall=wall,
)

__all__ = ["LOOK"]
