"""Characters that look like others or like nothing, by Unicode’s tables (UTS 39 and Default_Ignorable_Code_Point)."""

import csv
import unicodedata
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
JOINERS = "\u200c\u200d"
DIRECTIONS = "\u061c\u200e\u200f"  # they order brackets and figures beside Hebrew and Arabic
TAGS = range(0xE0020, 0xE0080)
SELECTORS, IDEOGRAPHIC = range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)
PLAIN_OR_EMOJI = "\ufe0e\ufe0f"
MONGOLIAN = "\u180b\u180c\u180d\u180f"
# Scripts in which a joiner changes what is seen, by the first word of the names of their characters.
INDIC = {"DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA"}
JOINING = {"ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "MANDAIC", "KHMER", "TIBETAN"} | INDIC


@cache
def _ignorable() -> frozenset[str]:
    with (HERE / "ignorable.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return frozenset(chr(code) for first, last in rows for code in range(int(first, 16), int(last, 16) + 1))


@cache
def _skeletons() -> Mapping[int, str]:
    with (HERE / "skeletons.csv").open(encoding="utf-8", newline="") as file:
        return {int(code, 16): looks_like for code, looks_like in list(csv.reader(file))[1:]}


def skeleton(text: str) -> str:
    """Return what the text looks like: texts with one skeleton cannot be told apart by eye (UTS 39).

    >>> skeleton("Веа") == skeleton("Bea")
    True
    """
    seen = "".join(sign for sign in unicodedata.normalize("NFD", text) if sign not in _ignorable())
    return unicodedata.normalize("NFD", seen.translate(_skeletons()))


def without_invisible(text: str, besides: Set[str] = frozenset()) -> str:
    """Return the text without characters that nobody sees. Those that change what is seen stay: joiners between letters
    of scripts that need them and in emoji, marks of direction beside Hebrew and Arabic, and variants of emoji, of Han
    and of Mongolian; and those in `besides`.

    >>> without_invisible("Bea\u200e Mar\u200dlowe\ufe0f")
    'Bea Marlowe'
    """
    return "".join(_visible(text, besides)) if _ignorable().intersection(text) else text


def _visible(text: str, besides: Set[str]) -> Iterator[str]:
    for at, sign in enumerate(text):
        if sign not in _ignorable() or sign in besides or _is_needed(sign, text[:at], text[at + 1 :]):
            yield sign


def _is_needed(sign: str, before: str, after: str) -> bool:
    if not before:
        return False
    if sign in DIRECTIONS:
        return any(each.isalpha() and unicodedata.bidirectional(each) in ("R", "AL") for each in before + after)
    if sign in JOINERS:
        return _joins(sign, before, after)
    if sign in PLAIN_OR_EMOJI and (_is_symbol(before[-1]) or after[:1] == "\u20e3"):
        return True
    if ord(sign) in SELECTORS or ord(sign) in IDEOGRAPHIC:
        return _script(before[-1]) == "CJK"
    if sign in MONGOLIAN:
        return _script(before[-1]) == "MONGOLIAN"
    return ord(sign) in TAGS and (before[-1] == "\U0001f3f4" or ord(before[-1]) in TAGS)


def _joins(sign: str, before: str, after: str) -> bool:
    """Whether a joiner is between letters of a script that needs it, after a virama, or between emoji."""
    if _script(before[-1]) in JOINING:
        is_virama = unicodedata.combining(before[-1]) == 9
        return is_virama or (bool(after) and _script(after[0]) in JOINING)
    return sign == "\u200d" and bool(after) and _is_symbol(before.rstrip(PLAIN_OR_EMOJI)[-1:]) and _is_symbol(after[0])


def _is_symbol(sign: str) -> bool:
    return sign != "" and unicodedata.category(sign)[0] == "S"


def _script(sign: str) -> str:
    return unicodedata.name(sign, "").partition(" ")[0]
