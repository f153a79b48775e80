"""The printed tally pad: every number in its cell, tagged, small, and byte-identical for the same sheet."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.dogs_of_war.pdf import PRINTS
from games.sheets.typst import Fill, Paper, pressed
from scoring.records import score
from tests.games.sheets.printing import labelled
from tests.games.sheets.reading import Cell, Reader

GOLDEN = sorted(Path("tests/golden/dogs-of-war").glob("*.json"))
LABELS = {"title": "Dogs of War", "rules": "1.1"}
Sheet = dict[str, Any]


def golden(start: str) -> Sheet:
    """The sheet of a golden record, by the start of its name."""
    path = next(path for path in GOLDEN if path.stem.startswith(start))
    found: Sheet = json.loads(path.read_text("utf-8"))["sheet"]
    return found


def printed(sheet: Sheet, fill: Fill = "filled", paper: Paper = "a4", **labels: Any) -> bytes:
    return pressed(PRINTS[0], fill, paper, labelled(sheet, **{**LABELS, **labels}))


def read(*args: Any, **more: Any) -> Reader:
    return Reader(printed(*args, **more))


def words(cells: list[Cell]) -> list[str]:
    """The text of each cell, without the soft breaks of long names."""
    return [cell.text.replace("\u00ad", "").replace("\u200b", "") for cell in cells]


def tables(*args: Any, **more: Any) -> list[list[list[str]]]:
    """Battles, tally and track, each row as the texts of its cells."""
    return [[words(row) for row in table] for table in read(*args, **more).tables()]


def test_every_number_of_a_battle_stands_in_its_cell() -> None:
    battles, _, _ = tables(golden("01"))
    assert battles[0] == ["Year", "Battle", "Left", "Right", "Tracker", *golden("01")["players"]]
    assert battles[1] == ["L", "R", "VP"] * 4
    assert battles[2][:5] == ["13 capt.", "1", "Talbot", "Harlow", "8 Talbot"]
    assert battles[2][5:] == ["2", "", "2", "", "1", "", "1", "", "2", "", "1", ""]
    assert battles[3] == ["2", "Mallory", "Tornborn", "15 Tornborn !", "", "1", "1", "1", *[""] * 6, "2", "1"]
    assert battles[6][:4] == ["2", "Tornborn", "Bastiani", "0, both lost"]
    assert battles[13][-12:] == ["", "1", "3", "", "2", "6", "2", "", "", "1", "", ""]
    assert len(battles) == 14


def test_the_tally_adds_up_and_the_winner_is_boxed() -> None:
    _, tally, _ = tables(golden("01"))
    assert tally[0] == ["Final tally", "Bea", "Wilhelmina", "Núria", "Łukasz"]
    assert tally[2] == ["Influence × value", "9", "9", "23", "11"]
    assert tally[7] == ["Total", "30", "31", "52, top", "32"]
    assert "Núria, 52" in "".join(read(golden("01")).said.values())


def test_the_track_shows_where_each_house_stands() -> None:
    _, _, track = tables(golden("01"))
    assert track[0] == ["House value", "filled: the end of year 4"]
    stands = {row[0]: [cell for cell in row if "stands here" in cell] for row in track[1:]}
    assert stands == {
        "Talbot": ["1, stands here"],
        "Mallory": ["0, stands here"],
        "Bastiani": ["−1, stands here"],
        "Hackett": ["4, stands here"],
        "Tornborn": ["1, stands here"],
        "Harlow": ["0, stands here"],
    }
    assert (track[1][1], track[1][-1]) == ("−5", "7")


def test_crushing_victories_move_the_track_and_the_note() -> None:
    _, _, track = tables(golden("06"), "blank")
    assert track[0][1] == "cross out as it moves; all start at 0"
    assert (track[1][1], track[1][-1]) == ("−4", "8")
    assert "from 12 on +2" in "".join(read(golden("06")).said.values()) + read(golden("06")).artifacts(0)


def test_cutthroat_has_two_battles_and_four_houses() -> None:
    battles, _, track = tables(golden("10"))
    assert len(battles) == 2 + 4 * 2
    assert [row[0] for row in track[1:]] == ["Talbot", "Hackett", "Harlow", "Mallory"]


@pytest.mark.parametrize("fill", ["blank", "ready"])
def test_what_is_not_filled_holds_no_figures(fill: Fill) -> None:
    battles, tally, track = tables(golden("01"), fill)
    names = golden("01")["players"] if fill == "ready" else [""] * 4
    assert battles[0][5:] == names
    assert not any(cell for row in battles[3:5] for cell in row[1:])
    assert not any(cell for row in tally[1:] for cell in row[1:])
    assert not any("stands" in cell for row in track for cell in row)
    assert [row[0] for row in track[1:]] == ["Talbot", "Mallory", "Bastiani", "Hackett", "Tornborn", "Harlow"]


def test_a_year_in_progress_shows_its_battles_and_no_vp() -> None:
    battles, _, track = tables(golden("04"))
    assert battles[2][2:] == ["Talbot", "Mallory", "1 Mallory", "2", *[""] * 6, "1", *[""] * 4]
    assert battles[5] == ["24 capt.", "1", *[""] * 15]
    assert track[0][1].startswith("cross out")
    begun, _, _ = tables(golden("05"))
    assert begun[3][1:4] == ["Bastiani", "Hackett", ""]
    assert begun[4] == ["3", *[""] * 12]


def test_tallies_that_are_still_secret_do_not_print() -> None:
    for start in ("12", "09"):
        _, tally, _ = tables(golden(start))
        assert not any(cell for row in tally[1:] for cell in row[1:])


def test_a_club_that_records_only_the_end_has_its_tally_on_paper() -> None:
    battles, tally, track = tables(golden("11"))
    assert not any(cell for row in battles[3:5] for cell in row[1:])
    assert tally[7] == ["Total", "28, top", "10", "26", "11"]
    assert track[0][1] == "filled: the end of year 4"


def test_a_shared_victory_names_both() -> None:
    _, tally, _ = tables(golden("13"))
    assert tally[7] == ["Total", "10, top", "3", "10, top"]
    said = "".join(read(golden("13")).said.values())
    assert "Winners" in said
    assert "Otto and Percy, 10" in said


@pytest.mark.variants
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_golden_sheet_prints_small_and_tagged(path: Path, paper: Paper) -> None:
    pdf = printed(golden(path.stem), "filled", paper)
    assert len(pdf) < 60_000
    reader = Reader(pdf)
    assert "<pdfuaid:part>1</pdfuaid:part>" in reader.pdf.Root.Metadata.read_bytes().decode()
    assert [reader.text(heading) for heading in reader.all_of("/H1")] == ["Dogs of War"]
    assert len(reader.pages) == 1
    width, height = (float(side) for side in reader.pdf.pages[0].MediaBox[2:])
    assert (round(width), round(height)) == {"a4": (842, 595), "letter": (792, 612)}[paper]


@pytest.mark.parametrize("fill", ["blank", "ready", "filled"])
def test_the_same_sheet_gives_the_same_bytes(fill: Fill) -> None:
    assert printed(golden("01"), fill) == printed(golden("01"), fill)


@pytest.mark.parametrize("name", ["#panic()", "$x^2$ *bold*", "王小明", "دوست خوب", "W" * 40])
def test_any_player_and_any_house_prints(name: str) -> None:
    players = [name, *("Wilhelmina Featherstonehaugh-Oyelaran " + word for word in ("I", "II", "III", "IV"))]
    houses = [name, *("House of the Long Winter Nights " + word for word in "ABCDE")]
    fights = [{"houses": houses[at : at + 2], "tracker": -15, "captains": {}} for at in (0, 2, 4)]
    record = {"record": 1, "game": "dogs-of-war", "players": players, "options": {"houses": houses}}
    sheet = score({**record, "rounds": [{"battles": fights}]})
    assert len(read(sheet).pages) == 1
    assert len(read(sheet, "ready", "letter").pages) == 1
