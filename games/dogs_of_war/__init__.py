"""The room of Dogs of War."""

from games.base.record_categories import IN_THE_BOX, TOTALS, Hall, climb
from games.base.table_game import Room
from games.dogs_of_war.actions import VERBS
from games.dogs_of_war.cell_history import cell
from games.dogs_of_war.conflict import clashes
from games.dogs_of_war.correction import CORRECTION
from games.dogs_of_war.demo import evening
from games.dogs_of_war.display import LOOK
from games.dogs_of_war.full_year import drafts
from games.dogs_of_war.night_totals import numbers
from games.dogs_of_war.offline import ahead
from games.dogs_of_war.paper import PAPER
from games.dogs_of_war.pdf import PRINTS
from games.dogs_of_war.setup import options, setup
from games.dogs_of_war.statistics import FACTS, figures
from games.dogs_of_war.table import screen
from games.dogs_of_war.tally import later
from games.dogs_of_war.wording import last_step, said, undone
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
