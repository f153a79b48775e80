"""The room of Pack o' Dogs."""

from games.base.record_categories import HIGHEST, Hall, best, climb
from games.base.table_game import Room
from games.pack_o_dogs.demo import evening
from games.pack_o_dogs.display import LOOK
from games.pack_o_dogs.form import drafts
from games.pack_o_dogs.night_totals import numbers
from games.pack_o_dogs.offline import ahead
from games.pack_o_dogs.pdf import PRINTS
from games.pack_o_dogs.round_entries import CORRECTION, PAPER, cell, clashes
from games.pack_o_dogs.setup import options, setup
from games.pack_o_dogs.statistics import FACTS, figures
from games.pack_o_dogs.table import screen
from games.pack_o_dogs.totals_only import from_totals
from games.pack_o_dogs.wording import last_step, said, undone
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
