"""The club’s name is at the head of its sheets, above the game, whatever the name."""

import json
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from scoring.records import score
from tests.games.sheets.evening import NAMES, sheet
from tests.games.sheets.printing import printed, read
from tests.server import ROOT

CLUB = "The Honourable Thursday Evening Kennel Ω"
NAMES_OF_CLUBS = ["Kennel", CLUB, "نادي الكلاب الطيبة في مدينة الإسكندرية!!", "🐕 Dogs of the Old Harbour 🐾", "W" * 80]
MARGIN = 34  # points
CODE = 41 + 22  # points: the QR code at the right, and the space beside it


def words(pdf: bytes, folder: Path) -> list[tuple[str, dict[str, float]]]:
    """Each word of the first page with its box, in points from the top left."""
    (folder / "sheet.pdf").write_bytes(pdf)
    command = ["pdftotext", "-bbox", "-l", "1", str(folder / "sheet.pdf"), "-"]
    page = ElementTree.fromstring(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    found = (each for each in page.iter() if each.tag.endswith("}word"))
    return [(each.text or "", {key: float(value) for key, value in each.attrib.items()}) for each in found]


def test_the_club_is_read_first_and_no_longer_at_the_foot() -> None:
    reader = read(sheet(), club=CLUB)
    aloud = reader.text(next(reader.elements()))
    assert aloud.startswith(f"{CLUB}Dirty Dog")
    assert CLUB not in reader.artifacts(0)


def test_the_second_page_has_the_same_head() -> None:
    assert CLUB in read(sheet(NAMES[:3]), club=CLUB).artifacts(1)


@pytest.mark.needs("poppler")
@pytest.mark.parametrize("club", NAMES_OF_CLUBS, ids=["short", "forty", "arabic", "emoji", "eighty"])
@pytest.mark.parametrize(("layout", "paper"), [("rev1", "a4"), ("rev1", "letter"), ("rev2", "letter")])
def test_any_name_stands_on_one_line_above_all_else(club: str, layout: str, paper: Any, tmp_path: Path) -> None:
    pdf = printed(sheet(NAMES[:5]), layout, "filled", paper, club=club)
    found = words(pdf, tmp_path)
    label = next(box["yMin"] for word, box in found if word == "Night")
    name = [box for _, box in found if box["yMin"] < label - 5]
    page = (595.3 if paper == "a4" else 612) if layout == "rev1" else 792
    assert len(name) >= len(club.split())
    assert min(box["xMin"] for box in name) >= MARGIN - 1
    assert max(box["xMax"] for box in name) <= page - MARGIN - CODE
    if len(club) <= 40:
        assert max(box["yMax"] - box["yMin"] for box in name) >= 16


def test_a_result_says_how_a_tie_was_settled() -> None:
    record = json.loads((ROOT / "tests/golden/dirty-dog/19-ties-at-both-ends.json").read_text())["record"]
    reader = read(score(record))
    aloud = reader.text(next(reader.elements()))
    assert "Winner (tie-break hand)Ann, 40" in aloud
    assert "Loser (card pull)Di, 7" in aloud
    assert "(" not in read(sheet()).text(next(read(sheet()).elements()))
