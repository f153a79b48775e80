"""The printed sheet of Clash of Corgis: every number in its cell, tagged, small, byte-identical for the same sheet."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.clash_of_corgis.pdf import PRINTS
from games.sheets.document import Labels, document
from games.sheets.typst import Fill, Paper, pressed
from scoring.records import score
from tests.games.sheets.reading import Cell, Reader

GOLDEN = sorted(Path("tests/golden/clash-of-corgis").glob("*.json"))
LABELS: dict[str, Any] = {
    "night": "Saturday 21 Nov 2026",
    "table": "2",
    "link": "https://club.example/m/0b0e8b0e-1111-4222-8333-123456789abc/",
    "version": 6,
    "rules": "1.0",
    "printed_at": 1_795_000_000,
}
Sheet = dict[str, Any]


def golden(start: str) -> Sheet:
    """The sheet of a golden record, by the start of its name."""
    path = next(path for path in GOLDEN if path.stem.startswith(start))
    found: Sheet = json.loads(path.read_text("utf-8"))["sheet"]
    return found


def printed(sheet: Sheet, fill: Fill = "filled", paper: Paper = "a4") -> bytes:
    return pressed(PRINTS[0], fill, paper, document(sheet, Labels(**LABELS)))


def read(*args: Any) -> Reader:
    return Reader(printed(*args))


def text_of(reader: Reader) -> str:
    """All text of the PDF."""
    return "".join(reader.said.values())


def words(cells: list[Cell]) -> list[str]:
    return [cell.text for cell in cells]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_number_of_the_sheet_stands_in_its_cell(path: Path) -> None:
    sheet = golden(path.stem)
    (table,) = read(sheet).tables()
    for line, row in zip(sheet["rounds"], table[2:], strict=False):
        number, starts, *seats = words(row)
        assert number == str(line["number"])
        assert (starts == "drawn") == (line["starter"] is None)
        for at, player in enumerate(sheet["players"]):
            left, wins = seats[at * 2 : at * 2 + 2]
            assert left == ("won" if player == line["winner"] else str(line["cards_left"].get(player, "")))
            assert wins == str(line["totals"][player])
    for row in table[2 + len(sheet["rounds"]) : -1]:
        assert set(words(row[2:])) == {""}


@pytest.mark.parametrize(
    ("start", "foot"),
    [
        ("10", ["", "Wins", "0", "3, top", "9", "0", "8", "0"]),
        ("12", ["", "Wins", "", "3, top", "", "0", "", "0"]),
        ("03", ["", "Wins", "", "0", "", "2, top", "", "2, top", "", "0"]),
        ("01", ["", "Wins", *[""] * 8]),
    ],
)
def test_the_foot_adds_up(start: str, foot: list[str]) -> None:
    assert words(read(golden(start)).tables()[0][-1]) == foot


@pytest.mark.parametrize(
    ("start", "facts"),
    [
        ("02", ["SeriesOtto, 3 to 2", "Best of five."]),
        ("03", ["So farWilhelmina and Jo, 2 each"]),
        ("05", ["SeriesGus, 1 to 0", "One game."]),
        ("14", ["So farPercy, 1"]),
        ("16", ["So farGus and Ines, 1 each"]),
        ("07", ["SeriesGus, 4 to 2", "Best of seven."]),
    ],
)
def test_the_sheet_says_how_the_series_stands(start: str, facts: list[str]) -> None:
    text = text_of(read(golden(start)))
    for fact in facts:
        assert fact in text


def test_more_than_two_who_lead_are_counted() -> None:
    players = ["Ines Roux", "Gus Tate", "Jo Finch"]
    record = {"record": 1, "game": "clash-of-corgis", "players": players}
    sheet = score({**record, "rounds": [{"winner": player} for player in players]})
    assert "So far3 players, 1 each" in text_of(read(sheet))


def test_a_series_has_a_row_for_every_game_it_can_come_to() -> None:
    assert [len(read(golden(start)).tables()[0]) - 3 for start in ("01", "05", "07", "08", "09")] == [5, 1, 7, 6, 9]


@pytest.mark.parametrize("fill", ["blank", "ready"])
def test_what_is_not_filled_holds_no_figures(fill: Fill) -> None:
    reader = read(golden("04"), fill)
    (table,) = reader.tables()
    assert [cell.text for cell in table[0][2:]] == (["", "", ""] if fill == "blank" else golden("04")["players"])
    assert not any(cell.text for row in table[2:-1] for cell in row[2:])
    assert not any(cell.text for cell in table[-1][2:])
    assert table[2][1].text == ("" if fill == "blank" else "Ines")
    assert ("2026" in text_of(reader)) == (fill == "ready")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("fill", ["blank", "ready", "filled"])
def test_every_sheet_is_small_tagged_and_half_a_page(fill: Fill, paper: Paper) -> None:
    pdf = printed(golden("10"), fill, paper)
    assert len(pdf) < 60_000
    assert pdf == printed(golden("10"), fill, paper)
    reader = Reader(pdf)
    assert "<pdfuaid:part>1</pdfuaid:part>" in reader.pdf.Root.Metadata.read_bytes().decode()
    assert [reader.text(heading) for heading in reader.all_of("/H1")] == ["Clash of Corgis"]
    assert len(reader.pages) == 1
    width, height = (float(side) for side in reader.pdf.pages[0].MediaBox[2:])
    assert (round(width), round(height)) == {"a4": (595, 420), "letter": (612, 396)}[paper]


def test_a_very_long_series_goes_on_over_the_page() -> None:
    games = [{"winner": "Otto Pym"}, {"winner": "Percy Abara"}] * 20
    record = {"record": 1, "game": "clash-of-corgis", "players": ["Otto Pym", "Percy Abara"], "rounds": games}
    reader = read(score({**record, "options": {"best_of": 45}}))
    tables = reader.tables()
    assert len(tables) == len(reader.pages) > 1
    assert sum(len(table) - 2 for table in tables) == 45 + 1
    assert words(tables[-1][-1]) == ["", "Wins", "", "20, top", "", "20, top"]


@pytest.mark.parametrize("name", ["#panic()", "$x^2$ *bold*", "王小明", "دوست خوب", "W" * 60])
def test_any_name_prints(name: str) -> None:
    record = {"record": 1, "game": "clash-of-corgis", "players": [name, "Otto Pym"], "rounds": [{"winner": name}] * 2}
    sheet = score(record)
    assert len(read(sheet).pages) == 1
    assert len(read(sheet, "ready", "letter").pages) == 1
