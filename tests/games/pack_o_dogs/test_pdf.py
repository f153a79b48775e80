"""The printed sheet of Pack o' Dogs: every number in its cell, tagged, small, and byte-identical for the same sheet."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.pack_o_dogs.pdf import PRINTS
from games.sheets.typst import Fill, Paper, pressed
from scoring.records import score
from tests.games.sheets.printing import labelled
from tests.games.sheets.reading import Cell, Reader

GOLDEN = sorted(Path("tests/golden/pack-o-dogs").glob("*.json"))
LABELS = {"title": "Pack o’ Dogs", "rules": "1"}
PRINT = {found.key: found for found in PRINTS}
LONGEST = ("Wilhelmina Featherstonehaugh-Oyelaran", "Núria-Wilhelmina Featherstonehaugh-Ødegård of the Long Acre")
Sheet = dict[str, Any]


def golden(start: str) -> Sheet:
    """The sheet of a golden record, by the start of its name."""
    path = next(path for path in GOLDEN if path.stem.startswith(start))
    found: Sheet = json.loads(path.read_text("utf-8"))["sheet"]
    return found


def printed(sheet: Sheet, fill: Fill = "filled", paper: Paper = "a4", key: str = "complex", **labels: Any) -> bytes:
    return pressed(PRINT[key], fill, paper, labelled(sheet, **{**LABELS, **labels}))


def read(*args: Any, **more: Any) -> Reader:
    return Reader(printed(*args, **more))


def words(cells: list[Cell]) -> list[str]:
    """The text of each cell, without the soft breaks of long names."""
    return [cell.text.replace("\u00ad", "").replace("\u200b", "") for cell in cells]


def many(games: int, players: tuple[str, str] = LONGEST) -> Sheet:
    """The sheet of a match of many games, each won with four packs in a row by the second player."""
    rounds = [{"winner": players[1], "pack": True}] * 4 * games
    record = {"record": 1, "game": "pack-o-dogs", "players": players, "options": {"games": games}, "rounds": rounds}
    return score(record)


def test_every_number_of_a_game_stands_in_its_cell() -> None:
    _, second, _ = read(golden("09")).tables()
    assert words(second[0]) == ["Round", *"1234567", "Carried", "Game", "Total"]
    assert words(second[1]) == ["Base: 2 with a pack", *"1112221", ""]
    assert words(second[2]) == ["Streak: rounds in a row", "× 1", "× 2", "× 3", "× 1", "× 2", "× 3", "× 1"]
    assert words(second[3]) == ["Late round", "", "", "", "", "× 2", "× 3", "× 4"]
    assert words(second[4])[1:] == ["1", "2", "3", "", "", "", "4", "12", "10", "22"]
    assert words(second[5]) == ["Otto Pym", "", "", "", "2", "8", "18", "", "2", "28", "30, top"]


def test_the_result_of_each_game_and_of_the_match_is_said() -> None:
    reader = read(golden("09"))
    assert [reader.text(heading) for heading in reader.all_of("/H2")] == ["Game 1", "Game 2", "Game 3"]
    text = "".join(reader.said.values())
    for said in ("Wilhelmina, 12 to 2", "Otto, 28 to 10", "Wilhelmina, 14 to 2", "Wilhelmina, 36 to 32"):
        assert said in text
    assert "Wilhelmina on rounds, 9 all" in "".join(read(golden("08")).said.values())


def test_a_game_in_progress_can_go_on_in_pencil() -> None:
    reader = read(golden("10"))
    _, second = reader.tables()
    assert words(second[4])[1:] == ["1", *[""] * 6, "10", "", ""]
    assert words(second[5])[1:] == [*[""] * 7, "0", "", ""]
    assert "Wilhelmina, 11 to 0" in "".join(reader.said.values())


@pytest.mark.parametrize("fill", ["blank", "ready"])
def test_what_is_not_filled_holds_no_figures(fill: Fill) -> None:
    tables = read(golden("09"), fill).tables()
    assert len(tables) == 3
    names = ["", ""] if fill == "blank" else golden("09")["players"]
    for table in tables:
        assert [words(row)[0] for row in table[4:]] == names
        assert not any(cell.text for row in table[4:] for cell in row[1:])
        assert not any(cell.text for row in table[1:3] for cell in row[1:])
        assert words(table[3])[5:] == ["× 2", "× 3", "× 4"]


def test_a_base_game_has_room_to_count() -> None:
    (table,) = read(golden("23"), key="base").tables()
    assert words(table[0]) == ["Game", "Wilhelmina Featherstonehaugh-Oyelaran", "Otto Pym"]
    assert words(table[1]) == ["Captured", "Pile", "Total"] * 2
    assert [words(row) for row in table[2:]] == [
        ["1", "", "30", "30, top", "", "22", "22"],
        ["2", "", "20", "50", "", "32", "54, top"],
        ["3", "", "26", "76, top", "", "21", "75"],
        ["4", "0", "", "", "1", "", ""],
    ]
    logged = read(golden("21")).tables()[0]
    assert words(logged[2]) == ["1", "4", "4", "4", "5", "5", "5, top"]


def test_a_match_prints_its_own_game_and_a_blank_sheet_the_one_asked_for() -> None:
    assert words(read(golden("09"), key="base").tables()[0][0])[0] == "Round"
    assert words(read(golden("19"), "ready").tables()[0][0])[0] == "Game"
    assert len(read(golden("02"), "blank", key="base").tables()[0]) == 10
    assert len(read(golden("02"), "blank").tables()) == 3


def test_level_players_share_the_box() -> None:
    found = [cell.text for row in read(golden("19")).tables()[0] for cell in row]
    assert found.count("27, top") == 2
    assert "Wilhelmina and Otto, 27 all" in "".join(read(golden("19")).said.values())


@pytest.mark.variants
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_golden_sheet_prints_small_and_tagged(path: Path, paper: Paper) -> None:
    pdf = printed(golden(path.stem), "filled", paper)
    assert len(pdf) < 60_000
    reader = Reader(pdf)
    assert "<pdfuaid:part>1</pdfuaid:part>" in reader.pdf.Root.Metadata.read_bytes().decode()
    assert [reader.text(heading) for heading in reader.all_of("/H1")] == ["Pack o’ Dogs"]
    assert len(reader.pages) == 1
    width, height = (float(side) for side in reader.pdf.pages[0].MediaBox[2:])
    assert (round(width), round(height)) == {"a4": (595, 842), "letter": (612, 792)}[paper]


@pytest.mark.parametrize(("key", "fill"), [("complex", "blank"), ("base", "blank"), ("complex", "filled")])
def test_the_same_sheet_gives_the_same_bytes(key: str, fill: Fill) -> None:
    assert printed(golden("09"), fill, key=key) == printed(golden("09"), fill, key=key)


def test_a_long_match_goes_on_over_the_page() -> None:
    reader = read(many(7))
    assert len(reader.pages) == 3
    assert len(reader.tables()) == 7
    assert [row[-1].text for row in reader.tables()[6][4:]] == ["0", "140, top"]
    assert "page 3 of 3" in reader.artifacts(2)
    assert len(printed(many(7))) < 60_000


def test_many_base_games_repeat_the_heads() -> None:
    piles = {"piles": {"Ines Roux": 20, "Sam Kettle": 30}}
    record = {"record": 1, "game": "pack-o-dogs", "players": ["Ines Roux", "Sam Kettle"], "rounds": [piles] * 30}
    reader = read(score({**record, "options": {"mode": "base", "games": 30}}))
    first, second = reader.tables()
    assert words(first[0]) == words(second[0]) == ["Game", "Ines Roux", "Sam Kettle"]
    assert second[-1][-1].text == "900, top"


@pytest.mark.parametrize("name", ["#panic()", "$x^2$ *bold*", "王小明", "دوست خوب", "W" * 60])
def test_any_name_prints(name: str) -> None:
    sheet = many(1, (name, "Otto Pym"))
    assert len(read(sheet).pages) == 1
    assert len(read(sheet, "ready", "letter").pages) == 1
