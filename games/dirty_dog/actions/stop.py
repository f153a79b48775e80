"""Stopping early: the result stands only if everybody agrees, and the sheet says so (DD-34, HR-DD-18)."""

from collections.abc import Sequence
from functools import partial

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import ledger
from games.base.display import Screen
from games.base.form_parsing import check_agreed, entry_id, line_number, reason
from games.base.names import listed, shortened
from games.base.table_game import STOP_EARLY, OfflineAction, TableAction
from games.dirty_dog.actions import joining_and_leaving
from games.dirty_dog.entry.entry_rows import can_take
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogSheet

offered = partial(can_take, "shorten")


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page, with the result that stopping now would have."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    context = {"hand": sheet.hand, "hands": len(sheet.planned), "in_hand": sheet.in_hand, "note": form.get("note", "")}
    if offered(state):
        after = ledger.preview(state, [Draft("shorten", state.next_number, {})])
        assert isinstance(after, DirtyDogSheet)
        context |= {"rows": joining_and_leaving.rows(after, state.names, {}), "result": _result(after, names)}
    return Screen("games/dirty_dog/actions/stop.html", context)


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `shorten` entry. Raises Unreadable where the box “everybody agrees” is not ticked."""
    check_agreed(form)
    return [Draft("shorten", line_number(form), {}, id=entry_id(form), note=reason(form))]


def _result(after: DirtyDogSheet, names: Sequence[str]) -> str:
    """Return in words who would win and lose, or which ties would still have to be settled."""
    sentences = []
    if after.winners:
        sentences.append(_("{names} would win.").format(names=listed(names[seat] for seat in after.winners)))
    if after.losers:
        sentences.append(_("{names} would be the loser.").format(names=listed(names[seat] for seat in after.losers)))
    for need in after.needs:
        level = listed(names[seat] for seat in need.seats)
        words = _("{names} are level: a tie-break hand would decide.")
        if not need.cards:
            words = _("{names} are level: a card pull would decide.")
        sentences.append(words.format(names=level))
    return " ".join(sentences)


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None once the match has ended."""
    sheet = state.sheet_as(DirtyDogSheet)
    if sheet.ending is not None:
        return None
    return OfflineAction(
        what="shorten",
        title=str(STOP_EARLY),
        about=_("An unscored hand does not count. The result is shown when you are online again."),
        rows="games/dirty_dog/offline_actions/_stop.html",
        entry_label=_("Stopped early"),
        go=_("Stop here"),
        page_states=["bids", "tricks", "result"] if sheet.hand else ["result"],
        more={"label": _("Why")},
    )


STOP = TableAction("stop", gettext_lazy("Stop early, by agreement"), screen, drafts, offered, offline=offline_action)
