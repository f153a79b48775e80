"""Builders of scored hands of Dirty Dog, for tests of call-outs and facts."""

from typing import Any

from msgspec.structs import replace

from scoring.base import CallOut, with_names
from scoring.dirty_dog import DIRTY_DOG, Bids, DirtyDogLine, DirtyDogSheet, Tricks
from scoring.dirty_dog.terms import sentence
from tests.scoring.tables import NAMES, fold, seats


def scored(sheet: DirtyDogSheet, bids: list[int], tricks: list[int], **more: Any) -> DirtyDogLine:
    """The line of a hand with these bids and tricks by seat."""
    bid = DIRTY_DOG.play(sheet, Bids(seats(bids), **more))
    return DIRTY_DOG.play(bid, Tricks(seats(tricks))).lines[-1]


def line(bids: list[int], tricks: list[int], totals: list[int] | None = None, **more: Any) -> DirtyDogLine:
    """The line of a hand dealt by seat 0, with `totals` before it (default 0)."""
    before = totals or [0] * len(bids)
    sheet = fold(len(bids), plan=(sum(tricks),), opening=seats(before), full_deck_hand=True)
    return scored(sheet, bids, tricks, **more)


def ending_at(*totals: int) -> DirtyDogLine:
    """The line of a hand after which these are the totals: seat 0 misses a bid of 0, the last seat makes a bid of 2,
    all others make a bid of 0.
    """
    bids, tricks = [0] * len(totals), [0] * len(totals)
    bids[-1], tricks[-1] = 2, 2
    return line(bids, [1, *tricks[1:]], [totals[0] + 1, *(total - 5 for total in totals[1:-1]), totals[-1] - 7])


def after(forms: list[int], bids: list[int], tricks: list[int]) -> DirtyDogLine:
    """The line of a hand after earlier made and missed bids; `forms` has them by seat as bits, the newest last: a
    leading 1, then 1 for a miss and 0 for a made bid.
    """
    sheet = fold(len(bids), plan=(sum(tricks),))
    found = scored(replace(sheet, forms=seats(forms)), bids, tricks)
    return replace(found, hand=max(form.bit_length() for form in forms))


def called(found: DirtyDogLine, term: str) -> list[CallOut]:
    """The call-outs of one term."""
    return [call for call in found.callouts if call.term == term]


def who(found: DirtyDogLine, term: str) -> tuple[int, ...]:
    """The seats that a term names; empty where the term is not called."""
    return next((call.seats for call in called(found, term)), ())


def sentences_of(found: DirtyDogLine, term: str) -> list[str]:
    """The sentences of a term."""
    return [with_names(sentence(call, found), NAMES) for call in called(found, term)]
