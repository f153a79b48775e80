"""The room of Clash of Corgis."""

from games.rooms.base import Room
from games.rooms.clash_of_corgis.ahead import ahead
from games.rooms.clash_of_corgis.demo import evening
from games.rooms.clash_of_corgis.figures import FACTS, figures
from games.rooms.clash_of_corgis.form import drafts
from games.rooms.clash_of_corgis.look import LOOK
from games.rooms.clash_of_corgis.numbers import numbers
from games.rooms.clash_of_corgis.pdf import PRINTS
from games.rooms.clash_of_corgis.reference import EFFECTS, REFERENCE
from games.rooms.clash_of_corgis.rounds import ROUNDS
from games.rooms.clash_of_corgis.said import last_step, undone
from games.rooms.clash_of_corgis.setup import options, setup
from games.rooms.clash_of_corgis.table import screen
from games.rooms.clash_of_corgis.totals import from_totals
from games.rooms.records import Hall, climb
from scoring.clash_of_corgis import CLASH_OF_CORGIS

CLASH_OF_CORGIS_ROOM = Room(
    engine=CLASH_OF_CORGIS,
    tagline="Empty your hand first. Then do it again.",
    look=LOOK,
    screen=screen,
    drafts=drafts,
    last_step=last_step,
    undone=undone,
    clashes=ROUNDS.clashes,
    said=ROUNDS.in_words,
    setup=setup,
    options=options,
    correction=ROUNDS.correction,
    cell=ROUNDS.cell,
    paper=ROUNDS.paper,
    verbs=(EFFECTS,),
    trophies=("Corgi Crown", "Shortest Legs"),
    prints=PRINTS,
    first="Start game 1",
    evening=evening,
    style="dogclub/games.css",
    figures=figures,
    facts=FACTS,
    hall=Hall((climb("game"),)),
    numbers=numbers,
    reference=REFERENCE,
    totals=from_totals,
    ahead=ahead,
)
