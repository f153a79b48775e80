"""Players whose names are words of a sheet, such as Max, Lance or Na: read wherever the rest of the sheet says so."""

import csv
import io
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from clubs.models import Club
from dogclub.exchange.exports.layout import About, Grid, columns, names_of, rows_of
from dogclub.exchange.exports.writing import csv_pieces
from dogclub.exchange.imports.formats.csv_file import CSV_FILE
from dogclub.exchange.imports.moments import FILE
from dogclub.exchange.imports.parsed_file import Doubt
from dogclub.exchange.imports.review.persons import name_error
from scoring.records import from_record, played, score, to_record
from tests.dogclub.exchange.imports.corpus.making import Rows, text
from tests.dogclub.exchange.imports.files import read
from tests.factory import some_players

A, B, C = "2024-03-05", "2024-03-12", "2024-03-19"
NONE: Mapping[str, str] = {}
WIDE: list[list[object]] = [["Date", "Anna", "Max", "Lance", "Zoe"], [A, 41, 12, 33, 7], [B, 20, 55, -3, 14]]
BY_DAY: list[list[object]] = [["Player", A, B], ["Anna", 41, 20], ["Max", 12, 55], ["Best", 33, -3], ["Zoe", 7, 14]]
SHEETS: dict[str, list[list[object]]] = {
    "a column each": WIDE,
    "in German, Portuguese, Polish": [["Datum", "Anna", "Bud", "Rok", "Won", "Chi", "Dia"], [A, 41, 12, 33, 7, 14, 20]],
    "a column each, with initials": [["Date", "A", "N", "P", "Z"], [A, 41, 12, 33, 7], [B, 20, 55, -3, 14]],
    "all of them words": [["Date", "Max", "Min", "Best"], [A, 41, 12, 33], [B, 20, 55, -3]],
    "absent in a heading": [["Date", "Anna", "Na", "Abs"], [A, 41, 12, 33], [B, 20, "abs", -3]],
    "a row each": [["Date", "Player", "Total"], [A, "Anna", 41], [A, "Max", 12], [A, "Na", 33], [A, "Place", 7]],
    "an evening below the other": [["Name", "Points"], [A], ["Bo", 4], ["Max", 2], [], [B], ["Max", 9], ["Na", 7]],
    "a column a day": BY_DAY,
    "a column a day, below Date": [["Date", *BY_DAY[0][1:]], *BY_DAY[1:]],
    "a row a match": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], [A, "Na", 55, "Max", 12]],
    "two rows of headings": [
        [A],
        ["", "Max", "", "Lance", "", "N", ""],
        ["Hand", *["Bid", "Tricks"] * 3],
        [1, 1, 0, 0, 0, 1, 1],
        [2, 1, 1, 1, 1, 1, 0],
    ],
}
WHO = {
    "a column each": ["Anna", "Max", "Lance", "Zoe"],
    "in German, Portuguese, Polish": ["Anna", "Bud", "Rok", "Won", "Chi", "Dia"],
    "a column each, with initials": ["A", "N", "P", "Z"],
    "all of them words": ["Max", "Min", "Best"],
    "absent in a heading": ["Anna", "Na", "Abs"],
    "a row each": ["Anna", "Max", "Na", "Place"],
    "an evening below the other": ["Bo", "Max"],
    "a column a day": ["Anna", "Max", "Best", "Zoe"],
    "a column a day, below Date": ["Anna", "Max", "Best", "Zoe"],
    "a row a match": ["Na", "Max"],
    "two rows of headings": ["Max", "Lance", "N"],
}


def doubts(rows: Rows, club: Club | None = None, answers: Mapping[str, str] = NONE) -> list[tuple[int, int, str, bool]]:
    """Return (row, column, label, whether it is a player) of what might be a player and what is left out."""
    found = CSV_FILE.read(io.BytesIO(text(rows)), club or Club(), answers)
    list(found.matches)
    return [(each.row, each.column, each.text, each.is_player) for each in found.doubts]


@pytest.mark.parametrize("name", SHEETS)
def test_a_label_is_a_player_when_the_rest_of_the_sheet_says_so(name: str) -> None:
    first = read(text(SHEETS[name]))[0][0]
    assert (list(first.players), first.problems) == (WHO[name], [])


def test_each_figure_is_read_below_a_name_with_a_meaning() -> None:
    for rows in (WIDE, BY_DAY):
        totals = [score(match.record)["totals"] for match in read(text(rows))[0]]
        assert [each["Max"] for each in totals] == [12, 55]
        assert [sum(each.values()) for each in totals] == [93, 86]
    assert doubts(WIDE) == [(0, 3, "Max", True), (0, 4, "Lance", True)]
    assert doubts(BY_DAY) == [(3, 0, "Max", True), (4, 0, "Best", True)]


def test_what_follows_from_the_players_is_left_out_and_listed() -> None:
    wide = [
        ["No", "Date", "Anna", "Bo", "Max", "Sum", "Average", "Best", "Notes", ""],
        [1, A, 41, 12, 30, 83, 27.7, 41, "all here", 5],
        [2, B, 20, 55, 9, 84, 28, 55, "best of three", 6],
        ["", "Total", 61, 67, 39, 167, 56, 96, "", ""],
    ]
    matches, _ = read(text(wide))
    assert [list(match.players) for match in matches] == [["Anna", "Bo", "Max"]] * 2
    assert doubts(wide) == [
        *((0, at, text, text == "Max") for at, text in ((1, "No"), (5, "Max"), (6, "Sum"), (7, "Average"))),
        *((0, at, text, False) for at, text in ((8, "Best"), (9, "Notes"), (10, ""))),
        (4, 0, "Total", False),
    ]
    by_day = [["", A, B], ["Table", 1, 2], ["Anna", 41, 20], ["Bo", 12, 55], ["Best", 41, 55], ["Total", 53, 75]]
    matches, _ = read(text(by_day))
    assert [(match.table, list(match.players)) for match in matches] == [("1", ["Anna", "Bo"]), ("2", ["Anna", "Bo"])]
    assert doubts(by_day) == [(5, 0, "Best", False), (6, 0, "Total", False)]
    long = [["Date", "Player", "Total"], [A, "Anna", 41], [A, "Bo", 12], [A, "Total", 53], ["", "Average", 26.5]]
    assert [list(match.players) for match in read(text(long))[0]] == [["Anna", "Bo"]]
    assert doubts(long) == [(4, 0, "Total", False), (5, 0, "Average", False)]


@pytest.mark.parametrize(
    ("rows", "players"),
    [
        (
            [["Datum", "Anna", "Max", "Gesamt", "Schnitt"], [A, 41, 12, 53, 26.5], [B, 20, 55, 75, 37.5]],
            ["Anna", "Max"],
        ),
        ([["Date", "Players", "Anna", "Max", "Bo"], [A, 3, 41, 12, 33], [B, 3, 20, 55, 1]], ["Anna", "Max", "Bo"]),
        ([["Date", "Season", "Anna", "Suma"], [A, 2024, 4, 1], [B, 2024, 2, 5], [C, 2024, 3, 9]], ["Anna", "Suma"]),
        (
            [["Name", A, B, C, "Total"], ["Anna", 41, 20, 3, 64], ["Max", 1, 2, 3, 6], ["Average", 21, 11, 3, 35]],
            ["Anna", "Max"],
        ),
        (
            [[A], ["Hand", "Cards", "Anna", "Max", "N"], [1, 1, 0, 1, 5], [2, 2, 6, -1, 0], ["Total", "", 6, 0, 5]],
            ["Anna", "Max", "N"],
        ),
        ([["Data", "Gracz", "Wynik"], [A, "Rok", 12], [A, "Suma", 3], [B, "Rok", 1]], ["Rok", "Suma"]),
        ([["Place", "Name", "Score"], [1, "Max", 55], [2, "Na", 41], [3, "Bo", 3]], ["Max", "Na", "Bo"]),
    ],
)
def test_names_and_statistics_stand_side_by_side(rows: list[list[object]], players: list[str]) -> None:
    first = read(text(rows), **{"0_day": A})[0][0]
    assert (list(first.players), first.problems) == (players, [])


def test_a_row_or_column_is_a_player_by_an_answer_or_as_a_member(club: Club) -> None:
    rows = [["Player", A, B], ["Anna", 41, 20], ["Bo", 12, 55], ["Best", 41, 55]]
    (match, _), _ = read(text(rows), **{"0_row-4": "player"})
    assert list(match.players) == ["Anna", "Bo", "Best"]
    (match, _), _ = read(text(BY_DAY), **{"0_row-3": "skip"})
    assert list(match.players) == ["Anna", "Best", "Zoe"]
    assert doubts(BY_DAY, answers={"0:row-3": "skip"})[0] == (3, 0, "Max", False)
    assert doubts(rows, club)[0][3] is False
    some_players(club, 1, ["Best"])
    assert doubts(rows, club) == []
    assert CSV_FILE.read(io.BytesIO(text([["Date", "Anna", "Best"], [A, 41, 41]])), club, {}).doubts == [
        Doubt(0, 3, "Best", "41", is_player=True)
    ]


def test_every_word_of_a_heading_goes_out_and_comes_in_as_a_name() -> None:
    with FILE.open(encoding="utf-8", newline="") as file:
        words = [word for row in csv.DictReader(file) for word in row["words"].split("|")]
    names = [name for word in dict.fromkeys(words) for name in (word, word.title()) if not name_error(name)]
    names = list(dict.fromkeys(name for name in (*names, "Na", "1.", "May 5", "41st") if not name_error(name)))
    records = [record_of(names[at : at + 4]) for at in range(0, len(names) - 3, 4)]
    assert len(records) > 250
    wanted = names_of("dirty-dog")
    rows = []
    for number, record in enumerate(records):
        about = About(f"m{number}", datetime(2026, 3, 5, 19, 30, tzinfo=UTC), None, "finished", table=str(number))
        _engine, sheet, seated = played(record)
        rows += [[row.get(key) for key in wanted] for row in rows_of(about, record, seated, sheet)]
    content = "".join(csv_pieces(Grid("sheets", "Sheets", columns("dirty-dog"), rows))).encode()
    matches, notes = read(content, "sheets.csv")
    assert [to_record(*from_record(match.record)) for match in matches] == records
    assert {match.played_at for match in matches} == {datetime(2026, 3, 5, 19, 30, tzinfo=UTC)}
    assert notes == []


def record_of(names: list[str]) -> dict[str, object]:
    """Return the record of a match of one hand."""
    record = {
        "record": 1,
        "game": "dirty-dog",
        "players": names,
        "options": {"plan": [1]},
        "rounds": [{"bids": dict.fromkeys(names, 1), "tricks": dict.fromkeys(names, 0) | {names[0]: 1}}],
    }
    return to_record(*from_record(record))
