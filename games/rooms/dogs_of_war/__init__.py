"""The room of Dogs of War."""

from games.rooms.base import Room
from games.rooms.dogs_of_war.ahead import ahead
from games.rooms.dogs_of_war.cell import cell
from games.rooms.dogs_of_war.clash import clashes
from games.rooms.dogs_of_war.correction import CORRECTION
from games.rooms.dogs_of_war.demo import evening
from games.rooms.dogs_of_war.figures import FACTS, figures
from games.rooms.dogs_of_war.look import LOOK
from games.rooms.dogs_of_war.numbers import numbers
from games.rooms.dogs_of_war.paper import PAPER
from games.rooms.dogs_of_war.pdf import PRINTS
from games.rooms.dogs_of_war.said import last_step, said, undone
from games.rooms.dogs_of_war.setup import options, setup
from games.rooms.dogs_of_war.table import screen
from games.rooms.dogs_of_war.tally import later
from games.rooms.dogs_of_war.verbs import VERBS
from games.rooms.dogs_of_war.whole import drafts
from games.rooms.records import IN_THE_BOX, TOTALS, Hall, climb
from scoring.dogs_of_war import DOGS_OF_WAR

WAR_TERMS = {**IN_THE_BOX, "glorious": "Glorious victory", "both-defeated": "Both defeated"}
DOGS_OF_WAR_ROOM = Room(
    engine=DOGS_OF_WAR,
    tagline="Back the winners, and count behind your screen.",
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
    verbs=VERBS,
    trophies=("Marshal’s Medal", "White Flag"),
    prints=PRINTS,
    style="dogclub/games.css",
    later=later,
    figures=figures,
    facts=FACTS,
    hall=Hall((*TOTALS, climb("year")), WAR_TERMS),
    numbers=numbers,
    evening=evening,
    ahead=ahead,
)
