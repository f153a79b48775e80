"""Hands of Dirty Dog by what they come to, for tests of call-outs and facts."""

from typing import Any

from msgspec.structs import replace

from scoring.base import CallOut, with_names
from scoring.dirty_dog import DIRTY_DOG, Bids, DirtyDogLine, DirtyDogSheet, Tricks
from scoring.dirty_dog.terms import sentence
from tests.scoring.tables import NAMES, fold, seats


def scored(sheet: DirtyDogSheet, bids: list[int], tricks: list[int], **more: Any) -> DirtyDogLine:
    """The hand that comes of bids and tricks of seats 0, 1, 2 …"""
    bid = DIRTY_DOG.play(sheet, Bids(seats(bids), **more))
    return DIRTY_DOG.play(bid, Tricks(seats(tricks))).lines[-1]


def line(bids: list[int], tricks: list[int], totals: list[int] | None = None, **more: Any) -> DirtyDogLine:
    """A hand dealt by seat 0, from totals before it."""
    before = totals or [0] * len(bids)
    sheet = fold(len(bids), plan=(sum(tricks),), opening=seats(before), full_deck_hand=True)
    return scored(sheet, bids, tricks, **more)


def ending_at(*totals: int) -> DirtyDogLine:
    """A hand after which the totals are these: everybody but the last misses, the last makes a bid of 1."""
    bids, tricks = [0] * len(totals), [0] * len(totals)
    bids[-1], tricks[-1] = 2, 2
    return line(bids, [1, *tricks[1:]], [totals[0] + 1, *(total - 5 for total in totals[1:-1]), totals[-1] - 7])


def after(forms: list[int], bids: list[int], tricks: list[int]) -> DirtyDogLine:
    """A hand of players with made and missed bids behind them (the newest last, a 1 for a miss, a 1 before all)."""
    sheet = fold(len(bids), plan=(sum(tricks),))
    return scored(replace(sheet, forms=seats(forms)), bids, tricks)


def called(found: DirtyDogLine, term: str) -> list[CallOut]:
    """The call-outs of one term."""
    return [call for call in found.callouts if call.term == term]


def who(found: DirtyDogLine, term: str) -> tuple[int, ...]:
    """Whom a term names; nobody where it is not called."""
    return next((call.seats for call in called(found, term)), ())


def said(found: DirtyDogLine, term: str) -> list[str]:
    """The sentences of a term."""
    return [with_names(sentence(call, found), NAMES) for call in called(found, term)]
