"""What is asked about a sheet that was read, and the figures to choose from."""

from typing import Any

from games.paper.checked_games import checked_sheet
from games.paper.checking import CheckedSheet

Json = dict[str, Any]


def cell(hand: int, seat: int, what: str, value: int, **more: Any) -> Json:
    known = {"probability": 1.0, "second": 0.0, "doubtful": False, "settled": False, "likely": [value]}
    return {"hand": hand, "seat": seat, "what": what, "value": value, "read": str(value), **known, **more}


def document(*hands: tuple[list[int], list[int], list[int]], **changes: Json) -> Json:
    """Hands as (bids, tricks, totals) of three players; `changes` are by cell, as h1_2_bid."""
    cells = []
    for hand, figures in enumerate(hands, start=1):
        for seat in (1, 2, 3):
            for what, values in zip(("bid", "tricks", "total"), figures, strict=True):
                cells.append(cell(hand, seat, what, values[seat - 1], **changes.get(f"h{hand}_{seat}_{what}", {})))
    return {"sheet": {"players": 3, "layout": "rev1"}, "record": {"options": {}}, "cells": cells, "problems": []}


FIRST = ([1, 0, 1], [1, 0, 0], [6, 5, -1])
SECOND = ([0, 0, 1], [0, 1, 1], [11, 4, 5])
DOUBTFUL = {"doubtful": True, "read": "", "likely": [1, 0]}


def keys(sheet: CheckedSheet) -> list[tuple[int, bool, bool]]:
    return [(key.value, key.fits, key.is_barred) for key in sheet.keys(sheet.to_check[0])]


def test_nothing_is_asked_where_everything_is_clear() -> None:
    sheet = checked_sheet(document(FIRST, SECOND))
    assert sheet.to_check == []
    assert sheet.totals == [[6, 5, -1], [11, 4, 5]]
    assert dict(sheet.fields())["tricks-2-1"] == "1"


def test_tricks_that_add_up_and_make_the_total_fit() -> None:
    sheet = checked_sheet(document(FIRST, h1_1_tricks=DOUBTFUL))
    assert keys(sheet) == [(1, True, False), (0, False, False)]
    assert sheet.keys(sheet.to_check[0])[0].total == 6


def test_the_rule_bars_a_bid() -> None:
    sheet = checked_sheet(document(FIRST, h1_3_bid=DOUBTFUL))
    assert keys(sheet) == [(1, True, False), (0, False, True)]


def test_a_total_that_is_not_clear_decides_nothing() -> None:
    unclear = {"probability": 0.1, "read": "9"}
    sheet = checked_sheet(document(FIRST, h1_1_bid=DOUBTFUL | {"read": "1"}, h1_1_total=unclear))
    assert sheet.figures[1, 1, "bid"].written == 1
    assert keys(sheet) == [(1, True, False), (0, False, True)]
    assert [key.total for key in sheet.keys(sheet.to_check[0])] == [None, None]


def test_an_answer_that_breaks_the_hand_is_asked_about_again() -> None:
    answers = [{"cell": "1-1-tricks", "value": 0}]
    sheet = checked_sheet(document(FIRST), answers)
    assert [each.key for each in sheet.to_check] == ["1-1-tricks"]
    sheet = checked_sheet(document(FIRST), [*answers, {"cell": "1-3-tricks", "value": 1}])
    assert sheet.to_check == []
    assert sheet.totals == [[-1, 5, 6]]
    sheet = checked_sheet(document(FIRST), [{"cell": "1-3-bid", "value": 0}])
    assert [each.key for each in sheet.to_check] == ["1-3-bid"]


def test_an_answer_waits_for_the_others_of_its_hand() -> None:
    sheet = checked_sheet(document(FIRST, h1_2_tricks=DOUBTFUL), [{"cell": "1-1-tricks", "value": 0}])
    assert [each.key for each in sheet.to_check] == ["1-2-tricks"]
    assert keys(sheet)[0][0] == 1


def test_a_figure_of_more_than_the_cards_is_not_proposed() -> None:
    sheet = checked_sheet(document(FIRST, h1_1_bid=DOUBTFUL | {"read": "15"}))
    assert sheet.to_check[0].written is None
    assert {value for value, _fits, _barred in keys(sheet)} == {0, 1}
