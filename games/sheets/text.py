"""Texts reduced to characters that the vendored fonts can print, and short forms of names."""

import bisect
import functools
import json
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from clubs.language import locales

SUBSTITUTE = "\N{WHITE SQUARE}"  # printed for a character that no vendored font has
FONTS = Path(__file__).parent / "fonts"
_KEPT = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}\N{LEFT-TO-RIGHT MARK}"
_ISOLATES = "\N{LEFT-TO-RIGHT ISOLATE}\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}"


@functools.cache
def _coverage() -> tuple[list[int], list[int]]:
    """First and last code points of the ranges that the fonts cover (written by fonts/build.py)."""
    ranges = json.loads((FONTS / "coverage.json").read_text())
    return [first for first, _ in ranges], [last for _, last in ranges]


def covered(char: str) -> bool:
    """Whether some vendored font has a glyph for this character."""
    firsts, lasts = _coverage()
    at = bisect.bisect_right(firsts, ord(char)) - 1
    return at >= 0 and ord(char) <= lasts[at] and unicodedata.category(char) != "Co"


def printable(text: str) -> str:
    """The text on one line without control characters; characters that no font has become white squares."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = _KEPT + _ISOLATES if text.count(_ISOLATES[-1]) == sum(map(text.count, _ISOLATES[:-1])) else _KEPT
    signs = (char if char in kept else _sign(char) for char in unicodedata.normalize("NFC", text))
    return " ".join("".join(signs).split())


def _sign(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    if category == "Cf" or unicodedata.name(char, "").startswith("VARIATION SELECTOR"):
        return ""
    return char if char.isspace() or covered(char) else SUBSTITUTE


def unmarked(text: str) -> str:
    """The printable text without combining marks and joiners, for a letter that no font has with its marks."""
    marks = ("Mn", "Mc", "Me", "Cf", "Sk")
    return printable("".join(c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c) not in marks))


def framed(name: str) -> str:
    """A name, followed by a left-to-right mark if it has right-to-left letters, so that the text after it stays in
    place.
    """
    return f"{name}\N{LEFT-TO-RIGHT MARK}" if any(unicodedata.bidirectional(c) in ("R", "AL") for c in name) else name


def listed(words: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return locales.listed([framed(word) for word in words])


def short_names(names: Sequence[str]) -> dict[str, str]:
    """By name, the fewest of its first words that no other name begins with."""
    return {name: _shortest(name, [other for other in names if other != name]) for name in names}


def _shortest(name: str, others: Sequence[str]) -> str:
    words = name.split()
    starts = (" ".join(words[:count]) for count in range(1, len(words)))
    return next((start for start in starts if not any(f"{other} ".startswith(f"{start} ") for other in others)), name)


def brief(name: str, width: int = 13) -> str:
    """A name shortened to `width` characters with a full stop, for narrow places on a sheet that has the whole name
    elsewhere.
    """
    return name if len(name) <= width else f"{name[: width - 1].rstrip()}."
