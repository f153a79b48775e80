"""The room of Dirty Dog."""

from games.rooms.base import Room
from games.rooms.dirty_dog.cell import cell
from games.rooms.dirty_dog.clash import clashes
from games.rooms.dirty_dog.correction import CORRECTION
from games.rooms.dirty_dog.figures import FACTS, figures
from games.rooms.dirty_dog.form import drafts
from games.rooms.dirty_dog.groups import GROUPS
from games.rooms.dirty_dog.look import LOOK
from games.rooms.dirty_dog.numbers import numbers
from games.rooms.dirty_dog.paper import PAPER
from games.rooms.dirty_dog.pdf import PRINTS
from games.rooms.dirty_dog.records import HALL
from games.rooms.dirty_dog.said import last_step, said, undone
from games.rooms.dirty_dog.setup import options, setup
from games.rooms.dirty_dog.staging import STAGING
from games.rooms.dirty_dog.table import screen
from games.rooms.dirty_dog.totals import from_totals
from games.rooms.dirty_dog.verbs import VERBS
from scoring.dirty_dog import DIRTY_DOG

DIRTY_DOG_ROOM = Room(
    engine=DIRTY_DOG,
    tagline="Bid what you will take. Take what you bid.",
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
    trophies=("Good Dog Cup", "Cone of Shame"),
    has_trophies=True,
    prints=PRINTS,
    first="Deal hand 1",
    script="dogclub/dirty_dog.table.js",
    figures=figures,
    facts=FACTS,
    hall=HALL,
    numbers=numbers,
    staging=STAGING,
    groups=GROUPS,
    totals=from_totals,
)
