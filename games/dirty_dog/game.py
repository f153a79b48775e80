"""The `TableGame` of Dirty Dog, and the screen that its table shows; its methods call the modules of this package."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.table_game import TableGame
from games.dirty_dog import bids, cell_history, result, setup, statistics, tricks, wording
from games.dirty_dog.actions import ACTIONS
from games.dirty_dog.correction import CORRECTION
from games.dirty_dog.display import DISPLAY
from games.dirty_dog.entry_rows import EntryRow, Head, Key, Meter, scored_just_now, taps
from games.dirty_dog.entry_rows import drafts as read_form
from games.dirty_dog.forecasts import FORECASTS
from games.dirty_dog.house_rules import changes
from games.dirty_dog.house_rules import screen as rules_screen
from games.dirty_dog.paper import PAPER
from games.dirty_dog.pdf import PRINTS
from games.dirty_dog.plans import GROUPS, PLAYOFF_OPTIONS
from games.dirty_dog.statistics import FACTS, RECORD_CATEGORIES
from games.dirty_dog.wording import finish, own_messages
from games.entries.match_state import MatchState
from scoring.dirty_dog import DIRTY_DOG, BidStep, DirtyDogSheet, TrickStep, next_step
from scoring.dirty_dog.entries import HOUSE_RULES

# The table’s page.


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the table’s page: bidding, tricks, the result of the last hand, or a page to wait for more players."""
    step = next_step(state.sheet_as(DirtyDogSheet))
    if isinstance(step, TrickStep):
        shown = bids.revision(state, step) if "revise" in form else tricks.screen(state, step, form)
        return Screen("games/dirty_dog/entry.html", {"table": shown, "blank": BLANK})
    if isinstance(step, BidStep) and not _shows_last(state, step, form):
        return Screen("games/dirty_dog/entry.html", {"table": bids.screen(state, step, form), "blank": BLANK})
    if any(not line.void for line in state.sheet_as(DirtyDogSheet).lines):
        return Screen("games/dirty_dog/result.html", {**result.result(state), "blank": BLANK})
    return Screen("games/dirty_dog/waiting.html", {"sheet": state.sheet_as(DirtyDogSheet)})


def _shows_last(state: MatchState, step: BidStep, form: QueryDict) -> bool:
    """Whether the hand just scored has the page: it was asked for, or the club wants it before the next hand."""
    if scored_just_now(state.sheet_as(DirtyDogSheet)) is None or taps(form):
        return False
    goes_on = "half" in form or form.get("hand") == str(step.number)
    return "recap" in form or (state.match.club.recap_page and not goes_on)


BLANK: Mapping[str, Any] = {
    "kind": "tricks",
    "head": Head(1, 2, 2, "", "", "", "taps"),
    "meter": Meter(0, "", [], "", ""),
    "row": EntryRow(0, "", "", 0, "", [Key(0, "taps")]),
}


# The `TableGame` of Dirty Dog; its methods call the modules of this package.


class DirtyDog(TableGame):
    engine = DIRTY_DOG
    display = DISPLAY
    correction = CORRECTION
    paper = PAPER
    actions = ACTIONS
    trophies = ("Good Dog Cup", "Cone of Shame")
    has_trophies = True
    prints = PRINTS
    reads_photos = True
    first = gettext_lazy("Deal hand 1")
    kept = HOUSE_RULES
    placed = ("full_deck_hand", "over_ten", *HOUSE_RULES)
    checklist = "games/dirty_dog/setup/_checklist.html"
    script = "dirty_dog.table"
    style = ""  # the style sheet of every table has those of this game
    facts = FACTS
    record_categories = RECORD_CATEGORIES
    playoff_options = PLAYOFF_OPTIONS
    groups = GROUPS
    forecasts = FORECASTS

    def script_messages(self) -> dict[str, str]:
        return own_messages()

    screen = staticmethod(screen)
    drafts = staticmethod(read_form)
    last_step = staticmethod(wording.last_step)
    undone = staticmethod(wording.undone)
    differences = staticmethod(cell_history.differences)
    entry_in_words = staticmethod(wording.entry_in_words)
    options = staticmethod(setup.options)
    setup = staticmethod(setup.setup)
    house_rules = staticmethod(rules_screen)
    changes = staticmethod(changes)
    cell = staticmethod(cell_history.cell)
    finish = staticmethod(finish)
    player_statistics = staticmethod(statistics.player_statistics)
    night_totals = staticmethod(statistics.numbers)

    def from_totals(self, totals: Mapping[str, int], winners: Sequence[str] = ()) -> dict[str, Any]:
        """Return a record’s fields beside the players. A tie is left open, unless one at the top has winners."""
        record: dict[str, Any] = {"options": {"plan": [], "opening": dict(totals)}}
        level = [name for name, total in totals.items() if total == max(totals.values())]
        won = [name for name in level if name in winners]
        if len(level) > 1 and won:
            outcome = {"outcome": "taken", "player": won[0]} if len(won) == 1 else {"outcome": "shared"}
            record["finish"] = {"settled": [{"end": "top", **outcome}]}
        return record
