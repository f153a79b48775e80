"""The `TableGame` of Pack o’ Dogs; its methods call the modules of this package."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from django.http import QueryDict
from django.utils.translation import pgettext_lazy

from clubs.models import Player
from games.base.demo import DemoMatch
from games.base.display import Screen
from games.base.offline import OfflineForm
from games.base.results.finish import Finish
from games.base.results.record_categories import HIGHEST, RecordCategories, best, climb
from games.base.results.statistics import Figure, GameStatistics
from games.base.table_game import Cell, Difference, TableGame
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from games.pack_o_dogs import demo, offline, round_entries, setup, statistics, wording
from games.pack_o_dogs.display import DISPLAY
from games.pack_o_dogs.display.finish import finish
from games.pack_o_dogs.entry import table
from games.pack_o_dogs.entry.form import drafts as read_form
from games.pack_o_dogs.pdf import PRINTS
from games.pack_o_dogs.round_entries import CORRECTION, PAPER
from games.pack_o_dogs.statistics import FACTS
from games.rounds.stop import stop_action
from games.statistics.queries import Summary, Whose
from scoring.pack_o_dogs import PACK_O_DOGS


class PackODogs(TableGame):
    engine = PACK_O_DOGS
    display = DISPLAY
    correction = CORRECTION
    paper = PAPER
    actions = (stop_action("HR-PK-08"),)
    trophies = ("Pack Leader’s Bone", "Runt’s Blanket")
    prints = PRINTS
    has_bots = True
    first = pgettext_lazy("to deal the cards", "Deal")
    style = "dogclub/games.css"
    facts = FACTS
    record_categories = RecordCategories((HIGHEST, best("round"), climb("round")))

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        return table.screen(state, form)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        return read_form(form)

    def last_step(self, state: MatchState) -> str:
        return wording.last_step(state)

    def undone(self, state: MatchState) -> str:
        return wording.undone(state)

    def differences(self, state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
        return round_entries.differences(state, draft, entry)

    def entry_in_words(self, state: MatchState, kind: str, payload: Any) -> str:
        return wording.entry_in_words(state, kind, payload)

    def setup(self, players: Sequence[Player], form: QueryDict) -> Screen:
        return setup.setup(players, form)

    def options(self, players: Sequence[Player], form: QueryDict) -> Any:
        return setup.options(players, form)

    def cell(self, state: MatchState, number: int, seat: int) -> Cell | None:
        return round_entries.cell(state, number, seat)

    def demo_match(self, bots: int, rng: Random) -> DemoMatch:
        return demo.demo_match(bots, rng)

    def finish(self, state: MatchState) -> Finish:
        return finish(state)

    def player_statistics(self, player: Whose, summary: Summary) -> GameStatistics:
        return statistics.player_statistics(player, summary)

    def night_totals(self, sheets: Sequence[Any]) -> Sequence[Figure]:
        return statistics.numbers(sheets)

    def from_totals(self, totals: Mapping[str, int]) -> dict[str, Any]:
        """Return a record’s fields beside the players: one base game with the totals as its piles."""
        return {"options": {"mode": "base"}, "rounds": [{"piles": dict(totals)}]}

    def offline_forms(self, state: MatchState) -> Sequence[OfflineForm]:
        return offline.offline_forms(state)
