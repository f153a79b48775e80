"""Sheets that cannot be read as they are: a message says why, and no figure is invented."""

from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dogclub.exchange.imports.parsed_file import ParsedMatch, Unreadable
from dogclub.exchange.imports.review.dry_run import score as scored
from scoring.records import score
from tests.dogclub.exchange.imports.corpus.making import open_document, prefixed, strict, text, workbook
from tests.dogclub.exchange.imports.files import RECORD, read, records
from tests.profiles import examples

BG_STATS = Path(__file__).with_name("corpus").joinpath("BGStatsExport.json").read_text("utf-8")
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


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ('date-value="2026-03-05"', 'date-value="2026-13-45"', "There is no month 13."),
        ('date-value="2026-03-05"', 'date-value="2026-02-30"', "There is no 30 February."),
        ('date-value="2026-03-05"', 'date-value="0001-01-01"', "1 is too long ago for Dog Club."),
        ('date-value="2026-03-05"', 'date-value="9999-12-31T23:59:59"', "This day is in the future"),
        ('date-value="2026-03-05"', 'date-value="soon"', "“soon” is not a day."),
        ('value="38"', 'value="1e999"', "“inf” is not a whole number."),
        ('value="38"', 'value="NaN"', "“nan” is not a whole number."),
        ('value="38"', 'value="many"', "“many” is not a whole number."),
    ],
)
def test_a_cell_that_cannot_be_keeps_its_own_game_out(was: str, becomes: str, sentence: str) -> None:
    rows = [["Date", "Bea", "Otto"], [date(2026, 3, 5), 41, 38], [date(2026, 3, 12), 44, 27], [date(2026, 3, 19), 4, 2]]
    content = open_document({"Scores": rows}, changed={was: becomes})
    bad, *good = read(content, "old.ods")[0]
    assert [(problem.line, sentence in str(problem.message)) for problem in bad.problems] == [(2, True)], bad.problems
    assert [match.problems for match in good] == [[], []]


@pytest.mark.parametrize(
    "day", ["0001-01-01T00:00:00", "9999-12-31T23:59:59", "9999-12-31T23:59:59-23:59", "31.12.9999"]
)
def test_the_ends_of_the_calendar_are_a_problem_in_every_reader(day: str) -> None:
    assert len(messages(records(RECORD, day=day), "old.jsonl")) == 1
    assert len(messages(text([["Date", "Bea", "Otto"], [day, 41, 38]]))) == 1
    play = BG_STATS.replace('"playDate": "2', f'"playDate": "{day}", "x": "2').encode()
    assert all(match.problems and match.played_at is None for match in read(play, "BGStatsExport.json")[0])


ODD = ["Date", "Player", "Total", "Score", "Bid", "Tricks", "Round", "Cards", "Max", "Best", "Sum", "Anna", "Na", "N"]
ODD += [
    "Table 1",
    DAY,
    "5.3.",
    "31.2.2025",
    "",
    "",
    "-",
    "abs",
    "0",
    "1",
    "2",
    "-7",
    "41,5",
    "1.200",
    "6o",
    "=1+1",
    "nan",
    "²",
]
ANSWERS = {"0:day": DAY, "0:figures": "points", "0:blocks": "beside", "0:column-2": "scores", "0:row-3": "player"}


@settings(max_examples=examples(60))
@given(
    st.lists(st.lists(st.sampled_from(ODD), min_size=1, max_size=7), min_size=2, max_size=7),
    st.sets(st.sampled_from([*ANSWERS])),
)
def test_any_sheet_is_read_or_refused_in_words(rows: list[list[Any]], answered: set[str]) -> None:
    with suppress(Unreadable):
        matches, _ = read(text(rows, ";"), **{key.replace(":", "_", 1): ANSWERS[key] for key in answered})
        assert all(
            str(problem.message)[-1] in ".?" for match in map(with_problems, matches) for problem in match.problems
        )


def with_problems(match: ParsedMatch) -> ParsedMatch:
    """Return the match with what is said when it is scored."""
    return scored(match)[0]


def test_two_sheets_of_one_name_are_two_sheets() -> None:
    rows = [["Date", "Bea", "Otto"], [DAY, 41, 38]]
    content = open_document(
        {"Scores": rows, "Other": [["Date", "Bea", "Otto"], [DAY, 1, 2]]}, changed={"Other": "Scores"}
    )
    found, _ = read(content, "old.ods")
    assert [score(match.record)["totals"] for match in found] == [{"Bea": 41, "Otto": 38}, {"Bea": 1, "Otto": 2}]


def test_a_strict_workbook_and_one_with_prefixes_are_read() -> None:
    few = workbook({"Scores": [["Date", "Bea", "Otto"], [date(2026, 3, 5), 41, 38]]})
    many = workbook({"Scores": [["Date", "Bea", "Otto"], *([date(2026, 3, 5), n, n + 1] for n in range(9_000))]})
    assert [len(read(content, "old.xlsx")[0]) for content in (strict(few), prefixed(many))] == [1, 9_000]


def test_two_columns_of_one_name_keep_their_games_out() -> None:
    rows = [["Date", "Bea", "Bea", "Otto"], [DAY, 41, 12, 38]]
    assert messages(text(rows)) == ["Two columns are called “Bea”. Say under Format who each of them is."]


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
