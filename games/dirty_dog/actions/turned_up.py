"""The rank and suit of the card turned up after the deal, which a table may record (DD-13, DD-14)."""

from collections.abc import Sequence
from functools import partial

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number
from games.base.table_game import TableAction, Unreadable
from games.dirty_dog.entry.entry_rows import SUITS, can_take
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from scoring.cards import RANKS
from scoring.cards import SUITS as LETTERS
from scoring.dirty_dog import DirtyDogSheet

HIGH_TO_LOW = tuple(RANKS)[::-1]
DRAWN = SUITS[:-1]  # without no trump
LETTER_OF = {suit: letter for letter, suit in LETTERS.items()}


offered = partial(can_take, "flip")


def screen(state: MatchState, _form: QueryDict) -> Screen:
    """Return the action’s page with one key per card."""
    sheet = state.sheet_as(DirtyDogSheet)
    suits = [(label, icon, [(rank, f"{rank}{LETTER_OF[key]}") for rank in HIGH_TO_LOW]) for key, label, icon in DRAWN]
    context = {"hand": sheet.hand + 1, "suits": suits, "flip": sheet.flip or ""}
    return Screen("games/dirty_dog/actions/turned_up.html", context)


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
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


TURNED_UP = TableAction("turned-up", gettext_lazy("The card turned up"), screen, drafts, offered)
