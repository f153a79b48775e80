"""The `TableGame` of Top Dog; its methods call the modules of this package."""

from collections.abc import Sequence
from random import Random
from typing import Any

from django.http import QueryDict

from clubs.models import Player
from games.base.demo import DemoMatch
from games.base.display import Screen
from games.base.offline import OfflineForm
from games.base.results.finish import Finish
from games.base.results.record_categories import TOTALS, RecordCategories, best, climb
from games.base.results.statistics import Figure, GameStatistics
from games.base.table_game import Cell, Difference, TableGame
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from games.statistics.queries import Summary, Whose
from games.top_dog import demo, offline, round_wording, setup, statistics
from games.top_dog.display import DISPLAY
from games.top_dog.display.finish import finish
from games.top_dog.entry import screen
from games.top_dog.pdf import PRINTS
from games.top_dog.round_wording import ROUNDS
from games.top_dog.statistics import FACTS
from games.top_dog.stuck_round import STUCK
from scoring.top_dog import TOP_DOG


class TopDog(TableGame):
    engine = TOP_DOG
    display = DISPLAY
    correction = ROUNDS.correction
    paper = ROUNDS.paper
    actions = (STUCK,)
    trophies = ("Top Dog Collar", "Bottom Dog Bowl")
    prints = PRINTS
    has_bots = True
    style = "dogclub/games.css"
    facts = FACTS
    record_categories = RecordCategories((*TOTALS, best("round"), climb("round")))

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        return screen.screen(state, form)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        return ROUNDS.drafts(form)

    def last_step(self, state: MatchState) -> str:
        return ROUNDS.last_step(state)

    def undone(self, state: MatchState) -> str:
        return round_wording.undone(state)

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

    def offline_forms(self, state: MatchState) -> Sequence[OfflineForm]:
        return offline.offline_forms(state)
