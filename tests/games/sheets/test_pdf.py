"""Sheets as PDF: byte-identical for the same sheet, small, on the right paper, with a file name."""

import io
import subprocess
import sys
from typing import Any

import pikepdf
import pytest

from games.sheets.typst import printed as ready_to_send
from tests.games.sheets.evening import NAMES, sheet
from tests.games.sheets.printing import by_key, labelled, printed, read

pytestmark = pytest.mark.variants

KB = 1000
LONG = [f"{name.split()[0]} {'Featherstonehaugh-Oyelaran-Abernathy-Quill'}"[:40] for name in NAMES]
PAPERS = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}


def test_the_same_sheet_gives_the_same_bytes() -> None:
    fresh = (
        "import django; django.setup();"
        "from tests.games.sheets.test_pdf import every_sheet;"
        "print(*(sheet.hex() for sheet in every_sheet()))"
    )
    elsewhere = subprocess.run([sys.executable, "-c", fresh], check=True, capture_output=True, text=True).stdout
    assert every_sheet() == every_sheet() == [bytes.fromhex(each) for each in elsewhere.split()]


def every_sheet() -> list[bytes]:
    """The same match in every layout, blank, ready and filled."""
    layouts: tuple[Any, ...] = ("rev1", "rev2")
    fills: tuple[Any, ...] = ("blank", "ready", "filled")
    return [printed(sheet(), layout, fill) for layout in layouts for fill in fills]


def test_another_match_version_gives_other_bytes() -> None:
    assert printed(sheet(), version=41) != printed(sheet(), version=42)


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
@pytest.mark.parametrize("names", [LONG, NAMES[:3], NAMES[:2]], ids=["ten long names", "33 hands", "51 hands"])
def test_a_sheet_weighs_at_most_61_kb(layout: Any, names: list[str]) -> None:
    options = {"max_hands": 12} if len(names) == 10 else {}
    scored = sheet(names, options=options)
    assert len(scored["rounds"]) >= 20
    assert len(printed(scored, layout)) <= 61 * KB


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("layout", ["rev1", "rev2"])
@pytest.mark.parametrize("players", range(2, 11))
def test_every_table_fits_both_papers(paper: Any, layout: Any, players: int) -> None:
    with pikepdf.open(io.BytesIO(printed(sheet(NAMES[:players]), layout, "filled", paper))) as pdf:
        wide, high = PAPERS[paper] if layout == "rev1" and players <= 6 else PAPERS[paper][::-1]
        for page in pdf.pages:
            assert [round(float(edge), 1) for edge in page.mediabox] == [0, 0, wide, high]
        assert len(pdf.pages) <= (2 if players < 3 or len(pdf.pages) == 1 else 3)


@pytest.mark.parametrize(
    ("layout", "players", "pages"),
    [("rev1", 5, 1), ("rev1", 10, 1), ("rev1", 4, 1), ("rev1", 3, 2), ("rev2", 5, 1), ("rev2", 10, 1), ("rev2", 3, 2)],
)
def test_how_many_pages_a_sheet_takes(layout: Any, players: int, pages: int) -> None:
    assert len(read(sheet(NAMES[:players]), layout).pages) == pages


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
def test_a_blank_sheet_names_nobody_and_a_ready_one_everybody(layout: Any) -> None:
    blank, ready = (" ".join(read(sheet(), layout, fill).said.values()) for fill in ("blank", "ready"))
    for name in NAMES[:5]:
        assert name.split()[0] not in blank
        assert name.split()[0] in ready
    assert "2026" not in blank
    assert "Saturday 21 Nov 2026" in ready


def test_the_sheet_says_its_match_version_and_rule_version() -> None:
    assert "Sheet rev 1 · match version 41 · rules 1.3" in read(sheet()).artifacts(0)


@pytest.mark.parametrize(
    ("labels", "fill", "name"),
    [
        ({}, "filled", "dirty-dog-2026-11-21-table-1.pdf"),
        ({"table": ""}, "ready", "dirty-dog-2026-11-21.pdf"),
        ({"table": 'Kamin / Ödegård \r\n"x" 王'}, "filled", "dirty-dog-2026-11-21-kamin-odegard-x.pdf"),
        ({}, "blank", "dirty-dog-blank.pdf"),
    ],
)
def test_the_file_name_is_plain(labels: dict[str, str], fill: Any, name: str) -> None:
    sent = ready_to_send(by_key("rev1"), fill, "a4", labelled(sheet(hands=1), **labels))
    assert sent.file_name == name
    assert sent.content_type == "application/pdf"
    assert sent.content.startswith(b"%PDF-1.7")


def test_the_engine_is_loaded_with_the_first_sheet_not_with_the_server() -> None:
    code = "import django, sys; django.setup(); import games.sheets.typst; print(int('typst' in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "0\n"
