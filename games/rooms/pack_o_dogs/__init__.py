"""The room of Pack o' Dogs."""

from games.rooms.base import Room
from games.rooms.pack_o_dogs.ahead import ahead
from games.rooms.pack_o_dogs.demo import evening
from games.rooms.pack_o_dogs.figures import FACTS, figures
from games.rooms.pack_o_dogs.form import drafts
from games.rooms.pack_o_dogs.look import LOOK
from games.rooms.pack_o_dogs.numbers import numbers
from games.rooms.pack_o_dogs.pages import CORRECTION, PAPER, cell, clashes
from games.rooms.pack_o_dogs.pdf import PRINTS
from games.rooms.pack_o_dogs.said import last_step, said, undone
from games.rooms.pack_o_dogs.setup import options, setup
from games.rooms.pack_o_dogs.table import screen
from games.rooms.pack_o_dogs.totals import from_totals
from games.rooms.records import HIGHEST, Hall, best, climb
from scoring.pack_o_dogs import PACK_O_DOGS

PACK_O_DOGS_ROOM = Room(
    engine=PACK_O_DOGS,
    tagline="Rounds end a game. Points win it.",
    look=LOOK,
    screen=screen,
    drafts=drafts,
    last_step=last_step,
    undone=undone,
    clashes=clashes,
    said=said,
    setup=setup,
    options=options,
    correction=CORRECTION,
    cell=cell,
    paper=PAPER,
    trophies=("Pack Leader’s Bone", "Runt’s Blanket"),
    prints=PRINTS,
    first="Deal",
    style="dogclub/games.css",
    evening=evening,
    figures=figures,
    facts=FACTS,
    hall=Hall((HIGHEST, best("round"), climb("round"))),
    numbers=numbers,
    totals=from_totals,
    ahead=ahead,
)
