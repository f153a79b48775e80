"""Parsing the form of a round: the field `won-2` holds the hands of seat 2, `taken-2` its cards, `won-dummy` the
dummy’s hands.

`rest` is the number that the screen filled in for the last place, as `2-5` (seat 2 has 5); the main key sends it, so
that it is not taken for an entered number. `prefix` separates several rounds of one form.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.entry.form_parsing import NUMBER, typed
from games.base.table_game import Unreadable
from scoring.top_dog.entries import CARD_SUITS

DUMMY = "dummy"
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
SUITS = {
    "clubs": gettext_lazy("clubs"),
    "diamonds": gettext_lazy("diamonds"),
    "hearts": gettext_lazy("hearts"),
    "spades": gettext_lazy("spades"),
}
WHOLE = gettext_lazy("Enter a whole number: 0 for none.")
LONGEST_NOTE = 200
PLACE = rf"0|[1-9][0-9]?|{DUMMY}"
REST = re.compile(rf"({PLACE})-([0-9]{{1,4}})", re.ASCII)


def is_by_cards(form: QueryDict, prefix: str = "") -> bool:
    """Whether the piles are counted in cards, not in hands (TD-10)."""
    return form.get(f"{prefix}by") == "cards"


def field(place: str, *, by_cards: bool, prefix: str = "") -> str:
    """The name of a place’s field."""
    return f"{prefix}{'taken' if by_cards else 'won'}-{place}"


def number(form: QueryDict, name: str) -> int | None:
    """Return the number in a field; None where it is empty or invalid."""
    text = form.get(name, "").strip()
    return int(text) if NUMBER.fullmatch(text) else None


def payload(form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """Return the payload of the round. Raises Unreadable if a number is missing or invalid, or the note too long."""
    by_cards = is_by_cards(form, prefix)
    counted = dict(_counted(form, by_cards=by_cards, prefix=prefix))
    if not counted:
        raise Unreadable(_("Nothing is filled in yet: enter what everybody won."))
    dummy = {DUMMY: counted.pop(DUMMY)} if DUMMY in counted else {}
    return {"cards_taken" if by_cards else "won": counted, **dummy, **_more(form, prefix)}


def _counted(form: QueryDict, *, by_cards: bool, prefix: str) -> Iterator[tuple[str, int]]:
    left = REST.fullmatch(form.get(f"{prefix}rest", ""))
    rest = {left[1]: int(left[2])} if left else {}
    for place in sorted({*_places(form, prefix), *rest}, key=lambda each: (each == DUMMY, len(each), each)):
        name = _name(form, place, by_cards=by_cards, prefix=prefix)
        value = typed(form, name, str(WHOLE))
        value = rest.get(place) if value is None else value
        if value is None:
            raise Unreadable(_("A number is missing here. Enter 0 for none."), name)
        yield place, value


def _name(form: QueryDict, place: str, *, by_cards: bool, prefix: str) -> str:
    """Return the field of a place that the form has; in forms where a list selects the unit, fields of cards are named
    `won-…` too.
    """
    name = field(place, by_cards=by_cards, prefix=prefix)
    return name if name in form else field(place, by_cards=False, prefix=prefix)


def _places(form: QueryDict, prefix: str) -> set[str]:
    """The places for which the form has a field."""
    named = re.compile(rf"{re.escape(prefix)}(?:won|taken)-({PLACE})", re.ASCII)
    return {match[1] for match in map(named.fullmatch, form) if match}


def _more(form: QueryDict, prefix: str) -> Mapping[str, Any]:
    fields: dict[str, Any] = {"last_hand_tied": True} if form.get(f"{prefix}tied") else {}
    note = " ".join(form.get(f"{prefix}why", "").split())
    if len(note) > LONGEST_NOTE or not note.isprintable():
        message = _("At most {most} printable characters, please.").format(most=LONGEST_NOTE)
        raise Unreadable(message, f"{prefix}why")
    suits = dict(_suits(form, prefix))
    return fields | ({"note": note} if note else {}) | ({"suits": suits} if suits else {})


def _suits(form: QueryDict, prefix: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the suits that were noted (TD-04): `suit-2` holds the suit that seat 2 took, two of them separated by a
    comma.
    """
    named = re.compile(rf"{re.escape(prefix)}suit-([0-9]{{1,2}})", re.ASCII)
    for match in filter(None, map(named.fullmatch, sorted(form))):
        text = form.get(match[0], "").strip()
        if text:
            yield match[1], text[:LONGEST_NOTE].split(",")


def suit_choices(each: int) -> list[tuple[str, str]]:
    """Return the value and the signs of every suit, or of every pair of suits where `each` is 2."""
    return [(",".join(some), " ".join(SIGNS[suit] for suit in some)) for some in combinations(CARD_SUITS, each)]
