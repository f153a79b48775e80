"""Sheets with one figure and a total of each seat in a row: what the rules make of them, and what is asked."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from benchmarks.reading_sheets import figures_of, rows_match, totals_of
from games.paper.checked_games import RowSheet, checked_sheet
from games.paper.geometry import Cell, Rect
from games.paper.reading.cells import Reading, numbers_of
from games.paper.reading.sheet import DecidedRow, Row, decided_rows
from games.paper.row_games import ROW_GAMES, RowGame
from scoring.records import score

GAMES = pytest.mark.parametrize("game", ROW_GAMES.values(), ids=lambda game: game.layout)
SURE = 0.999
Json = dict[str, Any]


def reading(game: RowGame, what: str, row: int, seat: int, said: dict[int, float], empty: float = 0.0) -> Reading:
    """A cell with these probabilities of its numbers; the rest is spread over all."""
    cell = Cell("total" if what == "total" else game.what, row, seat, Rect(0, 0, 8, 8), Rect(0, 0, 8, 8))
    numbers = numbers_of(cell)
    rest = max(0.0, 1 - sum(said.values()) - empty)
    values = np.full(len(numbers), rest / len(numbers))
    for value, chance in said.items():
        values[value - numbers[0]] += chance
    text = str(max(said, key=lambda value: said[value])) if said and max(said.values()) > 0.5 else ""
    return Reading(cell, numbers[0], values, empty, 0.0, text)


def match(game: RowGame) -> Json:
    return rows_match(random.Random(5), game, game.engine.seats[1], game.rows)


def rows(game: RowGame, record: Json, **others: Reading) -> list[Row]:
    """The match as it was written, clearly; cells named c2_0 (row, seat from 0) or t2_0 (totals) are others."""
    figures, totals, seats = figures_of(record), totals_of(record), range(len(record["players"]))
    out = []
    for at in range(len(record["rounds"])):
        cells, sums = [], []
        for seat in seats:
            value = figures[at, seat, game.what]
            plain = reading(game, game.what, at, seat, {} if value is None else {value: SURE}, empty=value is None)
            cells.append(others.get(f"c{at}_{seat}", plain))
            sums.append(others.get(f"t{at}_{seat}", reading(game, "total", at, seat, {totals[at][seat]: SURE})))
        out.append(Row(at, cells, sums))
    return out


def doubtful(decision: Sequence[DecidedRow]) -> list[tuple[int, int]]:
    return [(at, seat) for at, row in enumerate(decision) for seat, each in enumerate(row.figures) if each.doubtful]


@GAMES
def test_a_clear_sheet_is_as_written_and_the_engine_scores_it(game: RowGame) -> None:
    record = match(game)
    decision = decided_rows(rows(game, record), game)
    assert doubtful(decision) == []
    assert [list(row.totals) for row in decision] == totals_of(record)
    assert [game.round(row.values, record["players"]) for row in decision] == record["rounds"]
    assert score(record)["rounds"]


def bound(game: RowGame, record: Json) -> tuple[int, int, int, int]:
    """Row, seat and value of a cell that the rules and totals bind, and another value. Cards left are bound by who won
    alone.
    """
    written = figures_of(record).items()
    if game.may_be_empty:
        return next((at, seat, 0, 6) for (at, seat, _what), value in written if value == 0)
    return next((at, seat, value, value - 1) for (at, seat, _what), value in written if value)


@GAMES
def test_what_is_unclear_is_settled_by_the_totals(game: RowGame) -> None:
    record = match(game)
    at, seat, value, other = bound(game, record)
    unclear = reading(game, game.what, at, seat, {value: 0.45, other: 0.5})
    decision = decided_rows(rows(game, record, **{f"c{at}_{seat}": unclear}), game)
    assert (decision[at].figures[seat].value, decision[at].figures[seat].settled) == (value, True)


@GAMES
def test_what_is_clear_is_never_overruled_without_asking(game: RowGame) -> None:
    record = match(game)
    at, seat, _value, other = bound(game, record)
    clear = reading(game, game.what, at, seat, {other: SURE})
    assert (at, seat) in doubtful(decided_rows(rows(game, record, **{f"c{at}_{seat}": clear}), game))


def test_cards_left_that_nobody_counted_are_not_asked() -> None:
    game = ROW_GAMES["series"]
    record: Json = {"record": 1, "game": game.engine.key, "players": ["1", "2", "3"], "rounds": [{"winner": "2"}] * 3}
    decision = decided_rows(rows(game, record), game)
    assert doubtful(decision) == []
    assert [game.round(row.values, record["players"]) for row in decision] == record["rounds"]


def document(game: RowGame, record: Json, **changes: Json) -> Json:
    """What `read-sheet` says of the match; `changes` are by cell, as c2_1 (row and seat from 1)."""
    known = {"probability": 1.0, "second": 0.0, "doubtful": False, "settled": False}
    cells = []
    for (row, seat, what), value in figures_of(record).items():
        place = {"hand": row + 1, "seat": seat + 1}
        own: Json = place | known | {"what": what, "value": value, "read": str(value), "likely": [value]}
        cells.append(own | changes.get(f"c{row + 1}_{seat + 1}", {}))
        total = totals_of(record)[row][seat]
        cells.append(place | known | {"what": "total", "value": total, "read": str(total)})
    sheet = {"players": len(record["players"]), "layout": game.layout}
    return {"sheet": sheet, "record": record, "cells": cells, "problems": []}


@GAMES
def test_a_checked_sheet_has_the_totals_and_the_fields_of_its_form(game: RowGame) -> None:
    record = match(game)
    sheet = checked_sheet(document(game, record))
    assert isinstance(sheet, RowSheet)
    assert sheet.to_check == []
    assert sheet.totals == totals_of(record)
    assert {name.split("-")[0] for name in dict(sheet.fields())} == {f"r{at + 1}" for at in range(len(sheet.rows))}
    assert sheet.options == game.engine.options() or record["options"]


def test_hands_that_add_up_and_make_the_total_are_proposed_first() -> None:
    game = ROW_GAMES["rounds"]
    record = {"record": 1, "game": "top-dog", "players": ["1", "2"], "rounds": [{"won": {"1": 6, "2": 7}}]}
    asked = {"doubtful": True, "read": "", "likely": [5, 6]}
    sheet = checked_sheet(document(game, record, c1_1=asked))
    (figure,) = sheet.to_check
    assert next((key.value, key.fits) for key in sheet.keys(figure)) == (6, True)
    again = checked_sheet(document(game, record, c1_1=asked), [{"cell": "1-1-won", "value": 3}])
    assert [each.place for each in again.to_check] == [(1, 1, "won")]


def test_a_tied_last_hand_follows_from_the_sum() -> None:
    game = ROW_GAMES["rounds"]
    assert game.round((6, 6), ["1", "2"]) == {"won": {"1": 6, "2": 6}, "last_hand_tied": True}
    assert dict(game.fields(0, (6, 6)))["r1-tied"] == "1"
