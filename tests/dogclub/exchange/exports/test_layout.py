"""A match as a table of rows, and the record read back from it."""

import csv
import io
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest
from openpyxl import load_workbook

from dogclub.exchange.exports.blocks import Block, Misread, column_of, game_of
from dogclub.exchange.exports.layout import (
    AFTER,
    BEFORE,
    About,
    Grid,
    as_written,
    columns,
    fields_of,
    names_of,
    rows_of,
)
from dogclub.exchange.exports.writing import csv_pieces, write_xlsx
from scoring import ENGINES
from scoring.base import replay
from scoring.records import from_record, score, to_record
from tests.scoring.test_golden import PATHS, load, name

ABOUT = About("m1", datetime(2026, 3, 5, 19, 30, tzinfo=UTC), None, "finished", date(2026, 3, 5), "2")
GOLDEN = [path for path in PATHS if load(path)["record"]["game"] in {game.key for game in ENGINES}]


def grid_of(record: dict[str, Any]) -> Grid:
    engine, names, seats, options, entries = from_record(record)
    sheet = replay(engine, seats, options, entries)
    wanted = names_of(engine.key)
    rows = rows_of(ABOUT, record, names, sheet)
    return Grid("sheets", "Sheets", columns(engine.key), ([row.get(key) for key in wanted] for row in rows))


def by_csv(grid: Grid) -> list[dict[str, Any]]:
    rows = csv.DictReader(io.StringIO("".join(csv_pieces(grid, mark=False)), newline=""))
    return [{key: as_written(cell) for key, cell in row.items()} for row in rows]


def by_excel(grid: Grid) -> list[dict[str, Any]]:
    file = io.BytesIO()
    write_xlsx(grid, file)
    head, *rows = load_workbook(io.BytesIO(file.getvalue())).worksheets[0].iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=True)) for row in rows]


def read(game: str, rows: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], list[Misread]]:
    block = Block(game, rows)
    return block.record(), block.problems


@pytest.mark.variants
@pytest.mark.parametrize("way", [by_csv, by_excel])
def test_every_golden_record_goes_out_and_comes_back(way: Any) -> None:
    records = {name(path): to_record(*from_record(load(path)["record"])) for path in GOLDEN}
    assert [about for about, record in records.items() if not comes_back(record, way)] == []


def comes_back(record: dict[str, Any], way: Any) -> bool:
    again, problems = read(record["game"], way(grid_of(record)))
    return not problems and score(again) == score(record) and to_record(*from_record(again)) == record


def test_the_columns_are_those_of_the_record_and_nothing_else() -> None:
    played = ["bids", "tricks", "flip", "trump", "arrivals", "departures", "void", "adjust", "adjust_note"]
    assert list(fields_of("dirty-dog")) == played
    assert names_of("clash-of-corgis") == [*BEFORE, "winner", "cards_left", *AFTER]
    every = names_of(*(game.key for game in ENGINES))
    assert len(every) == len(set(every))


def test_a_row_says_what_a_player_did_in_a_hand_and_what_came_of_it() -> None:
    record = {"record": 1, "game": "dirty-dog", "players": ["Ann", "Bo", "Cy"]}
    hand = {"bids": {"Bo": 0, "Cy": 1, "Ann": 1}, "tricks": {"Bo": 0, "Cy": 1, "Ann": 0}}
    first = by_csv(grid_of(record | {"rounds": [hand]}))[0]
    assert first == {
        **dict.fromkeys(names_of("dirty-dog"), ""),
        "match": "m1",
        "date": "2026-03-05 19:30",
        "state": "finished",
        "night": "2026-03-05",
        "table": "2",
        "game": "dirty-dog",
        "round": "1",
        "player": "Ann",
        "seat": "1",
        "bids": "1",
        "tricks": "0",
        "points": "-1",
        "total": "-1",
        "place": "3",
    }


def test_a_sheet_typed_by_hand_needs_neither_seats_nor_options() -> None:
    rows = [
        {"round": "1", "player": name, "bids": bid, "tricks": tricks}
        for name, bid, tricks in (("Ann", "1", "0"), ("Bo", "0", "0"), ("Cy", "1", "1"))
    ]
    record, problems = read("dirty-dog", rows)
    assert problems == []
    assert record["players"] == ["Ann", "Bo", "Cy"]
    assert score(record)["totals"] == {"Ann": -1, "Bo": 5, "Cy": 6}


def test_totals_alone_make_a_match_where_the_game_allows_it() -> None:
    rows = [{"player": "Ann", "total": "41"}, {"player": "Bo", "total": "\u22127"}]
    record, problems = read("dirty-dog", rows)
    assert problems == []
    assert score(record)["totals"] == {"Ann": 41, "Bo": -7}
    assert "needs its rounds" in read("top-dog", rows)[1][0].message


@pytest.mark.parametrize(
    ("cell", "column", "mend"),
    [("6o", "bids", "60"), ("l", "bids", "1"), ("two", "bids", ""), ("2.5", "round", ""), ("", "bids", None)],
)
def test_a_figure_that_is_none_is_said_with_what_it_may_have_meant(cell: str, column: str, mend: str | None) -> None:
    rows = [{"round": 1, "player": "Ann", "bids": 0, "tricks": 0}, {"round": 1, "player": "Bo"} | {column: cell}]
    problems = read("dirty-dog", rows)[1]
    expected = [] if mend is None else [Misread(1, column, cell, f"“{cell}” is not a whole number.", mend)]
    assert problems == expected


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"void": "perhaps"}], "neither yes nor no"),
        ([{"flip": "7H"}, {"flip": "8H"}], "“7H” in another row"),
        ([{"arrivals": "{oops"}], "cannot be read"),
        ([{"player": "Ann", "bids": 1}, {"player": "Ann", "bids": 2}], "two rows in this round"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(rows: list[dict[str, Any]], said: str) -> None:
    full = [{"round": 1, "player": name} | row for name, row in zip(("Ann", "Bo"), rows, strict=False)]
    assert said in read("dirty-dog", full)[1][0].message


def test_headings_and_games_are_known_however_they_are_written() -> None:
    assert [column_of(each) for each in ("Bid", " TRICKS ", "Cards taken", "hand", "Seat", "wind")] == [
        *("bids", "tricks", "cards_taken", "round", "seat", ""),
    ]
    assert [game_of(each) for each in ("dirty dog", "Pack o’ Dogs", "go")] == ["dirty-dog", game_of("pack-o-dogs"), ""]
