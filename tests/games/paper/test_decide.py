"""What the rules make of the cells of a sheet, each with its probabilities."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from benchmarks.reading_sheets import match, totals_of
from games.paper.geometry import Cell, Rect
from games.paper.reading.cells import FIGURES, TOTALS, Reading
from games.paper.reading.decide import DecidedHand, Hand, decided
from scoring.dirty_dog import Options
from scoring.dirty_dog.plan import planned_cards

SURE = 0.999
PLAYERS = 4
RECORD = match(random.Random(3), PLAYERS, hands=8)
TOTALS_WRITTEN = totals_of(RECORD)


def reading(what: str, hand: int, seat: int, said: dict[int, float], empty: float = 0.0, black: float = 0.0) -> Reading:
    """A cell with these probabilities of its numbers; the rest is spread over all."""
    numbers = TOTALS if what == "total" else FIGURES
    rest = max(0.0, 1 - sum(said.values()) - empty - black)
    values = np.full(len(numbers), rest / len(numbers))
    for value, chance in said.items():
        values[value - numbers[0]] += chance
    text = str(max(said, key=lambda value: said[value])) if said and max(said.values()) > 0.5 else ""
    cell = Cell("total" if what == "total" else "bid", hand, seat, Rect(0, 0, 8, 8), Rect(0, 0, 8, 8))
    return Reading(cell, numbers[0], values, empty, black, text.replace("-", "−"))


def hands(**others: Reading) -> list[Hand]:
    """The match as it was written, clearly; cells named bid_2_0 (hand, seat from 0) are others."""
    out = []
    for at, (played, totals) in enumerate(zip(RECORD["rounds"], TOTALS_WRITTEN, strict=True)):
        cells: dict[str, list[Reading]] = {"bid": [], "tricks": [], "total": []}
        for seat in range(PLAYERS):
            name = str(seat + 1)
            for what, value in (
                ("bid", played["bids"][name]),
                ("tricks", played["tricks"][name]),
                ("total", totals[seat]),
            ):
                written = reading(what, at, seat, {value: SURE})
                cells[what].append(others.get(f"{what}_{at}_{seat}", written))
        cards = planned_cards(PLAYERS, Options())[at]
        out.append(Hand(at, cards, cells["bid"], cells["tricks"], cells["total"]))
    return out


def values(decision: Sequence[DecidedHand]) -> list[tuple[dict[str, int], dict[str, int]]]:
    return [
        (
            {str(seat + 1): each.value for seat, each in enumerate(hand.bids)},
            {str(seat + 1): each.value for seat, each in enumerate(hand.tricks or ())},
        )
        for hand in decision
    ]


def written() -> list[tuple[dict[str, int], dict[str, int]]]:
    return [(hand["bids"], hand["tricks"]) for hand in RECORD["rounds"]]


def ordered(pairs: list[tuple[dict[str, int], dict[str, int]]]) -> list[tuple[list[int], list[int]]]:
    return [tuple([hand[name] for name in sorted(hand)] for hand in pair) for pair in pairs]  # type: ignore[misc]


def doubtful(decision: Sequence[DecidedHand]) -> list[tuple[int, int, str]]:
    return [
        (at, seat, what)
        for at, hand in enumerate(decision)
        for what, cells in (("bid", hand.bids), ("tricks", hand.tricks or ()))
        for seat, each in enumerate(cells)
        if each.doubtful
    ]


def test_a_clear_sheet_is_as_written_and_nothing_is_asked() -> None:
    decision = decided(hands(), Options())
    assert ordered(values(decision)) == ordered(written())
    assert doubtful(decision) == []
    assert [list(hand.totals) for hand in decision] == TOTALS_WRITTEN


def test_what_is_unclear_is_settled_where_the_rules_leave_one_reading() -> None:
    bid = RECORD["rounds"][5]["bids"]["2"]
    unclear = reading("bid", 5, 1, {bid: 0.4, bid + 1: 0.5})
    decision = decided(hands(bid_5_1=unclear), Options())
    assert decision[5].bids[1].value == bid
    assert (decision[5].bids[1].settled, decision[5].bids[1].doubtful) == (True, False)
    assert doubtful(decision) == []


def test_what_is_clear_is_never_overruled_without_asking() -> None:
    tricks = RECORD["rounds"][5]["tricks"]["2"]
    other = reading("tricks", 5, 1, {tricks + 1: SURE})
    decision = decided(hands(tricks_5_1=other), Options())
    cell = (decision[5].tricks or ())[1]
    assert (cell.value, cell.doubtful) == (tricks, True)
    assert set(cell.likely) >= {tricks, tricks + 1}


@pytest.mark.parametrize("how", [{"empty": 0.99}, {"black": 0.9}])
def test_what_is_empty_or_blacked_out_is_asked(how: dict[str, float]) -> None:
    bid = RECORD["rounds"][4]["bids"]["3"]
    beside = {} if "empty" in how else {bid: 0.09}
    decision = decided(hands(bid_4_2=reading("bid", 4, 2, beside, **how)), Options())
    assert doubtful(decision) == [(4, 2, "bid")]
    assert decision[4].bids[2].likely[0] == bid


def test_two_readings_that_both_fit_are_asked() -> None:
    at, seat = next(
        (at, seat)
        for at, hand in enumerate(RECORD["rounds"])
        for seat in range(PLAYERS)
        if hand["tricks"][str(seat + 1)] - hand["bids"][str(seat + 1)] >= 1 and hand["tricks"][str(seat + 1)] >= 2
    )
    bid = RECORD["rounds"][at]["bids"][str(seat + 1)]
    other = bid + 1 if bid == 0 else bid - 1
    split = reading("bid", at, seat, {bid: 0.5, other: 0.45})
    decision = decided(hands(**{f"bid_{at}_{seat}": split}), Options())
    assert (at, seat, "bid") in doubtful(decision)


def test_a_total_that_was_counted_wrong_changes_neither_bids_nor_tricks() -> None:
    wrong = {
        f"total_{at}_1": reading("total", at, 1, {TOTALS_WRITTEN[at][1] + 10: SURE})
        for at in range(3, len(RECORD["rounds"]))
    }
    decision = decided(hands(**wrong), Options())
    assert ordered(values(decision)) == ordered(written())
    assert [list(hand.totals) for hand in decision] == TOTALS_WRITTEN


def test_bids_obey_the_rule_even_where_nothing_else_is_known() -> None:
    cards = planned_cards(PLAYERS, Options())[2]
    bids = [reading("bid", 2, seat, {1: 0.34, 0: 0.33, 2: 0.3}) for seat in range(PLAYERS)]
    decision = decided([*hands()[:2], Hand(2, cards, bids, None, [])], Options())
    assert decision[-1].tricks is None
    assert sum(each.value for each in decision[-1].bids) != cards
