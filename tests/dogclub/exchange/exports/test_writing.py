"""Writing a grid in both formats: values of cells, protection from formulas, and layout."""

import ast
import csv
import io
from collections.abc import Sequence
from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from clubs.language.locales import date_format
from dogclub.exchange.exports import blocks
from dogclub.exchange.exports.layout import PIECE, YES, Cell, Column, Grid, Kind, TooLong, as_written, harmless
from dogclub.exchange.exports.writing import MARK, csv_pieces, write_xlsx

NAME, SCORE, SHARE = Column("Player"), Column("Total", Kind.INT), Column("Share", Kind.DECIMAL)
DAY, MOMENT = Column("Day", Kind.DATE), Column("Began", Kind.TIME)
VECTORS = [
    *("=1+1", "+1", "-1+cmd|'/C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "\u200b=1", "\ufeff=1"),
    *("\uff1d1", "\uff0b1", "\uff0d1", "\uff20x", "\u22121", '=HYPERLINK("http://x")', "'=1", "''@", "-"),
]
NAMES = [
    "Wilhelmina Featherstonehaugh-Oyelaran III",
    "🐶 Rex",
    "דוב כהן",
    "أحمد",
    'O\'Hara, "Bo"',
    "two\nlines",
    "7",
    "#N/A",
]


def a_grid(columns: Sequence[Column], *rows: Sequence[Cell]) -> Grid:
    return Grid("table", "A table", columns, rows)


def csv_rows(grid: Grid) -> list[list[str]]:
    return list(csv.reader(io.StringIO("".join(csv_pieces(grid, mark=False)), newline="")))


def sheet_of(grid: Grid) -> Any:
    file = io.BytesIO()
    write_xlsx(grid, file)
    return load_workbook(io.BytesIO(file.getvalue())).worksheets[0]


@pytest.mark.parametrize("text", VECTORS)
def test_words_like_a_formula_are_harmless_and_come_back(text: str) -> None:
    written = csv_rows(a_grid([NAME], [text]))[1][0]
    assert written == f"'{text}"
    assert as_written(written) == text
    cell = sheet_of(a_grid([NAME], [text])).cell(2, 1)
    assert cell.data_type in {"s", "inlineStr"}
    assert cell.value == text.replace("\r", "\n") or cell.value == text


@given(st.text(alphabet=st.sampled_from("'=+-@\t\r \u200bab7−＝"), max_size=8))
def test_any_words_come_back(text: str) -> None:
    assert as_written(harmless(text)) == text


@pytest.mark.parametrize("text", NAMES)
def test_names_stand_as_they_are(text: str) -> None:
    assert csv_rows(a_grid([NAME], [text]))[1] == [text]
    cell = sheet_of(a_grid([NAME], [text])).cell(2, 1)
    assert (cell.value, cell.data_type) == (text, "s")


@pytest.mark.parametrize("value", [-7, 0, 41, -1_000_000])
def test_numbers_stay_numbers_below_nought_too(value: int) -> None:
    assert csv_rows(a_grid([SCORE], [value]))[1] == [str(value)]
    cell = sheet_of(a_grid([SCORE], [value])).cell(2, 1)
    assert (cell.value, cell.data_type) == (value, "n")


def test_shares_days_and_moments_are_what_they_are(settings: Any) -> None:
    settings.TIME_ZONE = "Europe/London"
    moment = datetime(2026, 7, 2, 18, 30, 5, tzinfo=UTC)
    grid = a_grid([SHARE, DAY, MOMENT], [-0.25, date(2026, 7, 2), moment], [None, None, None])
    assert csv_rows(grid)[1:] == [["-0.25", "2026-07-02", "2026-07-02 19:30"], ["", "", ""]]
    cells = sheet_of(grid)[2]
    assert [cell.value for cell in cells] == [
        -0.25,
        *map(datetime.fromisoformat, ("2026-07-02", "2026-07-02T19:30:05")),
    ]
    assert [cell.is_date for cell in cells] == [False, True, True]


def test_the_head_is_bold_and_stays_in_sight() -> None:
    sheet = sheet_of(a_grid([NAME, SCORE], ["Ann", 1]))
    assert [cell.value for cell in sheet[1]] == ["Player", "Total"]
    assert all(cell.font.b for cell in sheet[1])
    assert sheet.freeze_panes == "A2"
    assert sheet.column_dimensions["A"].width == NAME.letters


def test_csv_is_as_the_rfc_has_it() -> None:
    text = "".join(csv_pieces(a_grid([NAME, SCORE], ['He said "woof", twice', -1])))
    assert text == f'{MARK}Player,Total\r\n"He said ""woof"", twice",-1\r\n'


def test_an_empty_table_has_its_head() -> None:
    grid = a_grid([NAME, SCORE])
    assert csv_rows(grid) == [["Player", "Total"]]
    assert sheet_of(grid).max_row == 1


def test_a_long_table_comes_in_pieces_and_says_how_far_it_is() -> None:
    seen: list[int] = []
    taken: list[int] = []

    def rows() -> Any:
        for number in range(2 * PIECE + 1):
            taken.append(number)
            yield [number]

    pieces = csv_pieces(Grid("long", "Long", [SCORE], rows()), seen=seen.append)
    next(pieces)
    assert taken == []
    next(pieces)
    assert len(taken) == PIECE
    assert len(list(pieces)) == 2
    assert seen == [PIECE, 2 * PIECE, 2 * PIECE + 1]


def test_more_rows_than_a_sheet_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dogclub.exchange.exports.excel.MOST_ROWS", 2)
    with pytest.raises(TooLong):
        write_xlsx(a_grid([SCORE], [1], [2], [3]), io.BytesIO())


def test_signs_excel_cannot_keep_are_left_out_and_titles_fit() -> None:
    file = io.BytesIO()
    write_xlsx(Grid("x", "A [very] long/title: with every sign * that Excel refuses?", [NAME], [["a\x07b"]]), file)
    book = load_workbook(io.BytesIO(file.getvalue()))
    assert book.sheetnames == ["A  very  long title  with every"]
    assert book.worksheets[0].cell(2, 1).value == "ab"


def test_excel_is_in_the_language_of_the_reader_and_csv_in_english() -> None:
    mark = Column("Won")
    columns = [NAME, SCORE, mark, Column("Wilhelmina")]
    with translation.override("de"):
        book = sheet_of(a_grid(columns, ["Ann", 7, YES, "so"]))
        assert [cell.value for cell in book[1]] == ["Person", "Stand", "Gewonnen", "Wilhelmina"]
        assert [cell.value for cell in book[2]] == ["Ann", 7, "ja", "so"]
        assert csv_rows(a_grid(columns, ["Ann", 7, YES, "so"])) == [
            ["Player", "Total", "Won", "Wilhelmina"],
            ["Ann", "7", "yes", "so"],
        ]


def test_a_sheet_has_its_name_in_the_language_of_the_reader() -> None:
    with translation.override("fr"):
        file = BytesIO()
        write_xlsx(Grid("matches", "Matches", [NAME], []), file)
        assert load_workbook(file).sheetnames == ["Parties"]


def test_a_csv_is_made_in_english_to_the_last_piece() -> None:
    def rows() -> Any:
        for _ in range(PIECE + 1):
            yield [date_format(date(2026, 7, 2), "l")]

    with translation.override("de"):
        lines = "".join(csv_pieces(Grid("days", "Days", [NAME], rows()))).splitlines()
    assert {*lines[1:]} == {"Thursday"}


def test_every_heading_is_known() -> None:
    """What is not in `TITLES` stays English in Excel."""
    calls = [
        node
        for path in Path(blocks.__file__).parent.glob("*_tables.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    named: dict[str, slice] = {"texts": slice(None), "ints": slice(None), "Column": slice(1), "Grid": slice(1, 2)}
    literals = {
        word.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in named
        for word in call.args[named[call.func.id]]
        if isinstance(word, ast.Constant)
    }
    assert literals and literals - {*blocks.TITLES} == set()
