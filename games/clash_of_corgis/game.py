"""The `TableGame` of Clash of Corgis; its methods call the modules of this package."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from games.base.demo import DemoMatch
from games.base.display import Screen
from games.base.offline import OfflineForm
from games.base.reference import reference_action
from games.base.results.finish import Finish
from games.base.results.record_categories import RecordCategories, climb
from games.base.results.statistics import Figure, GameStatistics
from games.base.table_game import Cell, Difference, NotByTotals, TableGame
from games.clash_of_corgis import demo, offline, setup, statistics, table, wording
from games.clash_of_corgis.display import DISPLAY
from games.clash_of_corgis.display.finish import finish
from games.clash_of_corgis.form import drafts as read_form
from games.clash_of_corgis.pdf import PRINTS
from games.clash_of_corgis.rounds import ROUNDS
from games.clash_of_corgis.statistics import FACTS
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from games.rounds.stop import stop_action
from games.statistics.queries import Summary, Whose
from scoring.clash_of_corgis import CLASH_OF_CORGIS

LONGEST = 99  # games of a series
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
    has_bots = True
    first = gettext_lazy("Start game 1")
    style = "dogclub/games.css"
    facts = FACTS
    record_categories = RecordCategories((climb("game"),))
    reference = REFERENCE

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        return table.screen(state, form)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        return read_form(form)

    def last_step(self, state: MatchState) -> str:
        return wording.last_step(state)

    def undone(self, state: MatchState) -> str:
        return wording.undone(state)

    def differences(self, state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
        return ROUNDS.differences(state, draft, entry)

    def entry_in_words(self, state: MatchState, kind: str, payload: Any) -> str:
        return ROUNDS.in_words(state, kind, payload)

    def setup(self, players: Sequence[Player], form: QueryDict) -> Screen:
        return setup.setup(players, form)

    def options(self, players: Sequence[Player], form: QueryDict) -> Any:
        return setup.options(players, form)

    def cell(self, state: MatchState, number: int, seat: int) -> Cell | None:
        return ROUNDS.cell(state, number, seat)

    def demo_match(self, bots: int, rng: Random) -> DemoMatch:
        return demo.demo_match(bots, rng)

    def finish(self, state: MatchState) -> Finish:
        return finish(state)

    def player_statistics(self, player: Whose, summary: Summary) -> GameStatistics:
        return statistics.player_statistics(player, summary)

    def night_totals(self, sheets: Sequence[Any]) -> Sequence[Figure]:
        return statistics.numbers(sheets)

    def from_totals(self, totals: Mapping[str, int]) -> dict[str, Any]:
        """Return a record’s fields beside the players: the totals are games won, ordered so that the winner of the
        series won the last one. Raises NotByTotals where they cannot be games won.
        """
        if min(totals.values()) < 0 or not 0 < sum(totals.values()) <= LONGEST:
            raise NotByTotals(_("The scores of this game are games won. These are something else."))
        order = sorted(totals, key=lambda name: totals[name])
        wins = [{"winner": name} for name in order for _ in range(totals[name])]
        return {"options": {"best_of": 2 * max(totals.values()) - 1}, "rounds": wins}

    def offline_forms(self, state: MatchState) -> Sequence[OfflineForm]:
        return offline.offline_forms(state)
