"""Who can still win and who can still lose, compared with a search of all possible hands."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from scoring.dirty_dog import DIRTY_DOG, Bids, DirtyDogSheet, Leave, Tricks
from scoring.dirty_dog.hand import has_rule
from scoring.dirty_dog.outlook import Outlook, outlook, shared
from tests.scoring.tables import fold, played, seats


def futures(sheet: DirtyDogSheet) -> Iterator[DirtyDogSheet]:
    """Every sheet with which the match can still end: all legal bids and all tricks of all hands."""
    if sheet.finished:
        yield sheet
        return
    ruled = has_rule(sheet.options, sheet.cards)
    all_bid = len(sheet.bids) == len(sheet.order)
    for bids in [sheet.bids] if all_bid else _bids(sheet.order, sheet.cards, ruled=ruled):
        bid = sheet if sheet.bids else DIRTY_DOG.play(sheet, Bids(bids))
        for tricks in falls(len(sheet.order), sheet.cards):
            yield from futures(DIRTY_DOG.play(bid, Tricks(dict(zip(sheet.order, tricks, strict=True)))))


def falls(count: int, tricks: int) -> Iterator[tuple[int, ...]]:
    """Every distribution of so many tricks among `count` players."""
    for taken in product(range(tricks + 1), repeat=count):
        if sum(taken) == tricks:
            yield taken


def _bids(order: Sequence[int], cards: int, *, ruled: bool) -> Iterator[dict[int, int]]:
    for bids in product(range(cards + 1), repeat=len(order)):
        if not ruled or sum(bids) != cards:
            yield dict(zip(order, bids, strict=True))


def tried(sheet: DirtyDogSheet) -> dict[int, Outlook]:
    """The outlook by exhaustive search; a player who is level at an end can still win or lose the tie."""
    ends = list(futures(sheet))
    found = {}
    for seat in sheet.totals:
        totals = [end.totals[seat] for end in ends]
        winning = any(end.ending is not None and seat in end.ending.tied_top for end in ends)
        losing = any(end.totals[seat] == min(end.totals.values()) for end in ends)
        found[seat] = Outlook(max(totals), min(totals), winning, losing)
    return found


BIDS = Bids({1: 1, 2: 0, 0: 0})


@pytest.mark.parametrize(
    ("plan", "opening", "entries"),
    [
        ((1,), [0, 0, 0], ()),
        ((1,), [9, 2, 0], ()),
        ((1,), [9, 3, 2], ()),
        ((2,), [10, 5, 0], ()),
        ((2,), [9, 1, 0], ()),
        ((2,), [8, 0, 0], ()),
        ((2,), [7, 0, 0], ()),
        ((2,), [9, 0, 0], ()),
        ((2,), [9, -1, 5], ()),
        ((2,), [9, -2, 0], ()),
        ((1, 2), [18, 5, 0], ()),
        ((1, 2), [16, 1, 0], ()),
        ((1, 2), [17, 1, 1], ()),
        ((2, 1), [15, 0, 0], ()),
        ((2, 1), [14, 0, 0], ()),
        ((2,), [9, 2, 0], (BIDS,)),
        ((2,), [6, 2, 0], (BIDS,)),
        ((2,), [5, 0, 0], (BIDS,)),
        ((2, 1), [12, 2, 0], (BIDS,)),
        ((2, 1), [9, 9, 0], (BIDS,)),
    ],
)
def test_the_outlook_is_what_trying_everything_finds(plan: tuple[int, ...], opening: list[int], entries: Any) -> None:
    sheet = fold(3, *entries, plan=plan, opening=seats(opening))
    assert outlook(sheet) == tried(sheet)


@pytest.mark.parametrize("bids", [(3, 0, 1), (0, 0, 0), (1, 1, 0), (2, 2, 2), (0, 3, 3)])
@pytest.mark.parametrize("plan", [(3,), (3, 1)])
def test_with_all_bids_in_the_tricks_still_have_to_add_up(plan: tuple[int, ...], bids: tuple[int, ...]) -> None:
    for opening in product((0, 5, 7), (0, 2, 9), (0, 6, 12)):
        sheet = fold(3, Bids(dict(zip((1, 2, 0), bids, strict=True))), plan=plan, opening=seats(opening))
        assert outlook(sheet) == tried(sheet)


@pytest.mark.parametrize("bids", [(3, 0), (0, 0), (2, 2), (0, 2)])
def test_of_two_one_takes_what_the_other_leaves(bids: tuple[int, int]) -> None:
    for lead in range(-14, 15):
        sheet = fold(2, Bids({1: bids[0], 0: bids[1]}), plan=(3,) if sum(bids) != 3 else (4,), opening={0: lead})
        assert outlook(sheet) == tried(sheet)


@pytest.mark.parametrize("frozen", [-9, -3, -2, -1, 0, 1, 8, 9, 30])
def test_a_leaver_cannot_win_but_may_still_lose(frozen: int) -> None:
    sheet = fold(4, Leave(3), plan=(2,), opening={0: 6, 1: 2, 2: 0, 3: frozen})
    found = outlook(sheet)
    assert found == tried(sheet)
    assert (found[3].best, found[3].worst, found[3].can_win) == (frozen, frozen, False)


def test_half_the_bids_leave_the_hand_open() -> None:
    half = fold(3, Bids({1: 2}), plan=(2,), opening={0: 4, 1: 2, 2: 0})
    assert outlook(half) == outlook(fold(3, plan=(2,), opening={0: 4, 1: 2, 2: 0}))


def test_there_is_no_outlook_after_the_end_or_alone() -> None:
    assert outlook(fold(3, *played([0, 0, 0], [1, 0, 0]), plan=(1,))) == {}
    assert outlook(fold(2, Leave(1))) == {}


def test_the_outlook_of_two() -> None:
    sheet = fold(2, plan=(1,), opening={0: 8, 1: 0})
    assert outlook(sheet) == tried(sheet) == {0: Outlook(14, 7, True, False), 1: Outlook(6, -1, False, True)}


@pytest.mark.parametrize(
    ("costs", "tricks", "least"),
    [
        ([[0, 5, 9], [3, 1, 0]], 2, 0),
        ([[0, 5, 9], [3, 1, 0]], 1, 1),
        ([[0, 5, 9], [3, 1, 0]], 0, 3),
        ([[0, 5, 9], [3, 1, 7]], 2, 6),
        ([[4], [7]], 0, 11),
        ([], 0, 0),
    ],
)
def test_tricks_are_shared_out_as_cheaply_as_they_can_be(costs: list[list[int]], tricks: int, least: int) -> None:
    assert shared(costs, tricks) == least


@pytest.mark.parametrize("plan", [(1, 1), (1, 2), (1, 1, 1)])
@pytest.mark.parametrize("frozen", [-3, 0, 5, 6, 7, 9, 11, 12])
@pytest.mark.parametrize("others", [(0, 0), (0, 6), (6, 1, 0)])
def test_a_leaver_is_safe_where_one_of_those_left_must_miss(
    plan: tuple[int, ...], frozen: int, others: tuple[int, ...]
) -> None:
    if len(others) > 2 and len(plan) > 2:
        plan = plan[1:]
    leaver = len(others)
    sheet = fold(leaver + 1, Leave(leaver), plan=plan, opening=seats([*others, frozen]))
    assert outlook(sheet)[leaver] == tried(sheet)[leaver]


@pytest.mark.parametrize("frozen", range(-2, 14))
@pytest.mark.parametrize("bids", [(0, 0, 1), (1, 1, 1), (2, 0, 1), (0, 2, 2)])
def test_a_leaver_is_looked_at_with_the_bids_in_as_well(frozen: int, bids: tuple[int, ...]) -> None:
    opening = seats([0, 3, 1, frozen])
    sheet = fold(4, Leave(3), Bids(dict(zip((1, 2, 0), bids, strict=True))), plan=(2, 1), opening=opening)
    assert outlook(sheet)[3] == tried(sheet)[3]


def test_with_many_hands_left_it_counts_how_many_each_may_miss() -> None:
    plan = (1, 2, 3, 3, 2, 1)  # all make their bids in half of the hands: 3 x 5 + 6 - 3
    for frozen, loses in ((17, True), (19, False), (40, False)):
        sheet = fold(3, Leave(2), plan=plan, opening=seats([0, 0, frozen]))
        assert outlook(sheet)[2].can_lose is loses, frozen
