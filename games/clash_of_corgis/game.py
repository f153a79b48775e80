"""The `TableGame` of Clash of Corgis; its methods call the modules of this package."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.statistics import RecordCategories, climb
from games.base.table_game import NotByTotals, TableGame, reference_action
from games.clash_of_corgis import demo, rounds, setup, statistics, table
from games.clash_of_corgis.display import DISPLAY, finish
from games.clash_of_corgis.pdf import PRINTS
from games.clash_of_corgis.rounds import ROUNDS
from games.clash_of_corgis.rounds import drafts as read_form
from games.clash_of_corgis.statistics import FACTS
from games.rounds.stop import stop_action
from scoring.clash_of_corgis import CLASH_OF_CORGIS

LONGEST_SERIES = 99  # games of a series
REFERENCE = "games/clash_of_corgis/_reference.html"


class ClashOfCorgis(TableGame):
    engine = CLASH_OF_CORGIS
    display = DISPLAY
    correction = ROUNDS.correction
    paper = ROUNDS.paper
    actions = (
        reference_action("effects", gettext_lazy("Combos and effects"), CLASH_OF_CORGIS, REFERENCE),
        stop_action("HR-CC-07"),
    )
    trophies = ("Corgi Crown", "Shortest Legs")
    prints = PRINTS
    reads_photos = True
    has_bots = True
    first = gettext_lazy("Start game 1")
    facts = FACTS
    record_categories = RecordCategories((climb("game"),))
    reference = REFERENCE

    screen = staticmethod(table.screen)
    shows_last_round = staticmethod(rounds.asks_for_cards)
    drafts = staticmethod(read_form)
    last_step = staticmethod(rounds.last_step)
    undone = staticmethod(rounds.undone)
    differences = staticmethod(ROUNDS.differences)
    entry_in_words = staticmethod(ROUNDS.in_words)
    options = staticmethod(setup.options)
    setup = staticmethod(setup.setup)
    cell = staticmethod(ROUNDS.cell)
    demo_match = staticmethod(demo.demo_match)
    finish = staticmethod(finish)
    player_statistics = staticmethod(statistics.player_statistics)
    night_totals = staticmethod(statistics.numbers)

    def from_totals(self, totals: Mapping[str, int], winners: Sequence[str] = ()) -> dict[str, Any]:
        """Return a record’s fields beside the players: the totals are games won, ordered so that the winner of the
        series won the last one. Raises NotByTotals where they cannot be games won.
        """
        if min(totals.values()) < 0 or not 0 < sum(totals.values()) <= LONGEST_SERIES:
            raise NotByTotals(_("The scores of this game are games won. These are something else."))
        order = sorted(totals, key=lambda name: totals[name])
        wins = [{"winner": name} for name in order for _ in range(totals[name])]
        return {"options": {"best_of": 2 * max(totals.values()) - 1}, "rounds": wins}

    offline_forms = staticmethod(rounds.offline_forms)
