"""The `TableGame` of Dirty Dog; its methods call the modules of this package."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from games.base.display import Screen
from games.base.entry.names import listed
from games.base.results.finish import Finish
from games.base.results.statistics import Figure, GameStatistics
from games.base.table_game import Cell, Difference, NotByTotals, TableGame
from games.dirty_dog import statistics
from games.dirty_dog.actions import ACTIONS
from games.dirty_dog.callout_words import own_messages
from games.dirty_dog.corrections import cell_history, conflict
from games.dirty_dog.corrections.correction import CORRECTION
from games.dirty_dog.corrections.paper import PAPER
from games.dirty_dog.display import DISPLAY
from games.dirty_dog.display.finish import finish
from games.dirty_dog.entry import table, wording
from games.dirty_dog.entry.form import drafts as read_form
from games.dirty_dog.forecasts import FORECASTS
from games.dirty_dog.pdf import PRINTS
from games.dirty_dog.plans import setup
from games.dirty_dog.plans.group_plans import GROUPS
from games.dirty_dog.plans.playoff_options import PLAYOFF_OPTIONS
from games.dirty_dog.record_categories import RECORD_CATEGORIES
from games.dirty_dog.statistics import FACTS
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from games.statistics.queries import Summary, Whose
from scoring.dirty_dog import DIRTY_DOG


class DirtyDog(TableGame):
    engine = DIRTY_DOG
    display = DISPLAY
    correction = CORRECTION
    paper = PAPER
    actions = ACTIONS
    trophies = ("Good Dog Cup", "Cone of Shame")
    has_trophies = True
    prints = PRINTS
    first = gettext_lazy("Deal hand 1")
    checklist = "games/dirty_dog/setup/_checklist.html"
    script = "dirty_dog.table"
    facts = FACTS
    record_categories = RECORD_CATEGORIES
    playoff_options = PLAYOFF_OPTIONS
    groups = GROUPS
    forecasts = FORECASTS

    def script_messages(self) -> dict[str, str]:
        return own_messages()

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        return table.screen(state, form)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        return read_form(form)

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

    def finish(self, state: MatchState) -> Finish:
        return finish(state)

    def player_statistics(self, player: Whose, summary: Summary) -> GameStatistics:
        return statistics.player_statistics(player, summary)

    def night_totals(self, sheets: Sequence[Any]) -> Sequence[Figure]:
        return statistics.numbers(sheets)

    def from_totals(self, totals: Mapping[str, int]) -> dict[str, Any]:
        """Return a record’s fields beside the players. Raises NotByTotals for a tie at the top or the bottom, because
        how it was settled is not recorded.
        """
        for level in (max(totals.values()), min(totals.values())):
            tied = [name for name, total in totals.items() if total == level]
            if len(tied) > 1:
                words = _("{names} are level, and how that was settled was not recorded. Enter it by hand.")
                raise NotByTotals(words.format(names=listed(tied)))
        return {"options": {"plan": [], "opening": dict(totals)}}
