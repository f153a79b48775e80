"""Top Dog for whoever looks on: the sheet, where it stands, how it ended, the wall board."""

from games.rooms.look import Look
from games.rooms.top_dog.ending import ending
from games.rooms.top_dog.look.sheet import sheet
from games.rooms.top_dog.look.shouts import shouts
from games.rooms.top_dog.look.standing import chances, goal, length, standing, state
from games.rooms.top_dog.look.wall import wall

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
    goal=goal,
)

__all__ = ["LOOK"]
