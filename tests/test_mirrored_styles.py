"""Styles use logical properties instead of left and right, so that right-to-left pages are mirrored."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

STYLES = Path("dogclub/styles")
DECLARATION = re.compile(r"([a-z-]+):\s*([^;{}]+);")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# A value, including the content of its parentheses.
ONE_SIDE = re.compile(r"(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^\s()])+")
SIDE = re.compile(r"(^|-)(left|right)(-|$)")
FOUR_SIDES = ("margin", "padding", "inset", "border-width", "border-radius", "scroll-margin", "scroll-padding")
# The same on both sides, or of things that are not mirrored, such as a photo.
BOTH_WAYS = {
    ("finish/page.css", "text-align"),  # rtl.css overrides it
    ("pages/ledger_layout.css", "background"),
    ("photo/viewer.css", "inset"),
    ("table/number_pad.css", "background"),
}


def sided(style: str) -> Iterator[str]:
    """Properties of a style that would be on the wrong side on a right-to-left page."""
    for name, value in DECLARATION.findall(COMMENT.sub("", style)):
        sides = ONE_SIDE.findall(value)
        if (
            SIDE.search(name)
            or (name in ("text-align", "float", "clear") and value in ("left", "right"))
            or (name == "direction")
            or (name in FOUR_SIDES and len(sides) == 4 and sides[1] != sides[3])
            or (name.startswith("background") and re.search(r"\b(left|right)\b", value))
        ):
            yield name


@pytest.mark.parametrize(
    ("style", "found"),
    [
        (".a { margin-left: 1rem; padding-inline-start: 2rem; }", ["margin-left"]),
        (".a { padding: 0 1rem 2rem calc(1rem + (2 * var(--b))); }", ["padding"]),
        (".a { padding: 0 1rem 2rem 1rem; inset: 0 auto; text-align: end; }", []),
        (".a { text-align: left; direction: ltr; }", ["text-align", "direction"]),
        (".a { border-top-left-radius: 1px; left: 0; /* right: 0; */ }", ["border-top-left-radius", "left"]),
        (".a { background: linear-gradient(to right, red, blue); }", ["background"]),
    ],
)
def test_what_names_a_side_is_found(style: str, found: list[str]) -> None:
    assert [*sided(style)] == found


def test_no_style_names_a_side() -> None:
    files = {path: str(path.relative_to(STYLES)) for path in STYLES.rglob("*.css") if path.name != "rtl.css"}
    found = {(name, each) for path, name in files.items() for each in sided(path.read_text())}
    assert found == BOTH_WAYS
