"""The actions of Dirty Dog beside bids and tricks, with the rule quoted; those that fill a page by themselves have a
module of their own.
"""

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
from games.dirty_dog.correction import last_line_of
from games.dirty_dog.entry_rows import SUITS, can_take
from games.dirty_dog.joining_and_leaving import LEAVE, STOP
from games.dirty_dog.late import LATE
from games.dirty_dog.tie_break import TIE_BREAK
from games.dirty_dog.ties_without_a_hand import CARD_PULL, SETTLED
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from scoring.cards import RANKS
from scoring.cards import SUITS as LETTERS
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.entries import LARGEST_ADJUSTMENT
from scoring.dirty_dog.play import can_adjust

# Points added or taken by hand, with the reason: a bonus, a penalty, the club's tax (HR-DD-21).


_by_hand_offered = partial(can_take, "adjust")
FIELDS = ("seat", "sign", "points", "note")
NO_HAND = gettext_lazy("Choose a hand that is scored already.")


def _by_hand_screen(state: MatchState, form: QueryDict) -> Screen:
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


def _by_hand_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
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


def _by_hand_offline(state: MatchState) -> OfflineAction | None:
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
    _by_hand_screen,
    _by_hand_drafts,
    _by_hand_offered,
    is_insertable=True,
    goes_first=True,
    offline=_by_hand_offline,
)


# The rank and suit of the card turned up after the deal, which a table may record (DD-13, DD-14).


HIGH_TO_LOW = tuple(RANKS)[::-1]
DRAWN = SUITS[:-1]  # without no trump
LETTER_OF = {suit: letter for letter, suit in LETTERS.items()}


_turned_up_offered = partial(can_take, "flip")


def _turned_up_screen(state: MatchState, _form: QueryDict) -> Screen:
    """Return the action’s page with one key per card."""
    sheet = state.sheet_as(DirtyDogSheet)
    suits = [(label, icon, [(rank, f"{rank}{LETTER_OF[key]}") for rank in HIGH_TO_LOW]) for key, label, icon in DRAWN]
    context = {"hand": sheet.hand + 1, "suits": suits, "flip": sheet.flip or ""}
    return Screen("games/dirty_dog/actions/turned_up.html", context)


def _turned_up_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return one `bids` entry with the card: a revision of the hand’s bids, or, before the first bid, an entry with the
    card alone. Raises Unreadable where no card is chosen.
    """
    card = form.get("flip", "")
    if card[:-1] not in RANKS or card[-1:] not in LETTERS:
        raise Unreadable(_("Tap the card that was turned up."), "flip")
    entry = _entry_of_hand(state)
    number = entry.number if entry else line_number(form)
    bids = (entry.payload or {}).get("bids", {}) if entry else {}
    return [Draft("bids", number, {"bids": bids, "flip": card}, id=entry_id(form))]


def _entry_of_hand(state: MatchState) -> Entry | None:
    """Return the entry of the current hand that names trump or the card, else its latest bids; None before the first
    bid.
    """
    bids: list[Entry] = []
    for entry in reversed(state.live):
        if entry.kind != "bids":
            break
        bids.append(entry)
    with_trump = (entry for entry in bids if {"trump", "flip"} & (entry.payload or {}).keys())
    return next(with_trump, bids[0] if bids else None)


TURNED_UP = TableAction(
    "turned-up", gettext_lazy("The card turned up"), _turned_up_screen, _turned_up_drafts, _turned_up_offered
)


# Voiding a hand after a misdeal, a wrong number of cards or a revoke; it is dealt again (DD-55, HR-DD-17).


_void_offered = partial(can_take, "redeal")


def _void_screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    context = {
        "hand": sheet.hand + 1,
        "cards": sheet.cards,
        "dealer": names[sheet.dealer],
        "bids": [(names[seat], bid) for seat, bid in sheet.bids.items()],
        "note": form.get("note", ""),
    }
    return Screen("games/dirty_dog/actions/void.html", context)


def _void_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `redeal` entry, with the reason as its note."""
    return [Draft("redeal", line_number(form), {}, id=entry_id(form), note=reason(form))]


def _void_offline(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no hand can be voided. It is offered during the bidding
    too, because a misdeal may show before anybody has bid.
    """
    if not _void_offered(state):
        return None
    return OfflineAction(
        what="redeal",
        title=_("Redeal this hand?"),
        about=_(
            "The same dealer, the same size, no points for anybody. The bids stay in the history and do not count."
        ),
        rows="games/table/offline_actions/_note.html",
        entry_label=_("Hand void, dealt again"),
        go=_("Redeal this hand"),
        page_states=["bids", "tricks"],
        more={"label": _("Reason")},
    )


VOID = TableAction(
    "void",
    gettext_lazy("Redeal this hand"),
    _void_screen,
    _void_drafts,
    _void_offered,
    is_insertable=True,
    offline=_void_offline,
)


# All of them, in the order in which the table lists them.


ACTIONS = (TIE_BREAK, CARD_PULL, SETTLED, TURNED_UP, LATE, LEAVE, VOID, BY_HAND, STOP)
