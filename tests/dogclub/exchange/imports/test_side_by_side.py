"""Tables side by side: each is read by itself; where each row may be one match instead, it is asked."""

import pytest

from dogclub.exchange.imports.parsed_file import Unreadable
from scoring.records import score
from tests.dogclub.exchange.imports.corpus.making import text, workbook
from tests.dogclub.exchange.imports.files import read

Cells = list[list[object]]
DAY, NEXT = "2025-10-02", "2025-10-09"
PAIR: list[object] = ["Player", "Score"]
ROWS: Cells = [["Hazel", 51, "Fleur", 60], ["Priya", 38, "Sem", 22], ["Oisín", 47, "Noor", 45]]
TABLES = [{"Hazel": 51, "Priya": 38, "Oisín": 47}, {"Fleur": 60, "Sem": 22, "Noor": 45}]


def apart(rows: Cells, gap: object = "") -> Cells:
    """Return the rows with an empty column in the middle."""
    return [[*row[:2], gap, *row[2:], gap] for row in rows]


def found(rows: Cells, **answers: str) -> list[tuple[str, str, dict[str, int]]]:
    """Return (day, table, totals) of each match; none may have a problem."""
    matches, _ = read(workbook({"Scores": rows}), "old.xlsx", **answers)
    assert [match.problems for match in matches] == [[]] * len(matches)
    return [(str(match.played_at)[:10], match.table, dict(score(match.record)["totals"])) for match in matches]


@pytest.mark.parametrize(
    ("rows", "tables"),
    [
        ([[DAY], *apart([PAIR * 2, *ROWS])], ("", "")),
        ([[DAY], ["Table 1", "", "", "Table 2"], *apart([PAIR * 2, *ROWS])], ("1", "2")),
        ([[DAY], ["Table 1", "", "Tisch 2"], PAIR * 2, *ROWS], ("1", "2")),
        ([[DAY], ["Red", "", "Blue"], PAIR * 2, *ROWS], ("Red", "Blue")),
        ([[DAY, "", DAY], PAIR * 2, *ROWS], ("", "")),
        ([["Date", *PAIR] * 2, *([DAY, *row[:2], DAY, *row[2:]] for row in ROWS)], ("", "")),
        ([["Date", *PAIR, "", "Date", *PAIR], *([DAY, *row[:2], "", DAY, *row[2:]] for row in ROWS)], ("", "")),
        (
            [
                ["Date", "Hazel", "Priya", "Oisín", "", "Date", "Fleur", "Sem", "Noor"],
                [DAY, 51, 38, 47, "", DAY, 60, 22, 45],
            ],
            ("", ""),
        ),
        (
            [["Date", "Hazel", "Priya", "Oisín", "Date", "Fleur", "Sem", "Noor"], [DAY, 51, 38, 47, DAY, 60, 22, 45]],
            ("", ""),
        ),
    ],
)
def test_tables_side_by_side_are_read_one_by_one(rows: Cells, tables: tuple[str, str]) -> None:
    assert found(rows) == [(DAY, table, totals) for table, totals in zip(tables, TABLES, strict=True)]


def test_a_game_named_above_holds_for_all_tables() -> None:
    matches, _ = read(text([["Top Dog"], [DAY], *apart([PAIR * 2, *ROWS])]))
    assert {match.game for match in matches} == {"top-dog"}
    rows = [["Dirty Dog", "", "", ""], *apart([PAIR * 2, *ROWS]), ["Total", 136, "", "Total", 127]]
    matches, _ = read(text(rows), **{"0_day": DAY})
    assert [len(match.players) for match in matches] == [3, 3]


def test_each_table_keeps_its_own_day_or_has_the_day_of_its_row() -> None:
    rows: Cells = [[DAY, "", "", NEXT], *apart([PAIR * 2, *ROWS])]
    assert [day for day, _, _ in found(rows)] == [DAY, NEXT]
    rows = [[DAY], *apart([PAIR * 2, *ROWS]), [NEXT], *apart(ROWS[:2])]
    assert [(day, len(totals)) for day, _, totals in found(rows)] == [(DAY, 3), (DAY, 3), (NEXT, 2), (NEXT, 2)]


@pytest.mark.parametrize(
    "rows",
    [
        [PAIR * 2, *ROWS],
        [["Date", *PAIR * 2], *([DAY, *row] for row in ROWS)],
        [["Date", "", *PAIR, "", *PAIR], *([DAY, "", *row[:2], "", *row[2:]] for row in ROWS)],
        [["Player 1", "Score 1", "", "Player 2", "Score 2"], *apart(ROWS)],
    ],
)
def test_what_may_be_one_match_a_row_is_asked(rows: Cells) -> None:
    matches, _ = read(text(rows), **{"0_day": DAY})
    assert {problem.asks for match in matches for problem in match.problems} == {"0:blocks"}
    asked = {"0_day": DAY, "0_blocks": "beside"}
    assert [totals for _, _, totals in found(rows, **asked)] == TABLES
    assert [len(totals) for _, _, totals in found(rows, **{**asked, "0_blocks": "rows"})] == [2, 2, 2]


@pytest.mark.parametrize(
    ("rows", "sizes"),
    [
        ([["Date", *PAIR * 2], [DAY, *ROWS[0]], [NEXT, *ROWS[1]]], [2, 2]),
        ([["Date", "Hazel", "Priya", "", "Fleur", "Sem"], [DAY, 51, 38, "", 60, 22]], [4]),
        ([["Date", "Player 1", "Score 1", "Player 2", "Score 2"], [DAY, *ROWS[0]], [DAY, *ROWS[1]]], [2, 2]),
    ],
)
def test_one_table_with_gaps_or_a_row_a_match_stays_one(rows: Cells, sizes: list[int]) -> None:
    assert [len(totals) for _, _, totals in found(rows)] == sizes


def test_a_cell_is_corrected_in_its_own_table_alone() -> None:
    rows: Cells = [[DAY], *apart([PAIR * 2, *ROWS])]
    rows[3][1] = rows[3][4] = "6o"
    matches, _ = read(text(rows))
    assert [each.column for match in matches for each in match.problems] == ["total of table 1", "total of table 2"]
    matches, _ = read(text(rows), **{"4_total of table 2": "22"})
    assert [len(match.problems) for match in matches] == [1, 0]


def test_a_long_sheet_of_tables_side_by_side_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dogclub.exchange.imports.sheets.read.LOOKED_AT", 4)
    with pytest.raises(Unreadable, match="Put them below each other"):
        read(text([[DAY], *apart([PAIR * 2, *ROWS])]))
