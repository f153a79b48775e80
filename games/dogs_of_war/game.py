"""The `TableGame` of Dogs of War; its methods call the modules of this package."""

from collections.abc import Sequence
from random import Random
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from clubs.models import Player
from games.base.demo import DemoMatch
from games.base.display import Screen
from games.base.offline import OfflineForm
from games.base.reference import reference_action
from games.base.results.finish import Finish
from games.base.results.record_categories import IN_THE_BOX, TOTALS, RecordCategories, climb
from games.base.results.statistics import Figure, GameStatistics
from games.base.table_game import Cell, Difference, TableGame
from games.dogs_of_war import offline, setup, statistics, table
from games.dogs_of_war.actions import ACTIONS
from games.dogs_of_war.bot_players import demo
from games.dogs_of_war.corrections import cell_history, conflict
from games.dogs_of_war.corrections.correction import CORRECTION
from games.dogs_of_war.corrections.paper import PAPER
from games.dogs_of_war.display import DISPLAY
from games.dogs_of_war.display.callouts import LABELS
from games.dogs_of_war.display.finish import finish
from games.dogs_of_war.pdf import PRINTS
from games.dogs_of_war.statistics import FACTS
from games.dogs_of_war.tallies import tally
from games.dogs_of_war.words import wording
from games.dogs_of_war.years import full_year
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from games.statistics.queries import Summary, Whose
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
    style = "dogclub/games.css"
    facts = FACTS
    record_categories = RecordCategories((*TOTALS, climb("year")), WAR_TERMS, unrecorded={"crushed": LABELS["crushed"]})

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        return table.screen(state, form)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        return full_year.drafts(form)

    def last_step(self, state: MatchState) -> str:
        return wording.last_step(state)

    def undone(self, state: MatchState) -> str:
        return wording.undone(state)

    def differences(self, state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
        return conflict.differences(state, draft, entry)

    def entry_in_words(self, state: MatchState, kind: str, payload: Any) -> str:
        return wording.entry_in_words(state, kind, payload)

    def setup(self, players: Sequence[Player], form: QueryDict) -> Screen:
        return setup.setup(players, form)

    def options(self, players: Sequence[Player], form: QueryDict) -> Any:
        return setup.options(players, form)

    def cell(self, state: MatchState, number: int, seat: int) -> Cell | None:
        return cell_history.cell(state, number, seat)

    def later(self, state: MatchState, drafts: Sequence[Draft], seen: int) -> Sequence[Draft]:
        return tally.later(state, drafts, seen)

    def finish(self, state: MatchState) -> Finish:
        return finish(state)

    def player_statistics(self, player: Whose, summary: Summary) -> GameStatistics:
        return statistics.player_statistics(player, summary)

    def night_totals(self, sheets: Sequence[Any]) -> Sequence[Figure]:
        return statistics.numbers(sheets)

    def demo_match(self, bots: int, rng: Random) -> DemoMatch:
        return demo.demo_match(bots, rng)

    def offline_forms(self, state: MatchState) -> Sequence[OfflineForm]:
        return offline.offline_forms(state)
