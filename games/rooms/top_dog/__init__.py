"""The room of Top Dog."""

from games.rooms.base import Room
from games.rooms.records import TOTALS, Hall, best, climb
from games.rooms.top_dog.ahead import ahead
from games.rooms.top_dog.demo import evening
from games.rooms.top_dog.figures import FACTS, figures
from games.rooms.top_dog.look import LOOK
from games.rooms.top_dog.numbers import numbers
from games.rooms.top_dog.pdf import PRINTS
from games.rooms.top_dog.screen import screen
from games.rooms.top_dog.setup import options, setup
from games.rooms.top_dog.stuck import STUCK
from games.rooms.top_dog.telling import ROUNDS, undone
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
