"""Texts of users are printed literally: no markup, any script, and a visible sign for characters without a font."""

import hashlib
import json
from typing import Any

import pytest

from clubs.language.locales import minus, signed
from games.sheets import typst
from games.sheets.layout_words import FONTS, SUBSTITUTE, brief, covered, listed, printable, short_names, unmarked
from games.sheets.typst import LAYOUTS
from tests.games.sheets.evening import NAMES, sheet
from tests.games.sheets.printing import printed, read

MARKUP = [
    "#panic()",
    '#read("/etc/passwd")',
    "$x^2$ *bold* _em_ `raw`",
    '"]} // \\u{41} = Head',
    "<label> @ref ~ -- ---",
]
SCRIPTS = ["Ελένη Ψ", "Иван Щукин", "王小明", "さくら タロ", "김철수", "नमिता", "สมชาย", "Ñandú ƀ", "Ω🐶", "გია", "Հայ"]
RIGHT_TO_LEFT = ["محمد علي", "דוד כהן"]


def names_in(players: list[str], layout: Any = "rev1") -> list[str]:
    """The names in the heads of a sheet's columns."""
    first = read(sheet(players, hands=2), layout).tables()[0][0]
    return [cell.text.replace("\u00ad", "").replace("\u200b", "") for cell in first][2 : 2 + len(players)]


def squeezed(text: str) -> str:
    """The text without spaces."""
    return "".join(text.split())


def test_markup_in_names_prints_literally() -> None:
    assert [squeezed(name) for name in names_in(MARKUP)] == [squeezed(name) for name in MARKUP]


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
def test_markup_in_labels_prints_literally(layout: Any) -> None:
    labels: dict[str, Any] = {
        "title": "#let x = [a]",
        "night": "$n$ *1*",
        "table": '"#2"',
        "club": "= C_l_ub \\",
        "rules": "`#`",
    }
    text = squeezed("".join(read(sheet(hands=2), layout, **labels).said.values()))
    assert all(squeezed(label) in text for label in labels.values())


def test_lines_and_controls_in_names_become_one_line() -> None:
    players = ["New\nline\tNed", "Esc\x1b[31m", "Bidi\u202eBob\u2066"]
    assert [squeezed(name) for name in names_in(players)] == ["NewlineNed", "Esc[31m", "BidiBob"]
    assert printable(" Nul\x00\u2028Nan ") == "Nul Nan"


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
def test_any_script_prints_with_embedded_fonts(layout: Any) -> None:
    players = SCRIPTS[:10]
    text = squeezed("".join(read(sheet(players, hands=2), layout).said.values()))
    assert all(squeezed(name.split()[0]) in text for name in players)


def test_right_to_left_names_keep_their_letters_and_their_points() -> None:
    scored = sheet([*RIGHT_TO_LEFT, "Ann"])
    text = "".join(read(scored, "rev2").said.values())
    letters = set("".join(RIGHT_TO_LEFT).replace(" ", ""))
    assert letters <= set(text)


@pytest.mark.parametrize("odd", ["\ue000", "\U0001d518", "\u0378"])
def test_what_no_font_has_prints_as_a_square(odd: str) -> None:
    assert SUBSTITUTE in "".join(read(sheet([f"Ann{odd}", "Bo", "Cy"], hands=1)).said.values())


def test_a_cluster_no_font_has_in_one_piece_loses_its_marks_not_the_sheet() -> None:
    odd = "\u059b\U0001f91d\u0329"  # a handshake emoji between a Hebrew and a Latin combining mark
    players = [f"Hal {odd}", "Six 6\ufe0f\u20e3", "नमिता", "Cy"]
    text = "".join(read(sheet(players, hands=1)).said.values())
    assert "\U0001f91d" in text
    assert "\u059b" not in text
    assert "\u20e3" in text
    assert "नमिता" in text


def test_when_even_that_fails_every_name_loses_its_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typst, "prints", lambda text: True)
    assert "\U0001f91d" in "".join(read(sheet(["\u059b\U0001f91d\u0329", "Bo", "Cy"], hands=1)).said.values())


@pytest.mark.variants
@pytest.mark.parametrize("width", [40, 20, 1])
@pytest.mark.parametrize("letter", ["W", "ш", "م", "王", "\U0001f436"])
def test_endless_names_print_at_any_table(letter: str, width: int) -> None:
    players = [f"{at}{letter * (width - 1)}" for at in range(10)]
    assert printed(sheet(players), "rev1").startswith(b"%PDF")
    assert printed(sheet(players), "rev2").startswith(b"%PDF")


@pytest.mark.parametrize(("number", "plain", "with_sign"), [(7, "7", "+7"), (0, "0", "0"), (-3, "−3", "−3")])
def test_numbers_carry_a_true_minus(number: int, plain: str, with_sign: str) -> None:
    assert (minus(number), signed(number)) == (plain, with_sign)


def test_short_names_are_as_long_as_they_must_be() -> None:
    names = ["Ann Lee", "Ann Li", "Bo", "Cy Ann", "Bo Ash"]
    assert list(short_names(names).values()) == ["Ann Lee", "Ann Li", "Bo", "Cy", "Bo Ash"]
    assert short_names([""]) == {"": ""}
    assert [*short_names(["🐕 Núria Ødegård", "🐕 Otto Pym", "🐕"]).values()] == ["🐕 Núria", "🐕 Otto", "🐕"]


def test_lists_are_said_as_a_club_member_says_them() -> None:
    assert [listed(words) for words in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == ["", "A", "A and B", "A, B and C"]
    assert listed(["דוד"]) == "דוד\u200e"


def test_a_brief_name_is_cut_like_an_abbreviation() -> None:
    assert (brief("Wilhelmina"), brief("Featherstonehaugh")) == ("Wilhelmina", "Featherstone.")


def test_printable_text_is_composed_and_unmarked_text_plain() -> None:
    assert printable("e\u0301\u00a0x") == "é x"
    assert unmarked("n\u094d\u200da") == "na"


def test_vendored_fonts_are_the_ones_written_down() -> None:
    listed_fonts = json.loads((FONTS / "vendor.json").read_text())["fonts"]
    assert {font["file"] for font in listed_fonts} == {path.name for path in FONTS.glob("*.ttf")}
    for font in listed_fonts:
        assert hashlib.sha256((FONTS / font["file"]).read_bytes()).hexdigest() == font["sha256"]
    licensed = ("besley", "public-sans", "noto-sans", "noto-emoji", "ibm-plex-sans-arabic")
    assert all((FONTS / f"{name}-OFL.txt").exists() for name in licensed)


def test_the_layouts_name_every_vendored_family() -> None:
    families = {font["family"] for font in json.loads((FONTS / "vendor.json").read_text())["fonts"]}
    frame = (LAYOUTS / "frame.typ").read_text()
    assert all(f'"{family}"' in frame for family in families)


def test_the_fonts_cover_the_names_used_here() -> None:
    assert all(covered(char) for name in (*NAMES, *SCRIPTS, *RIGHT_TO_LEFT) for char in name if char != " ")
    assert covered(SUBSTITUTE)
