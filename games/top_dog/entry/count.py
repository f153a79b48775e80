"""A round as far as it is counted on the screen: who has how much, what is left, and who gets it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import QueryDict

from games.top_dog.entry.form import DUMMY, field, is_by_cards, number
from scoring.base import RuleError
from scoring.top_dog import TOP_DOG, Round, RoundStep, TopDogSheet
from scoring.top_dog.hands import points

KEYS = 14  # so many numbers fit on keys; more take a stepper


@dataclass(frozen=True)
class Count:
    """`given` is what somebody chose, by place (a seat as text, or the dummy), in hands or, `by_cards`, in cards."""

    sheet: TopDogSheet
    step: RoundStep
    given: Mapping[str, int]
    by_cards: bool
    is_tied: bool

    @property
    def places(self) -> list[str]:
        """Everybody who can win a hand."""
        return [*map(str, self.step.totals), *[DUMMY] * self.step.dummy]

    @property
    def unit(self) -> int:
        """How much of what is counted makes a hand."""
        return self.step.cards_in_hand if self.by_cards else 1

    @property
    def due(self) -> int:
        """What all of it must add up to."""
        return self.step.counting(tied=self.is_tied) * self.unit

    @property
    def whole(self) -> int:
        """The same where no hand is tied."""
        return self.step.counting(tied=False) * self.unit

    @property
    def tie(self) -> int:
        """What a tied last hand adds to it: less than nothing."""
        return self.step.counting(tied=True) * self.unit - self.whole

    @property
    def has_keys(self) -> bool:
        return not self.by_cards and self.step.hands < KEYS

    @cached_property
    def left(self) -> int:
        """What nobody has yet, before anybody is filled in; less than nothing when there is too much."""
        return self.due - sum(self.given.values())

    @cached_property
    def auto(self) -> str:
        """The one place left over, which gets the rest; "" while there are several, or too much is given."""
        open_ = self.open
        return open_[0] if len(open_) == 1 and self.left >= 0 else ""

    @property
    def open(self) -> list[str]:
        return [place for place in self.places if place not in self.given]

    @cached_property
    def counted(self) -> dict[str, int]:
        """What was given and what was filled in, in the order of the places."""
        hands = {**self.given, self.auto: self.left} if self.auto else self.given
        return {place: hands[place] for place in self.places if place in hands}

    @cached_property
    def odd(self) -> list[str]:
        """The piles that hold no whole number of hands."""
        return [place for place, value in self.counted.items() if value % self.unit]

    @property
    def is_ready(self) -> bool:
        return self.after is not None

    def hands(self, place: str) -> int | None:
        """The hands of a place, where they are known."""
        value = self.counted.get(place)
        return None if value is None or value % self.unit else value // self.unit

    def most(self, place: str) -> int:
        """The most a place can have beside what the others were given."""
        return self.left + self.given.get(place, 0)

    def points(self, seat: int) -> int | None:
        """What the round brings this seat, as far as it is known: with a dummy, not before the dummy is."""
        won, dummy = self.hands(str(seat)), self.hands(DUMMY)
        if won is None or (self.step.dummy and dummy is None):
            return None
        return points(won, dummy, self.sheet.options.dummy_scoring)

    @cached_property
    def after(self) -> TopDogSheet | None:
        """The sheet with this round; None while it cannot be written down."""
        seats = {int(place): value for place, value in self.counted.items() if place != DUMMY}
        dummy = self.counted.get(DUMMY)
        won, taken = (None, seats) if self.by_cards else (seats, None)
        try:
            return TOP_DOG.play(self.sheet, Round(won, taken, dummy, self.is_tied))
        except RuleError:
            return None


def counting(sheet: TopDogSheet, step: RoundStep, form: QueryDict) -> Count:
    """What the form says so far. Nonsense was never chosen; hands chosen before somebody counts cards become cards."""
    empty = Count(sheet, step, {}, is_by_cards(form), bool(form.get("tied")))
    given = {place: value for place in empty.places if (value := _given(form, empty, place)) is not None}
    return Count(sheet, step, given, empty.by_cards, empty.is_tied)


def _given(form: QueryDict, empty: Count, place: str) -> int | None:
    value = number(form, field(place, by_cards=empty.by_cards))
    if value is None:
        value = _other_unit(form, empty, place)
    return None if value is None or (empty.has_keys and value > empty.step.hands) else value


def _other_unit(form: QueryDict, empty: Count, place: str) -> int | None:
    """What was counted before somebody changed from hands to cards, or back."""
    if field(place, by_cards=empty.by_cards) in form:
        return None
    value, size = number(form, field(place, by_cards=not empty.by_cards)), empty.step.cards_in_hand
    if value is None or empty.by_cards:
        return None if value is None else value * size
    return value // size if value % size == 0 else None


def chosen_last(form: QueryDict, places: Sequence[str]) -> str:
    """The place whose number was changed last."""
    word, _, place = form.get("last", "").partition("-")
    return place if word in ("won", "taken") and place in places else ""
