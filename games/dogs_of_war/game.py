"""The `TableGame` of Dogs of War; its methods call the modules of this package."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy

from games.base.statistics import IN_THE_BOX, TOTALS, RecordCategories, climb
from games.base.table_game import TableGame, reference_action
from games.dogs_of_war import demo, setup, statistics, table, wording
from games.dogs_of_war.actions import ACTIONS
from games.dogs_of_war.corrections import cell_history
from games.dogs_of_war.corrections.correction import CORRECTION
from games.dogs_of_war.corrections.paper import PAPER
from games.dogs_of_war.display import DISPLAY, finish
from games.dogs_of_war.pdf import PRINTS
from games.dogs_of_war.sheet import LABELS
from games.dogs_of_war.statistics import FACTS
from games.dogs_of_war.tallies import tally
from games.dogs_of_war.years import full_year
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.dogs_of_war import DOGS_OF_WAR

REFERENCE = "games/dogs_of_war/_reference.html"
WAR_TERMS = {**IN_THE_BOX, **{term: LABELS[term] for term in ("glorious", "both-defeated")}}


class DogsOfWar(TableGame):
    engine = DOGS_OF_WAR
    display = DISPLAY
    correction = CORRECTION
    paper = PAPER
    actions = (*ACTIONS, reference_action("reference", gettext_lazy("Costs and rewards"), DOGS_OF_WAR, REFERENCE))
    reference = REFERENCE
    trophies = ("Marshal’s Medal", "White Flag")
    prints = PRINTS
    has_bots = True
    facts = FACTS
    record_categories = RecordCategories((*TOTALS, climb("year")), WAR_TERMS, unrecorded={"crushed": LABELS["crushed"]})

    screen = staticmethod(table.screen)
    drafts = staticmethod(full_year.drafts)
    last_step = staticmethod(wording.last_step)
    undone = staticmethod(wording.undone)
    differences = staticmethod(cell_history.differences)
    entry_in_words = staticmethod(wording.entry_in_words)
    options = staticmethod(setup.options)
    setup = staticmethod(setup.setup)
    cell = staticmethod(cell_history.cell)

    def later(self, state: MatchState, drafts: Sequence[Draft], seen: int) -> Sequence[Draft]:
        return tally.later(state, drafts, seen) if tally.is_tally(drafts) else super().later(state, drafts, seen)

    finish = staticmethod(finish)
    player_statistics = staticmethod(statistics.player_statistics)
    night_totals = staticmethod(statistics.numbers)
    demo_match = staticmethod(demo.demo_match)
    offline_forms = staticmethod(table.offline_forms)
