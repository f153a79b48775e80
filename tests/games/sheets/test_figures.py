"""Every number of the sheet JSON is in its own cell of the printed grid, and the grid has no other number."""

import json
import re
import subprocess
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest

from tests.games.sheets.evening import NAMES, sheet
from tests.games.sheets.printing import printed, read
from tests.games.sheets.reading import Cell, Reader

pytestmark = pytest.mark.variants

LATE = {4: {"arrivals": ["Late Luna"]}, 8: {"departures": ["Otto Pym"]}}
MATCHES = {
    "five players": lambda: sheet(),
    "ten players": lambda: sheet(NAMES, seed=3),
    "three players and 33 hands": lambda: sheet(NAMES[:3], seed=4),
    "two players": lambda: sheet(NAMES[:2], seed=5),
    "twelve players": lambda: sheet([*NAMES, "Una Ash", "Vic Bell"], seed=6, options={"over_ten": True}),
    "a late arrival, a leaver and a void hand": lambda: sheet(hands=12, before=LATE, void=6, seed=7),
    "points carried in": lambda: sheet(hands=3, options={"opening": dict.fromkeys(NAMES[:5], -120)}),
    "a game in progress": lambda: sheet(hands=7),
}
GOLDEN = Path(__file__).parents[2] / "golden" / "dirty-dog"
WORDS = {"top": "leaders", "bottom": "bottom"}


def stem(path: Path) -> str:
    return path.stem


def number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def body(reader: Reader) -> list[list[Cell]]:
    """The rows of the grid, over all pages, without the two rows of heads."""
    return [row for table in reader.tables() for row in table[2:]]


def seat_of(row: list[Cell], at: int, lead: int, width: int) -> list[Cell]:
    """The cells of a seat in a row; `lead` cells come before the seats, each has `width`."""
    return row[lead + at * width : lead + (at + 1) * width]


def columns(scored: dict[str, Any], layout: str) -> int:
    """How many columns a seat has: the wide sheet shows the points of a hand for up to eight."""
    return 4 if layout == "rev2" and len(scored["players"]) <= 8 else 3


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize(("layout", "lead"), [("rev1", 2), ("rev2", 4)])
def test_every_number_of_the_sheet_stands_in_its_cell(match: str, layout: Any, lead: int) -> None:
    scored = MATCHES[match]()
    width = columns(scored, layout)
    rows = body(read(scored, layout))
    for line, row in zip(scored["rounds"], rows, strict=False):
        assert number(row[1].text) == line["cards"]
        for at, player in enumerate(scored["players"]):
            if player in line["tricks"] and not line.get("void"):
                assert_seat(seat_of(row, at, lead, width), line, player)
        if layout == "rev2":
            assert number(row[-1].text) == line["bid_total"]
            assert row[3].text == (line["trump"] or "")


def assert_seat(cells: list[Cell], line: dict[str, Any], player: str) -> None:
    """Assert that the cells of a player have the figures and marks of the line."""
    bid, took, *points, total = cells
    assert number(bid.text.removesuffix(" deals")) == line["bids"][player]
    assert number(took.text) == line["tricks"][player]
    assert took.struck is not line["made"][player]
    assert [number(cell.text) for cell in points] == [line["points"][player]] * len(points)
    figure, *marks = re.split(", | and ", total.text)
    assert number(figure) == line["totals"][player]
    assert set(marks) == {word for word, key in WORDS.items() if player in line[key]}


@pytest.mark.parametrize("golden", sorted(GOLDEN.glob("[0-2]*.json")) + sorted(GOLDEN.glob("3[0-5]*.json")), ids=stem)
@pytest.mark.parametrize(("layout", "lead"), [("rev1", 2), ("rev2", 4)])
def test_every_golden_sheet_prints_its_numbers(golden: Path, layout: Any, lead: int) -> None:
    scored = json.loads(golden.read_text())["sheet"]
    width = columns(scored, layout)
    rows = body(read(scored, layout))
    assert len(rows) >= len(scored["rounds"])
    for line, row in zip(scored["rounds"], rows, strict=False):
        for at, player in enumerate(scored["players"]):
            if player in line["tricks"] and not line.get("void"):
                assert_seat(seat_of(row, at, lead, width), line, player)


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
def test_what_is_not_played_is_empty(layout: Any) -> None:
    scored = sheet(hands=7)
    rows = body(read(scored, layout))
    assert len(rows) == 20
    lead = 2 if layout == "rev1" else 4
    for hand, row in enumerate(rows[7:], 7):
        assert number(row[0].text) == hand + 1
        assert number(row[1].text) == scored["plan"]["cards"][hand]
        assert {cell.text for cell in row[lead:]} <= {"", " deals"}


def test_a_late_arrival_sits_down_with_a_total_and_a_leaver_stops() -> None:
    scored = MATCHES["a late arrival, a leaver and a void hand"]()
    rows = body(read(scored))
    luna, otto = scored["players"].index("Late Luna"), scored["players"].index("Otto Pym")
    carried = scored["rounds"][3]["totals"]["Late Luna"] - scored["rounds"][3]["points"]["Late Luna"]
    texts = [[cell.text for cell in seat_of(row, luna, 2, 3)] for row in rows[:3]]
    assert texts[:2] == [["", "", ""], ["", "", ""]]
    assert texts[2][1] == "in"
    assert number(texts[2][2]) == carried
    after = [[cell.text for cell in seat_of(row, otto, 2, 3)] for row in rows[8:]]
    assert after[0] == ["", "left", ""]
    assert all(row == ["", "", ""] for row in after[1:])


def notes(golden: str, player: str) -> list[tuple[str, str]]:
    """Note and total of a player, in the rows without a number of tricks."""
    scored = json.loads((GOLDEN / f"{golden}.json").read_text())["sheet"]
    at = scored["players"].index(player)
    cells = [seat_of(row, at, 2, 3) for row in body(read(scored))[: len(scored["rounds"])]]
    return [(took.text, total.text) for _, took, total in cells if not took.text.isdigit()]


def test_who_leaves_and_comes_back_sits_down_with_a_total() -> None:
    assert notes("31-comes-back", "Cy") == [("in", "−2")]


def test_who_left_before_the_first_hand_is_marked_there() -> None:
    assert notes("27-leaver-ahead", "Ann") == [("left", "")]


def test_a_void_hand_keeps_its_number_and_shows_no_tricks() -> None:
    scored = MATCHES["a late arrival, a leaver and a void hand"]()
    rows = body(read(scored))
    at = next(i for i, line in enumerate(scored["rounds"]) if line.get("void"))
    assert rows[at][0].text == rows[at + 1][0].text
    assert [cell.text for cell in seat_of(rows[at], 0, 2, 3)][1:] == ["void", ""]


def test_a_hand_at_the_table_shows_its_bids() -> None:
    scored = sheet(hands=3)
    bids = {"Bea Marlowe": 3, "Otto Pym": 0, "Núria Ødegård": 2, "Łukasz Tremblay": 1, NAMES[2]: 0}
    scored["next"] = {**scored["next"], "bids": bids, "tricks_left": 4}
    row = body(read(scored, "rev2"))[3]
    assert [number(seat_of(row, at, 4, 4)[0].text) for at in range(5)] == [bids[p] for p in scored["players"]]
    assert row[-1].text == "6"


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
def test_as_many_boxes_and_circles_are_drawn_as_the_sheet_names(layout: Any) -> None:
    scored = sheet()
    widths = Counter(round(width, 3) for (width,) in read(scored, layout).operands("w"))
    assert widths[0.975] == sum(len(line["leaders"]) for line in scored["rounds"])
    assert widths[0.9] == sum(len(line["bottom"]) for line in scored["rounds"])


def test_where_all_are_level_everybody_has_both_marks() -> None:
    scored = sheet(NAMES[:4], hands=1)
    line = scored["rounds"][0]
    line["totals"] = dict.fromkeys(line["totals"], 5)
    line["leaders"] = line["bottom"] = list(NAMES[:4])
    assert [cell.text for cell in body(read(scored))[0][4::3]] == ["5, top and bottom"] * 4


def spread(text: str) -> Counter[int]:
    """How often each number is in the text."""
    return Counter(number(found) for found in re.findall(r"(?<![\w.:])[−+]?\d+(?![\w.:])", text))


def numbers_of(scored: dict[str, Any]) -> Counter[int]:
    """How often each number is in the sheet JSON."""
    values: list[int] = []
    for line in scored["rounds"]:
        for key in ("bids", "tricks", "points", "totals"):
            values += line[key].values()
        values += (line["cards"], line["bid_total"])
    return Counter(values)


@pytest.mark.parametrize("match", ["five players", "three players and 33 hands"])
def test_other_readers_find_every_number_too(match: str) -> None:
    scored = MATCHES[match]()
    content = printed(scored, "rev2")
    reader = pypdf.PdfReader(BytesIO(content))
    assert not numbers_of(scored) - spread("\n".join(page.extract_text() for page in reader.pages))


@pytest.mark.needs("poppler")
def test_pdftotext_finds_every_number_too(tmp_path: Path) -> None:
    scored = sheet(NAMES[:8], seed=3)
    (tmp_path / "sheet.pdf").write_bytes(printed(scored, "rev2"))
    found = subprocess.run(["pdftotext", tmp_path / "sheet.pdf", "-"], check=True, capture_output=True, text=True)
    assert not numbers_of(scored) - spread(found.stdout)
