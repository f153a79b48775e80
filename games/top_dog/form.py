"""Parsing the form of a round: the field `won-2` holds the hands of seat 2, `taken-2` its cards, `won-dummy` the
dummy’s hands.

`rest` is the number that the screen filled in for the last place, as `2-5` (seat 2 has 5); the main key sends it, so
that it is not taken for an entered number. `prefix` separates several rounds of one form.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.form_parsing import NUMBER, typed
from games.base.table_game import Unreadable
from scoring.base import RuleError
from scoring.top_dog import TOP_DOG, Round, RoundStep, TopDogSheet
from scoring.top_dog.sheet import CARD_SUITS, points

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


# The half-entered count of a round: who has how many hands or cards, how many are left, and who gets the rest.


KEYS = 14  # from so many hands on a stepper replaces the keys, which would not fit


@dataclass(frozen=True)
class Count:
    """A half-entered round: `given` are the numbers entered, by place (a seat as text, or the dummy), in hands or, if
    `by_cards`, in cards.
    """

    sheet: TopDogSheet
    step: RoundStep
    given: Mapping[str, int]
    by_cards: bool
    is_tied: bool

    @property
    def places(self) -> list[str]:
        """Everybody who can win a hand: the seats as text, and the dummy where there is one."""
        return [*map(str, self.step.totals), *([DUMMY] if self.step.dummy else [])]

    @property
    def unit(self) -> int:
        """How many counted units make one hand: 1, or the cards that a hand takes."""
        return self.step.cards_in_hand if self.by_cards else 1

    @property
    def due(self) -> int:
        """The sum that all numbers must have."""
        return self.step.counting(tied=self.is_tied) * self.unit

    @property
    def whole(self) -> int:
        """The sum that all numbers must have if no hand is tied."""
        return self.step.counting(tied=False) * self.unit

    @property
    def tie(self) -> int:
        """What a tied last hand adds to the sum; negative."""
        return self.step.counting(tied=True) * self.unit - self.whole

    @property
    def has_keys(self) -> bool:
        """Whether the numbers are chosen on keys, not with a stepper."""
        return not self.by_cards and self.step.hands < KEYS

    @cached_property
    def left(self) -> int:
        """How much is left before the last place gets the rest; negative where there is too much."""
        return self.due - sum(self.given.values())

    @cached_property
    def auto(self) -> str:
        """The one place without a number, which gets the rest; "" while there are several, or too much is given."""
        open_ = self.open
        return open_[0] if len(open_) == 1 and self.left >= 0 else ""

    @property
    def open(self) -> list[str]:
        """The places without a number."""
        return [place for place in self.places if place not in self.given]

    @cached_property
    def counted(self) -> dict[str, int]:
        """The numbers entered and the rest, in the order of the places."""
        hands = {**self.given, self.auto: self.left} if self.auto else self.given
        return {place: hands[place] for place in self.places if place in hands}

    @cached_property
    def odd(self) -> list[str]:
        """The places whose pile is not a whole number of hands."""
        return [place for place, value in self.counted.items() if value % self.unit]

    @property
    def is_ready(self) -> bool:
        """Whether the round can be written."""
        return self.after is not None

    def hands(self, place: str) -> int | None:
        """The hands of a place; None while they are unknown or not whole."""
        value = self.counted.get(place)
        return None if value is None or value % self.unit else value // self.unit

    def most(self, place: str) -> int:
        """The most a place can have, given the numbers of the others."""
        return self.left + self.given.get(place, 0)

    def points(self, seat: int) -> int | None:
        """The points of the round for this seat; None while its hands, or the dummy’s, are unknown."""
        won, dummy = self.hands(str(seat)), self.hands(DUMMY)
        if won is None or (self.step.dummy and dummy is None):
            return None
        return points(won, dummy, self.sheet.options.dummy_scoring)

    @cached_property
    def after(self) -> TopDogSheet | None:
        """The sheet with this round added; None while the rules refuse it."""
        seats = {int(place): value for place, value in self.counted.items() if place != DUMMY}
        dummy = self.counted.get(DUMMY)
        won, taken = (None, seats) if self.by_cards else (seats, None)
        try:
            return TOP_DOG.play(self.sheet, Round(won, taken, dummy, self.is_tied))
        except RuleError:
            return None


def counting(sheet: TopDogSheet, step: RoundStep, form: QueryDict) -> Count:
    """Return the count in the form. Invalid numbers are ignored; numbers entered before the unit was changed between
    hands and cards are converted.
    """
    empty = Count(sheet, step, {}, is_by_cards(form), bool(form.get("tied")))
    given = {place: value for place in empty.places if (value := _given(form, empty, place)) is not None}
    return Count(sheet, step, given, empty.by_cards, empty.is_tied)


def _given(form: QueryDict, empty: Count, place: str) -> int | None:
    value = number(form, field(place, by_cards=empty.by_cards))
    if value is None:
        value = _other_unit(form, empty, place)
    return None if value is None or (empty.has_keys and value > empty.step.hands) else value


def _other_unit(form: QueryDict, empty: Count, place: str) -> int | None:
    """Return a number entered in the other unit (hands or cards), converted; None where there is none or it is not
    whole.
    """
    if field(place, by_cards=empty.by_cards) in form:
        return None
    value, size = number(form, field(place, by_cards=not empty.by_cards)), empty.step.cards_in_hand
    if value is None or empty.by_cards:
        return None if value is None else value * size
    return value // size if value % size == 0 else None


def chosen_last(form: QueryDict, places: Sequence[str]) -> str:
    """The place whose number was changed last; "" for none."""
    word, _, place = form.get("last", "").partition("-")
    return place if word in ("won", "taken") and place in places else ""
