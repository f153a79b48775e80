"""Sheets in a right-to-left language: mirrored, with readable letters, and signs in place."""

import io
import subprocess
from collections.abc import Iterator
from typing import Any

import pikepdf
import pytest
from django.utils import translation
from PIL import Image

from games.match.printing import SHAPES, TEMPLATE, Shape
from games.sheets.layout_words import printable
from games.sheets.typst import drawn
from tests.games.sheets.evening import NAMES, sheet
from tests.games.sheets.printing import printed

pytestmark = pytest.mark.variants
EMBEDDED = "\u200e\u202a\u202b\u202c"  # direction marks that pdftotext adds
WORDS = {"rev1": ("الطلب", "المجموع", "القواعد", "المباراة"), "rev2": ("النداءات", "الطرنيب", "الطلبات", "النتيجة")}


@pytest.fixture(autouse=True)
def arabic() -> Iterator[None]:
    """Activate Arabic."""
    with translation.override("ar"):
        yield


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
def test_a_sheet_says_arabic_words_letter_by_letter(layout: Any) -> None:
    made = printed(sheet(), layout)
    assert {*WORDS[layout]} <= {word.strip(EMBEDDED) for word in words(made)}
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert pdf.Root.Lang == "ar"


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
def test_the_first_seat_stands_at_the_right(layout: Any) -> None:
    spots = places(printed(sheet(NAMES[:5]), layout))
    seats = [spots[name.split()[0]] for name in NAMES[:2]]
    assert seats == sorted(seats, reverse=True)


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
def test_a_minus_stays_before_its_figure(layout: Any) -> None:
    drawn = [word for word in words(printed(sheet(NAMES[:5]), layout)) if "−" in word]
    assert drawn and not [word for word in drawn if word.strip(EMBEDDED).endswith("−")]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_picture_for_a_chat_is_mirrored(shape: Shape) -> None:
    """The box around the total is at the side where a line begins."""
    box = {code: box_of(shape, code) for code in ("ar", "en")}
    assert box["en"][1] < 0.5 < box["ar"][0]
    assert box["ar"] == pytest.approx((1 - box["en"][1], 1 - box["en"][0]), abs=0.01)


def box_of(shape: Shape, language: str) -> tuple[float, float]:
    """The left and right edge of the box around the total, as fractions of the width."""
    rows = [{"place": "2", "name": "Bo", "total": "\N{MINUS SIGN}3", "mark": "low", "note": ""}]
    texts = {"title": "Kennel", "club": "Kennel", "game": "Dirty Dog", "day": "1", "winner": "Núria", "label": "Winner"}
    about = {"colour": "#804020", "logo": [], "total": "62", "mark": "top", "callout": "", "words": "W", "facts": "F"}
    with translation.override(language):
        made = drawn(TEMPLATE, {**texts, **about, "shape": shape, "rows": rows})
    red = Image.open(io.BytesIO(made)).convert("RGB").getchannel("R")
    picture = Image.eval(red, lambda value: 255 * (value < 8))  # only the green of the box has no red
    left, _, right, _ = picture.getbbox() or (0, 0, 0, 0)
    return left / picture.width, right / picture.width


def test_words_kept_apart_are_kept_apart_on_paper() -> None:
    assert printable("\u2066Not yet.\u2069") == "\u2066Not yet.\u2069"
    assert printable("Bo\u2066") == "Bo"


def words(pdf: bytes) -> list[str]:
    """The words that `pdftotext` finds, in the order of the page."""
    made = subprocess.run(["pdftotext", "-raw", "-", "-"], input=pdf, check=True, capture_output=True)
    return made.stdout.decode().split()


def places(pdf: bytes) -> dict[str, float]:
    """The distance of each word from the left edge, in points."""
    made = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, check=True, capture_output=True)
    lines = [line for line in made.stdout.decode().splitlines() if "<word" in line]
    return {line.split(">")[1].split("<")[0]: float(line.split('xMin="')[1].split('"')[0]) for line in lines}
