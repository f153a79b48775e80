"""A tie of which only the outcome is known: who took it, that it is shared, or that nobody remembers (LG-07)."""

from collections.abc import Sequence
from functools import partial

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number, reason
from games.base.names import listed, shortened
from games.base.table_game import TableAction, Unreadable
from games.dirty_dog.entry.entry_rows import can_take
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import Need
from scoring.dirty_dog import DirtyDogSheet

SHARED, UNKNOWN = "shared", "unknown"


offered = partial(can_take, "tie-outcome")


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: one question with an answer for each of the level. Raises Unreadable without a tie."""
    need, names, sheet = _need(state), shortened(state.names), state.sheet_as(DirtyDogSheet)
    is_top = need.end == "top"
    context = {
        "is_top": is_top,
        "level": listed(names[seat] for seat in need.seats),
        "total": sheet.totals[need.seats[0]],
        "choices": [*((str(seat), names[seat]) for seat in need.seats), *_others(is_top=is_top)],
        "chosen": form.get("outcome", ""),
        "note": form.get("note", ""),
    }
    return Screen("games/dirty_dog/actions/settled.html", context)


def _others(*, is_top: bool) -> list[tuple[str, str]]:
    shared = _("They share the win") if is_top else _("They share the last place")
    return [(SHARED, shared), (UNKNOWN, _("Not known"))]


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `tie-outcome` entry. Raises Unreadable where nothing, or something else, was chosen."""
    need, outcome = _need(state), form.get("outcome", "")
    payload: dict[str, object] = {"end": need.end, "outcome": outcome}
    if outcome in {str(seat) for seat in need.seats}:
        payload |= {"outcome": "taken", "seat": int(outcome)}
    elif outcome not in (SHARED, UNKNOWN):
        raise Unreadable(_("Choose how it was settled."), "outcome")
    return [Draft("tie-outcome", line_number(form), payload, id=entry_id(form), note=reason(form))]


def _need(state: MatchState) -> Need:
    needs = state.sheet_as(DirtyDogSheet).needs
    if not needs:
        raise Unreadable(_("Nobody is level any more: there is no tie to settle."))
    return needs[0]


SETTLED = TableAction(
    "settled", gettext_lazy("Say how the tie was settled, without cards"), screen, drafts, offered, settles=True
)
