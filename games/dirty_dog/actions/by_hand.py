"""Points added or taken by hand, with the reason: a bonus, a penalty, the club's tax (HR-DD-21)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number, reason, typed, whole_number
from games.base.names import shortened
from games.base.table_game import OfflineAction, TableAction, Unreadable
from games.dirty_dog.corrections.correction import last_line_of
from games.dirty_dog.entry.entry_rows import can_take
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.entries import LARGEST_ADJUSTMENT
from scoring.dirty_dog.play import can_adjust

offered = partial(can_take, "adjust")
FIELDS = ("seat", "sign", "points", "note")
NO_HAND = gettext_lazy("Choose a hand that is scored already.")


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page."""
    sheet = state.sheet_as(DirtyDogSheet)
    context = {
        "hand": None if sheet.ending is not None else sheet.lines[-1].hand,
        "players": [(seat, state.names[seat]) for seat in _seats(sheet)],
        "most": LARGEST_ADJUSTMENT,
        "form": {field: form.get(field, "") for field in FIELDS},
    }
    return Screen("games/dirty_dog/actions/by_hand.html", context)


def _seats(sheet: DirtyDogSheet) -> Sequence[int]:
    """Return who can be given points: everybody of the last hand, or of the match at its end."""
    if sheet.ending is not None:
        return sheet.seating_order
    return [seat for seat in sheet.seating_order if seat in sheet.lines[-1].order]


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `adjust` entry, inserted where its hand was scored earlier. Raises Unreadable where player, points
    or reason are missing.
    """
    seat = whole_number(form, "seat", _("Tap whose points they are."))
    wrong = _("Enter the points as a number from 1 to {most}.").format(most=LARGEST_ADJUSTMENT)
    points, note = typed(form, "points", wrong), reason(form)
    if points is None or not 1 <= points <= LARGEST_ADJUSTMENT:
        raise Unreadable(wrong, "points")
    if form.get("sign", "") not in ("bonus", "penalty"):
        raise Unreadable(_("Tap whether it is a bonus or a penalty."), "sign")
    if not note:
        raise Unreadable(_("Enter the reason: it is kept with the sheet."), "note")
    payload = {"points": {str(seat): points if form["sign"] == "bonus" else -points}, "note": note}
    draft, hand = Draft("adjust", line_number(form), payload, id=entry_id(form)), typed(form, "hand", NO_HAND)
    if hand is not None:
        return [_of_hand(state, draft, hand)]
    is_at_end = state.sheet_as(DirtyDogSheet).ending is not None and line_number(form) >= state.next_number
    at_the_end = {"end": True} if is_at_end else {}  # else it was forgotten, and goes in before a hand
    return [replace(draft, payload=payload | at_the_end)]


def _of_hand(state: MatchState, draft: Draft, hand: int) -> Draft:
    """The draft for this hand: behind its last entry, unless nothing was written since. Raises Unreadable."""
    sheet = state.sheet_as(DirtyDogSheet)
    line = next((line for line in sheet.lines if line.hand == hand and not line.void), None)
    if line is None:
        raise Unreadable(NO_HAND, "hand")
    if line is sheet.lines[-1] and can_adjust(sheet, end=False):
        return draft
    return replace(draft, number=last_line_of(state, line.number) + 1, is_inserted=True)


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network, for any hand that is scored; None once the match has ended."""
    sheet = state.sheet_as(DirtyDogSheet)
    if sheet.ending is not None:
        return None
    names = shortened(state.names)
    return OfflineAction(
        what="adjust",
        title=_("Bonus or penalty"),
        about=_("Points by hand, for a hand that is scored."),
        rows="games/dirty_dog/offline_actions/_by_hand.html",
        entry_label=_("Points by hand: {}"),
        page_states=["result", "bids", "tricks"],
        more={"players": [(seat, names[seat]) for seat in sheet.active_seats], "most": LARGEST_ADJUSTMENT},
    )


BY_HAND = TableAction(
    "by-hand",
    gettext_lazy("Bonus or penalty"),
    screen,
    drafts,
    offered,
    is_insertable=True,
    goes_first=True,
    offline=offline_action,
)
