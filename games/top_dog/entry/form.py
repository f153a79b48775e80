"""What a round's form says: `won-2` the hands of seat 2, `taken-2` the cards, `won-dummy` the dummy's.

`rest` is what the screen filled in for the one who was left over, as `2-5`: its key sends it, so that it is no part of
what somebody chose. `prefix` tells several rounds of one form apart.
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
    """The piles are counted in cards, not in hands (TD-10)."""
    return form.get(f"{prefix}by") == "cards"


def field(place: str, *, by_cards: bool, prefix: str = "") -> str:
    """What the number of a place is called."""
    return f"{prefix}{'taken' if by_cards else 'won'}-{place}"


def number(form: QueryDict, name: str) -> int | None:
    """A number as far as it can be read; nonsense was never chosen."""
    text = form.get(name, "").strip()
    return int(text) if NUMBER.fullmatch(text) else None


def payload(form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """The round the form stands for, strictly; everything it says, and nothing it does not."""
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
    """Where the unit is chosen in a list beside the numbers, their fields keep their name."""
    name = field(place, by_cards=by_cards, prefix=prefix)
    return name if name in form else field(place, by_cards=False, prefix=prefix)


def _places(form: QueryDict, prefix: str) -> set[str]:
    """Everybody the form has a number or room for one for."""
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
    """The suits that were noted (TD-04): `suit-2` is what seat 2 took, two of them with a comma."""
    named = re.compile(rf"{re.escape(prefix)}suit-([0-9]{{1,2}})", re.ASCII)
    for match in filter(None, map(named.fullmatch, sorted(form))):
        text = form.get(match[0], "").strip()
        if text:
            yield match[1], text[:LONGEST_NOTE].split(",")


def suit_choices(each: int) -> list[tuple[str, str]]:
    """Every suit, or every two, with what stands on the key."""
    return [(",".join(some), " ".join(SIGNS[suit] for suit in some)) for some in combinations(CARD_SUITS, each)]
