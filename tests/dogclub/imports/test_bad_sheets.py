"""Sheets that cannot be read as they are: a message says why, and no figure is invented."""

import pytest

from dogclub.imports.parsed.parsed_file import Unreadable
from scoring.records import score
from tests.dogclub.imports.corpus.making import open_document, text, workbook
from tests.dogclub.imports.files import read

DAY = "2026-03-05"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LOCKED = OLE + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(600)


def messages(content: bytes, name: str = "old.csv", **corrections: str) -> list[str]:
    matches, _ = read(content, name, **corrections)
    return [str(problem.message) for match in matches for problem in match.problems]


@pytest.mark.parametrize(
    ("content", "name", "sentence"),
    [
        (LOCKED, "old.xlsx", "protected by a password"),
        (OLE + bytes(1200), "old.xls", "a file of Excel before 2007"),
        (workbook({"Empty": []}), "old.xlsx", "This file is empty"),
        (workbook({"Scores": [["Date", "Player", "Total"]]}), "old.xlsx", "headings alone"),
        (open_document({"Scores": []}), "old.ods", "This file is empty"),
        (open_document({"Scores": [["Date", "Bea"]]})[:-60], "old.ods", "not a workbook that can be read"),
    ],
)
def test_a_sheet_that_cannot_be_read_says_why(content: bytes, name: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read(content, name)


def test_a_formula_without_its_result_is_no_figure() -> None:
    book = workbook({"Scores": [["Date", "Bea", "Otto"], [DAY, "=20+21", 38]]})
    assert messages(book, "old.xlsx") == ["“=20+21” is not a whole number."]


def test_two_columns_of_one_name_keep_their_games_out() -> None:
    rows = [["Date", "Bea", "Bea", "Otto"], [DAY, 41, 12, 38]]
    assert messages(text(rows)) == ["Two columns are called “Bea”. Rename one of them, with a surname or a number."]


def test_a_total_that_differs_from_its_rounds_keeps_the_game_out() -> None:
    rows = [[DAY], ["Round", "Bea", "Otto"], [1, 5, 6], [2, 7, 8], ["Total", 12, 15]]
    assert messages(text(rows), **{"0_figures": "points"}) == ["The total says 15 for Otto, but the rounds come to 14."]


def test_what_a_thousand_is_written_with_is_asked_once() -> None:
    content = text([["Date", "Bea", "Otto"], [DAY, "1.200", "38,0"]], ";")
    matches, _ = read(content)
    assert [problem.asks for match in matches for problem in match.problems] == ["0:decimal"]
    (match,), _ = read(content, **{"0_decimal": ","})
    assert score(match.record)["totals"] == {"Bea": 1200, "Otto": 38}


def test_a_cell_of_a_column_a_player_is_mended_for_that_player_alone() -> None:
    content = text([["Date", "Bea", "Otto"], [DAY, "4l", 38]])
    matches, _ = read(content)
    assert [(each.column, each.mend) for match in matches for each in match.problems] == [("total of Bea", "41")]
    (match,), _ = read(content, **{"2_total of Bea": "41"})
    assert score(match.record)["totals"] == {"Bea": 41, "Otto": 38}


def test_a_season_gives_a_year_to_days_on_both_sides_of_the_new_year() -> None:
    content = text([["Date", "Bea", "Otto"], ["5 Nov", 1, 2], ["7 Jan", 3, 4]])
    matches, _ = read(content, **{"0_year": "2024/25"})
    assert [f"{match.played_at:%Y-%m}" for match in matches if match.played_at] == ["2024-11", "2025-01"]


def test_ten_thousand_results_are_read() -> None:
    rows = [[f"{2000 + n // 336}-{1 + n // 28 % 12:02}-{1 + n % 28:02}", n, n + 1] for n in range(5_000)]
    matches, _ = read(text([["Date", "Bea", "Otto"], *rows]))
    assert len(matches) == 5_000
