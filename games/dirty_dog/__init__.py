"""The room of Dirty Dog."""

from games.base.table_game import Room
from games.dirty_dog.actions import VERBS
from games.dirty_dog.cell_history import cell
from games.dirty_dog.conflict import clashes
from games.dirty_dog.correction import CORRECTION
from games.dirty_dog.display import LOOK
from games.dirty_dog.form import drafts
from games.dirty_dog.group_plans import GROUPS
from games.dirty_dog.night_totals import numbers
from games.dirty_dog.paper import PAPER
from games.dirty_dog.pdf import PRINTS
from games.dirty_dog.playoff_options import STAGING
from games.dirty_dog.record_categories import HALL
from games.dirty_dog.setup import options, setup
from games.dirty_dog.statistics import FACTS, figures
from games.dirty_dog.table import screen
from games.dirty_dog.totals_only import from_totals
from games.dirty_dog.wording import last_step, said, undone
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
