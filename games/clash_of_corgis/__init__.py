"""The room of Clash of Corgis."""

from games.base.record_categories import Hall, climb
from games.base.table_game import Room
from games.clash_of_corgis.demo import evening
from games.clash_of_corgis.display import LOOK
from games.clash_of_corgis.form import drafts
from games.clash_of_corgis.night_totals import numbers
from games.clash_of_corgis.offline import ahead
from games.clash_of_corgis.pdf import PRINTS
from games.clash_of_corgis.reference_page import EFFECTS, REFERENCE
from games.clash_of_corgis.rounds import ROUNDS
from games.clash_of_corgis.setup import options, setup
from games.clash_of_corgis.statistics import FACTS, figures
from games.clash_of_corgis.table import screen
from games.clash_of_corgis.totals_only import from_totals
from games.clash_of_corgis.wording import last_step, undone
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
