"""Builders of records, hands and sheets of Dirty Dog for tests."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from scoring.base import replay
from scoring.dirty_dog import DIRTY_DOG, Bids, DirtyDogSheet, Options, Tricks
from scoring.dirty_dog.hand import bidding

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")


def record(players: int | Sequence[Any] = 5, *rounds: Any, finish: Any = None, **options: Any) -> dict[str, Any]:
    """A record of Dirty Dog."""
    names = list(NAMES[:players]) if isinstance(players, int) else list(players)
    found: dict[str, Any] = {"record": 1, "game": "dirty-dog", "players": names, "rounds": list(rounds)}
    if options:
        found["options"] = options
    return found if finish is None else found | {"finish": finish}


def hand(bids: Iterable[Any], tricks: Iterable[Any], names: Sequence[str] = NAMES, **more: Any) -> dict[str, Any]:
    """A round of a record: bids and tricks in the order of the names."""
    return {"bids": dict(zip(names, bids, strict=False)), "tricks": dict(zip(names, tricks, strict=False)), **more}


def seats(values: Sequence[int]) -> dict[int, int]:
    """Values by seat, from seat 0."""
    return dict(enumerate(values))


def fold(count: int, *entries: Any, **options: Any) -> DirtyDogSheet:
    """The sheet of these entries."""
    return replay(DIRTY_DOG, count, Options(**options), entries)


def played(bids: Sequence[int], tricks: Sequence[int]) -> list[Any]:
    """The entries of one hand: bids and tricks by seat."""
    return [Bids(seats(bids)), Tricks(seats(tricks))]


def finished(totals: Sequence[int], *entries: Any) -> DirtyDogSheet:
    """A sheet without hands left to play and with these totals, then these entries."""
    return fold(len(totals), *entries, plan=(), opening=seats(totals))


def dealt(chance: Random, order: Sequence[int], cards: int) -> tuple[Bids, Tricks]:
    """Random legal bids and tricks of one hand."""
    bids: dict[int, int] = {}
    for seat in order:
        bids[seat] = chance.choice(bidding(Options(), order, cards, bids).legal)
    taken = chance.choices(order, k=cards)
    return Bids(bids), Tricks({seat: taken.count(seat) for seat in order})
