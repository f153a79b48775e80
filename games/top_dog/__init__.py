"""The room of Top Dog."""

from games.base.record_categories import TOTALS, Hall, best, climb
from games.base.table_game import Room
from games.top_dog.demo import evening
from games.top_dog.display import LOOK
from games.top_dog.night_totals import numbers
from games.top_dog.offline import ahead
from games.top_dog.pdf import PRINTS
from games.top_dog.round_wording import ROUNDS, undone
from games.top_dog.screen import screen
from games.top_dog.setup import options, setup
from games.top_dog.statistics import FACTS, figures
from games.top_dog.stuck_round import STUCK
from scoring.top_dog import TOP_DOG

TOP_DOG_ROOM = Room(
    engine=TOP_DOG,
    tagline="The higher card takes the hand; 35 hands take the game.",
    look=LOOK,
    screen=screen,
    drafts=ROUNDS.drafts,
    last_step=ROUNDS.last_step,
    undone=undone,
    clashes=ROUNDS.clashes,
    said=ROUNDS.in_words,
    setup=setup,
    options=options,
    correction=ROUNDS.correction,
    cell=ROUNDS.cell,
    paper=ROUNDS.paper,
    verbs=(STUCK,),
    trophies=("Top Dog Collar", "Bottom Dog Bowl"),
    prints=PRINTS,
    evening=evening,
    style="dogclub/games.css",
    figures=figures,
    facts=FACTS,
    hall=Hall((*TOTALS, best("round"), climb("round"))),
    numbers=numbers,
    ahead=ahead,
)
