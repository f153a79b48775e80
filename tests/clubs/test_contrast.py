"""Any colour of a club is adjusted until it is readable in the light and the dark theme."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.contrast import DARK_PAPER, GRAPHICS, TEXT, WHITE, contrast, dark, light

TOKENS = Path(__file__).parents[2] / "dogclub" / "styles" / "table" / "tokens.css"
colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#777777", "#777777") == 1


def test_the_dark_page_is_as_dark_as_is_reckoned_with() -> None:
    papers = re.findall(r"--paper: (#[0-9a-f]{6})", TOKENS.read_text())
    assert papers[1:] == [DARK_PAPER, DARK_PAPER]


@given(colours)
def test_every_colour_suffices_and_is_left_alone_where_it_did(colour: str) -> None:
    for shade, ground, least in ((light(colour), WHITE, TEXT), (dark(colour), DARK_PAPER, GRAPHICS)):
        assert contrast(shade.used, ground) >= least
        assert shade.is_adjusted == (contrast(colour, ground) < least)
        assert shade.is_adjusted or shade.used == colour


def test_it_is_said_with_both_numbers() -> None:
    assert light("#d9822b").words == (
        "adjusted to #ac651f so that white text is readable: 4.5:1. Yours gives 2.9:1; 4.5:1 is the minimum."
    )
    assert dark("#d9822b").words == "used as chosen: 6.3:1 on the dark page; 3:1 is the minimum."
    assert light("#1a237e").words == "used as chosen: 13.2:1 for white text on it; 4.5:1 is the minimum."
    assert dark("#000000").words.startswith("adjusted to #626262 so that it stands out on the dark page: 3.0:1.")
