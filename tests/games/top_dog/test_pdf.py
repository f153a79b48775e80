"""The printed sheet of Top Dog: every number in its cell, tagged, small, and byte-identical for the same sheet."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.sheets.document import Labels, document
from games.sheets.typst import Fill, Paper, pressed
from games.top_dog.pdf import PRINTS
from scoring.records import score
from tests.games.sheets.reading import Cell, Reader

GOLDEN = sorted(Path("tests/golden/top-dog").glob("*.json"))
LABELS: dict[str, Any] = {
    "night": "Saturday 21 Nov 2026",
    "date": "2026-11-21",
    "table": "1",
    "link": "https://club.example/m/0b0e8b0e-1111-4222-8333-123456789abc/",
    "version": 12,
    "rules": "1.0",
    "printed_at": 1_795_000_000,
}
LONG = [f"{name} Featherstonehaugh-Oyelaran" for name in ("Wilhelmina", "Núria-Wilhelmina", "Łukasz", "Percy")]
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


def rounds(names: list[str], count: int, **options: Any) -> Sheet:
    """The sheet of a long match in which the last hand of every round is tied."""
    won = dict(zip(names, [3] * 4 if len(names) == 4 else [6, 6], strict=True))
    record = {"record": 1, "game": "top-dog", "players": names, "options": options}
    return score({**record, "rounds": [{"won": won, "last_hand_tied": True}] * count})


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_number_of_the_sheet_stands_in_its_cell(path: Path) -> None:
    sheet = golden(path.stem)
    (table,) = read(sheet).tables()
    dummy = sheet["options"]["dummy"]
    for line, row in zip(sheet["rounds"], table[2:], strict=False):
        number, *seats = words(row)
        assert number == str(line["number"])
        per_seat = 3 if dummy else 2
        for at, player in enumerate(sheet["players"]):
            won, *against, total = seats[at * per_seat : (at + 1) * per_seat]
            assert won == str(line["won"][player]) + (" arranges" if player == line["arranger"] else "")
            assert against == ([{1: "+1", 0: "±0", -2: "−2"}[line["against"][player]]] if dummy else [])
            figure, _, mark = total.partition(", ")
            assert figure == str(line["totals"][player]).replace("-", "−")
            assert mark == ("top" if player in line["leaders"] else "")
        assert seats[-1] == ("tied" if line["last_hand_tied"] else "")
        assert not dummy or seats[-2] == str(line["won"]["dummy"])
    for row in table[2 + len(sheet["rounds"]) :]:
        assert {text.removesuffix(" arranges").strip() for text in words(row[1:])} == {""}


def test_the_heads_say_what_is_won() -> None:
    (table,) = read(golden("03")).tables()
    assert words(table[0])[0] == "Round"
    assert words(table[1]) == ["Won", "Total"] * 4
    assert [cell.head for row in table[:2] for cell in row] == [True] * (6 + 8)
    (dummy,) = read(golden("13")).tables()
    assert words(dummy[0])[-2] == "Dummy"
    assert words(dummy[1]) == ["Won", "±", "Total"] * 3


@pytest.mark.parametrize(
    ("start", "facts"),
    [
        ("01", ["Played1 round"]),
        ("03", ["Variation2, rotating", "WinnerNúria, 43"]),
        ("09", ["Variation1, all arrange", "Played2 rounds"]),
        ("13", ["Variation3, a dummy", "± against the dummy: more +1, fewer −2."]),
        ("14", ["± against the dummy: more +1, fewer −2, and only that counts."]),
        ("17", ["Variation4, two suits", "Hands add up to 26, or 25 when the last is tied."]),
        ("19", ["70 at the end of a round wins.", "WinnerOtto, 71"]),
        ("23", ["Variations2, 3 and 4", "Heavy rule: all have arranged equally often."]),
    ],
)
def test_the_sheet_says_what_was_agreed_and_how_it_ended(start: str, facts: list[str]) -> None:
    text = text_of(read(golden(start)))
    for fact in facts:
        assert fact in text


def test_a_match_without_variations_says_nothing_of_them() -> None:
    assert "Variation" not in text_of(read(golden("04")))
    assert "Grey corner" not in text_of(read(golden("04")))


@pytest.mark.parametrize("fill", ["blank", "ready"])
def test_what_is_not_filled_holds_no_figures(fill: Fill) -> None:
    reader = read(golden("03"), fill)
    (table,) = reader.tables()
    names = [re.sub("[\u00ad\u200b]", "", cell.text) for cell in table[0][1:5]]
    assert names == (["", "", "", ""] if fill == "blank" else golden("03")["players"])
    assert [row[0].text for row in table[2:]] == [str(number) for number in range(1, 17)]
    assert all(cell.text in ("", " arranges") for row in table[2:] for cell in row[1:])
    assert ("2026" in text_of(reader)) == (fill == "ready")
    assert "43" not in text_of(reader)


def test_a_blank_sheet_of_a_plain_match_leaves_a_line_for_the_variation() -> None:
    text = text_of(read(golden("02"), "blank"))
    assert "Variation" in text
    assert "Variation 2 ends only when all have arranged equally often." in text
    assert "arranges" not in text


def test_as_many_boxes_are_drawn_as_the_sheet_names_and_nobody_is_circled() -> None:
    sheet = golden("03")
    widths = [round(width, 3) for (width,) in read(sheet).operands("w")]
    assert widths.count(0.975) == sum(len(line["leaders"]) for line in sheet["rounds"])
    assert widths.count(0.9) == 0
    assert "bottom" not in text_of(read(sheet))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("fill", ["blank", "ready", "filled"])
def test_every_sheet_is_small_tagged_and_on_its_paper(fill: Fill, paper: Paper) -> None:
    pdf = printed(golden("13"), fill, paper)
    assert len(pdf) < 60_000
    assert pdf == printed(golden("13"), fill, paper)
    reader = Reader(pdf)
    assert "<pdfuaid:part>1</pdfuaid:part>" in reader.pdf.Root.Metadata.read_bytes().decode()
    assert [reader.text(heading) for heading in reader.all_of("/H1")] == ["Top Dog"]
    assert str(reader.pdf.Root.Lang) == "en"
    assert len(reader.pages) == 1
    width, height = (float(side) for side in reader.pdf.pages[0].MediaBox[2:])
    assert (round(width), round(height)) == {"a4": (595, 842), "letter": (612, 792)}[paper]


def test_a_match_that_goes_on_has_rows_to_go_on_with() -> None:
    (table,) = read(rounds(LONG, 14, target=500)).tables()
    assert len(table) == 2 + 18
    assert words(table[2 + 14])[0] == "15"
    (whole,) = read(rounds(LONG, 14, target=500, arranging="rotating")).tables()
    assert len(whole) == 2 + 20


def test_a_long_match_goes_on_over_the_page() -> None:
    reader = read(rounds(LONG, 60, target=900))
    assert len(reader.pages) > 1
    first, *_, last = reader.tables()
    assert words(first[0]) == words(last[0])
    assert words(last[-5])[0] == "60"
    assert f"page 2 of {len(reader.pages)}" in reader.artifacts(1)
    assert len(printed(rounds(LONG, 60, target=900))) < 60_000


@pytest.mark.parametrize("name", ["#panic()", "$x^2$ *bold*", "王小明", "دوست خوب", "W" * 60])
def test_any_name_prints(name: str) -> None:
    sheet = rounds([name, "Otto Pym"], 2)
    assert len(read(sheet).pages) == 1
    assert len(read(sheet, "ready", "letter").pages) == 1


@pytest.mark.needs("poppler")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_word_is_cut_off_at_the_edge(tmp_path: Path, paper: Paper) -> None:
    (tmp_path / "sheet.pdf").write_bytes(printed(rounds(LONG, 12, arranging="rotating"), "filled", paper))
    command = ["pdftotext", "-bbox", str(tmp_path / "sheet.pdf"), "-"]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    wide, high = {"a4": (595, 842), "letter": (612, 792)}[paper]
    words_at = re.findall(r'<word xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="([^"]+)"', found)
    boxes = [tuple(map(float, box)) for box in words_at]
    assert len(boxes) > 100
    assert all(left >= 30 and top >= 20 and right <= wide - 30 and low <= high - 12 for left, top, right, low in boxes)
