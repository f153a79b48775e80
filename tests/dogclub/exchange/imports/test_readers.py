"""How the readers interpret files as people write them."""

import json
from typing import Any

import pytest

from dogclub.exchange.imports.formats.several_files import reader_of
from dogclub.exchange.imports.moments import Ambiguous, NoDay, moment
from dogclub.exchange.imports.parsed_file import Unreadable
from scoring.records import score
from tests.dogclub.exchange.imports.files import DAY, RECORD, a_csv, a_workbook, read, records, totals
from tests.factory import NAMES

BEA, OTTO, MINA = NAMES[:3]
LATER = "2026-03-19"
HANDS = (
    ("date", "table", "game", "hand", "player", "bid", "tricks"),
    (DAY, "2", "Dirty Dog", 1, BEA, 1, 0),
    (DAY, "2", "Dirty Dog", 1, OTTO, 0, 0),
    (DAY, "2", "Dirty Dog", 1, MINA, 1, 1),
)


def test_one_record_a_list_and_a_record_a_line_are_the_same_to_us() -> None:
    one = json.dumps(RECORD | {"played_at": DAY})
    for content in (one, f"[{one},\n {one}]", f"{one}\n\n{one}\n", json.dumps(json.loads(one), indent=2)):
        matches, _ = read(content.encode(), "old.json")
        assert {match.game for match in matches} == {"dirty-dog"}
        assert all(score(match.record)["totals"] == {BEA: -1, OTTO: 5, MINA: 6} for match in matches)
        assert [match.problems for match in matches] == [[]] * len(matches)


def test_a_record_stands_bare_or_with_its_evening_round_it() -> None:
    about = {"played_at": f"{DAY} 19:30", "table": "2", "night": "Spring finals"}
    for document in (RECORD | about, {"record": RECORD, **about}):
        (match,), _ = read(json.dumps(document).encode(), "old.json")
        assert (match.table, match.night, match.problems) == ("2", "Spring finals", [])
        assert match.played_at and match.played_at.isoformat().startswith("2026-03-12T19:30")
        assert match.record == RECORD


def test_a_bad_line_stops_nobody_else() -> None:
    good = records(RECORD)
    matches, _ = read(b"\n".join([good, b'{"record": 1,', b'{"record": 1, "record": 1}', good]), "old.jsonl")
    assert [(match.line, len(match.problems)) for match in matches] == [(1, 0), (2, 1), (3, 1), (4, 0)]


def test_a_record_that_does_not_say_when_is_asked() -> None:
    (match,), _ = read(json.dumps(RECORD).encode(), "old.json")
    assert [(each.column, each.message) for each in match.problems] == [
        ("played_at", "The record does not say when this was played.")
    ]
    (match,), _ = read(json.dumps(RECORD).encode(), "old.json", **{"1_played_at": DAY})
    assert match.problems == []


@pytest.mark.parametrize("make", [a_csv, a_workbook, lambda *rows: a_csv(*rows, delimiter=";")])
def test_hands_of_a_sheet_become_a_record(make: Any) -> None:
    (match,), notes = read(make(*HANDS), "old.xlsx" if make is a_workbook else "old.csv")
    assert (match.line, match.table, match.problems, notes) == (2, "2", [], [])
    assert score(match.record)["totals"] == {BEA: -1, OTTO: 5, MINA: 6}
    assert match.line_of(1, OTTO) == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_letters_are_read_whatever_they_are_written_in(encoding: str) -> None:
    name = "Núria Ødegård"
    (match,), notes = read(totals((DAY, name, 3), (DAY, OTTO, 4), (DAY, BEA, 5)).decode().encode(encoding))
    assert match.players[0] == name
    assert notes == ["The file names no game, so it was read as Dirty Dog."]
    assert read(totals((DAY, name, 3), (DAY, OTTO, 4)), **{"0_game": "dirty-dog"})[1] == ["Read as Dirty Dog."]


def test_a_guess_at_the_letters_is_said_aloud() -> None:
    (match,), notes = read(totals((DAY, "Núria Ødegård", 3), (DAY, BEA, 5)).decode().encode("latin-1"))
    assert match.players[0] == "Núria Ødegård"
    assert "not written in UTF-8" in notes[0]


def test_games_end_where_the_day_the_table_or_the_players_begin_anew() -> None:
    rows = [
        (DAY, BEA, 1),
        (DAY, OTTO, 2),
        (DAY, BEA, 3),
        (DAY, OTTO, 4),
        (LATER, BEA, 5),
        (LATER, OTTO, 6),
    ]
    matches, _ = read(totals(*rows))
    assert [(match.line, list(match.players)) for match in matches] == [(line, [BEA, OTTO]) for line in (2, 4, 6)]


def test_an_empty_row_ends_a_game_and_empty_cells_go_on_with_it() -> None:
    matches, _ = read(totals((DAY, BEA, 1), ("", OTTO, 2), (), (DAY, MINA, 3), ("", OTTO, 4)))
    assert [list(match.players) for match in matches] == [[BEA, OTTO], [MINA, OTTO]]


@pytest.mark.parametrize(
    ("row", "message", "column", "mend"),
    [
        ((DAY, MINA, "6o"), "“6o” is not a whole number.", "total", "60"),
        ((DAY, MINA, "3,5"), "“3,5” is not a whole number.", "total", ""),
        (
            (DAY, MINA, "1.200"),
            "“1.200” is a thousand and more, or a fraction. Choose the decimal sign under Format.",
            "total",
            "",
        ),
        (("31 Feb 2026", MINA, 12), "There is no 31 February.", "date", ""),
        (("31 Feb", MINA, 12), "There is no 31 February.", "date", ""),
        (("13/13/2024", MINA, 12), "There is no month 13.", "date", ""),
        (("2099-01-01", MINA, 12), "This day is in the future: only games already played can be imported.", "date", ""),
    ],
)
def test_a_wrong_cell_is_named_with_its_row(row: Any, message: str, column: str, mend: str) -> None:
    matches, _ = read(totals((DAY, BEA, 1), (DAY, OTTO, 2), row))
    (problem,) = [each for match in matches for each in match.problems]
    assert (problem.line, problem.message, problem.column, problem.mend) == (4, message, column, mend)


@pytest.mark.parametrize(
    ("table", "is_fine"), [("\U0001f468\u200d\U0001f467 2", True), ("2\x01", False), ("2" * 41, False)]
)
def test_tables_are_called_as_people_may_be(table: str, *, is_fine: bool) -> None:
    row = (DAY, table, "Dirty Dog", BEA, 5), (DAY, table, "Dirty Dog", OTTO, 3)
    (of_sheet,), _ = read(a_csv(("date", "table", "game", "player", "total"), *row))
    (of_record,), _ = read(json.dumps(RECORD | {"played_at": DAY, "table": table}).encode(), "old.json")
    for match in (of_sheet, of_record):
        assert (match.table, not match.problems) == (table if is_fine else "", is_fine)


def test_a_cell_can_be_mended() -> None:
    matches, _ = read(totals((DAY, BEA, 1), (DAY, OTTO, "6o")), **{"3_total": "60"})
    assert [match.problems for match in matches] == [[]]
    assert score(matches[0].record)["totals"] == {BEA: 1, OTTO: 60}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-05", "2026-03-05T00:00"),
        ("25/3/2026", "2026-03-25T00:00"),
        ("3/25/2026", "2026-03-25T00:00"),
        ("5/5/2026", "2026-05-05T00:00"),
        ("5.3.2026", "2026-03-05T00:00"),
        ("05.03.26", "2026-03-05T00:00"),
        ("Thu 5th March 2026", "2026-03-05T00:00"),
        ("5 Sept 2025, 19:30", "2025-09-05T19:30"),
        ("2026-03-05T19:30", "2026-03-05T19:30"),
        ("3/25/2025 7:30 PM", "2025-03-25T19:30"),
        ("25.03.2025 um 19:30 Uhr", "2025-03-25T19:30"),
        ("25 mars 2025 à 19h30", "2025-03-25T19:30"),
        ("25 March 2025 at 12 a.m.", "2025-03-25T00:00"),
        ("2025-03-25 12.15 pm", "2025-03-25T12:15"),
        ("25. 3. 2025", "2025-03-25T00:00"),
        ("25 03 2025", "2025-03-25T00:00"),
        ("2025.03.25.", "2025-03-25T00:00"),
        ("2025. 3. 25.", "2025-03-25T00:00"),
        ("2025年3月25日", "2025-03-25T00:00"),
        ("20250325", "2025-03-25T00:00"),
        ("12.3.98", "1998-03-12T00:00"),
        ("3/25/99", "1999-03-25T00:00"),
        ("٢٥/٣/٢٠٢٥", "2025-03-25T00:00"),
    ],
)
def test_days_as_the_club_writes_them(text: str, day: str) -> None:
    assert moment(text).isoformat().startswith(day)


@pytest.mark.parametrize(
    ("written", "total"),
    [
        *(
            ("(5)", -5),
            ("5-", -5),
            ("– 5", -5),
            ("\u20115", -5),
            ("\u22125", -5),
            ("４１", 41),
            ("41*", 41),
            ("41 pts", 41),
        ),
        *(("41 Punkte", 41), ("1.012,0", 1012), ("1,012.0", 1012), ("'41", 41), ("1\u202f012", 1012)),
    ],
)
def test_figures_as_people_write_them(written: str, total: int) -> None:
    (match,), _ = read(totals((DAY, BEA, written), (DAY, OTTO, 3)))
    assert (match.problems, score(match.record)["totals"]) == ([], {BEA: total, OTTO: 3})


@pytest.mark.parametrize("away", ["DNF", "ret.", "ausgeschieden"])
def test_who_did_not_finish_has_no_total(away: str) -> None:
    matches, _ = read(a_csv(("date", BEA, OTTO, "Cy"), (DAY, 41, 12, away)))
    assert (matches[0].players, matches[0].problems) == ([BEA, OTTO], [])


@pytest.mark.parametrize(("order", "day"), [("day", "2026-03-05"), ("month", "2026-05-03")])
def test_what_stands_first_is_asked_and_never_guessed(order: str, day: str) -> None:
    with pytest.raises(Ambiguous, match=r"“5/3/2026” is 5 March or 3 May\. Say which stands first"):
        moment("5/3/2026")
    assert moment("5/3/2026", order).isoformat().startswith(day)
    assert moment("3/25/2026", order).isoformat().startswith("2026-03-25")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "31/4/2026",
        "5 Brumaire 2026",
        "5 March",
        "1066-10-14",
        "2026-03-05 25:00",
        "2026-03-05 13 pm",
        "41",
        "5 3",
    ],
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(NoDay):
        moment(text)


@pytest.mark.parametrize(
    ("content", "name", "sentence"),
    [
        (b"", "old.csv", "This file is empty"),
        (b"date,player,total\n,,\n", "old.csv", "nothing|headings alone"),
        (b"we played on Friday\n", "old.csv", "There is no table of scores here"),
        (b'player,total\n"Bea,3\n' + b"x" * 30_000, "old.csv", "From row 2 on this is not CSV: a cell is far too long"),
        (b'player,total\n"Bea,3\n' + b"x\n" * 200, "old.csv", "From row 2 on this is not CSV: the quotes do not end"),
        (b"[09/01/2025, 22:14:03] Hazel M: Priya 61, Hazel 48", "chat.txt", "This is a chat"),
        (b"09/01/2025, 22:14 - Hazel M: Priya 61", "chat", "This is a chat"),
        (b"Rank,Player,Played,Won,Points\n1,Ann,12,5,310\n2,Bo,11,4,280\n", "old.csv", "table of a season"),
        (b"Platz;Spieler;Spiele;Punkte\n1;Ann;12;310\n2;Bo;11;280\n", "old.csv", "table of a season"),
        (b"12", "old.json", "begins with neither"),
        (b"[1, 2]", "old.json", "is not a record"),
        (b'[{"record": 1}', "old.json", "not a record"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_in_a_sentence(content: bytes, name: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read(content, name)


def test_a_file_of_another_kind_is_nobodys() -> None:
    for head in (b"\x89PNG\r\n\x1a\n", b"%PDF-1.7", b"\x7fELF", b"MZ\x90\x00"):
        assert reader_of(head + bytes(100), "photo.png") is None


def test_a_time_in_a_column_of_its_own_belongs_to_the_day() -> None:
    rows = ("25.3.2025", "7:30 PM", BEA, 41), ("", "7:30 PM", OTTO, 3), ("", "21h15", BEA, 5), ("", "21h15", OTTO, 9)
    matches, _ = read(a_csv(("Datum", "Uhrzeit", "Spieler", "Punkte"), *rows))
    assert [each.played_at and each.played_at.isoformat()[:16] for each in matches] == [
        "2025-03-25T19:30",
        "2025-03-25T21:15",
    ]


@pytest.mark.parametrize("took", ["1:45", "95 min", "2h"])
def test_how_long_a_match_took_is_not_when_it_began(took: str) -> None:
    (match,), _ = read(a_csv(("Date", "Time", BEA, OTTO), (DAY, took, 41, 3)))
    assert (match.played_at and match.played_at.isoformat()[11:16], match.problems) == ("00:00", [])


@pytest.mark.parametrize("weekday", ["Tue", "Dienstag"])
def test_days_come_from_the_column_that_holds_days(weekday: str) -> None:
    (match,), _ = read(a_csv(("Day", "Date", BEA, OTTO), (weekday, "2025-03-25", 41, 3)))
    assert match.played_at
    assert (match.played_at.isoformat()[:10], match.players, match.problems) == ("2025-03-25", [BEA, OTTO], [])


@pytest.mark.parametrize("sign", ["/", " / ", "|", ":"])
def test_bid_and_tricks_in_one_cell(sign: str) -> None:
    hands: list[list[Any]] = [["2025-03-25"], ["Hand", BEA, OTTO, "Cy"]]
    hands += [[1, f"1{sign}1", f"0{sign}0", f"1{sign}0"], [2, f"0{sign}0", f"2{sign}2", f"1{sign}0"]]
    (match,), notes = read(a_csv(*hands))
    assert match.problems == []
    assert match.record["rounds"][0] | {"flip": None} == {
        "bids": {BEA: 1, OTTO: 0, "Cy": 1},
        "tricks": {BEA: 1, OTTO: 0, "Cy": 0},
        "flip": None,
    }
    assert score(match.record)["totals"] == {BEA: 11, OTTO: 12, "Cy": -2}
    assert any("bid and tricks" in note for note in notes)


def test_bid_and_tricks_in_one_cell_of_a_row_a_player() -> None:
    rows = [[DAY, 1, name, cell] for name, cell in ((BEA, "1/1"), (OTTO, "0/0"), ("Cy", "1/0"))]
    (match,), _ = read(a_csv(["Date", "Hand", "Player", "Bid/took"], *rows))
    assert (match.problems, score(match.record)["totals"]) == ([], {BEA: 6, OTTO: 5, "Cy": -1})


def test_points_with_the_bid_in_brackets_are_points() -> None:
    rows: list[list[Any]] = [["2025-03-25"], ["Hand", BEA, OTTO], [1, "6 (1)", "-1 (1)"], [2, "5 (0)", "7 (2)"]]
    (match,), notes = read(a_csv(*rows), **{"0:figures": "points"})
    assert (match.problems, score(match.record)["totals"]) == ([], {BEA: 11, OTTO: 6})
    assert any("5 (1)" in note for note in notes)


def test_a_column_of_days_without_a_year_is_not_bids_and_tricks() -> None:
    matches, _ = read(a_csv(["Date", BEA, OTTO], ["25/3", 41, 3], ["26/3", 5, 9]))
    assert [each.asks for match in matches for each in match.problems] == ["0:year", "0:year"]
