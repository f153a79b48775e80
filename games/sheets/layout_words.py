"""The words in the layouts of printed sheets, in the current language."""

import bisect
import functools
import json
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from django.utils.translation import get_language_bidi, pgettext
from django.utils.translation import gettext as _

from clubs.language import locales


def layout_words() -> dict[str, str]:
    """The words by key, and the `direction` of the language; every layout gets all of them."""
    return (
        {"direction": "rtl" if get_language_bidi() else "ltr"}
        | _heads()
        | _of_war()
        | _of_pack()
        | _round_about()
        | _spoken()
    )


def _heads() -> dict[str, str]:
    """Column headings, so short words are preferred."""
    return {
        "bid": pgettext("column of a sheet", "Bid"),
        "bids": pgettext("column of a sheet", "Bids"),
        "cards": _("Cards"),
        "dealer": pgettext("column of a sheet", "Dealer"),
        "dummy": _("Dummy"),
        "game": _("Game"),
        "hand": _("Hand"),
        "last_hand": _("Last hand"),
        "left": pgettext("cards, column of a sheet", "Left"),
        "nights": _("Nights"),
        "no_trump": _("none"),
        "place": _("Place"),
        "player": _("Player"),
        "points": _("Points"),
        "bottom_count": _("Bottom"),
        "round": _("Round"),
        "starts": _("Starts"),
        "total": _("Total"),
        "took": pgettext("column of a sheet", "Took"),
        "trump": _("Trump"),
        "wins": _("Wins"),
        "won": _("Won"),
    }


def _of_war() -> dict[str, str]:
    return {
        "battle": _("Battle"),
        "final_tally": _("Final tally"),
        "house_value": pgettext("column of a sheet", "House value"),
        "left_side": pgettext("side of a battle", "Left"),
        "right_side": pgettext("side of a battle", "Right"),
        "left_short": pgettext("left, in one letter", "L"),
        "right_short": pgettext("right, in one letter", "R"),
        "tracker": _("Tracker"),
        "vp": _("VP"),
        "year": _("Year"),
    }


def _of_pack() -> dict[str, str]:
    return {
        "base": _("Base: 2 with a pack"),
        "captured": pgettext("column of a sheet", "Captured"),
        "carried": pgettext("column of a sheet", "Carried"),
        "late_round": pgettext("column of a sheet", "Late round"),
        "pile": pgettext("column of a sheet", "Pile"),
        "streak": _("Streak: rounds in a row"),
    }


def _round_about() -> dict[str, str]:
    return {
        "called_out": _("Called out"),
        "chance_to_win": _("Chance to win, in per cent"),
        "guest": pgettext("after a name", "guest"),
        "in_numbers": _("In numbers"),
        "night_by_night": _("Points, night by night"),
        "page": _("page {page} of {pages}"),
        "part": _("part {page} of {pages}"),
        "scorekeeper": _("Scorekeeper"),
        "seen": _("Seen at the table"),
    }


def _spoken() -> dict[str, str]:
    """Texts for screen readers in place of symbols."""
    return {
        "arranges": _("arranges"),
        "clubs": _("clubs"),
        "deals": _("deals"),
        "diamonds": _("diamonds"),
        "hearts": _("hearts"),
        "spades": _("spades"),
        "both": pgettext("mark of a total", "top and bottom"),
        "bottom": pgettext("mark of a total", "bottom"),
        "here": pgettext("value of a house", "stands here"),
        "in_front": pgettext("mark of a place", "in front"),
        "logo": _("Logo of the club"),
        "lost": _("lost"),
        "top": pgettext("mark of a total", "top"),
        "won_here": _("won"),
    }


# Texts reduced to characters that the vendored fonts can print, and short forms of names.


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
    """By name, the fewest of its first words that no other name begins with; an emoji alone is no name."""
    return {name: _shortest(name, [other for other in names if other != name]) for name in names}


def _shortest(name: str, others: Sequence[str]) -> str:
    words = name.split()
    first = next((at for at, word in enumerate(words, 1) if any(map(str.isalnum, word))), len(words))
    starts = (" ".join(words[:count]) for count in range(first, len(words)))
    return next((start for start in starts if not any(f"{other} ".startswith(f"{start} ") for other in others)), name)


def brief(name: str, width: int = 13) -> str:
    """A name shortened to `width` characters with a full stop, for narrow places on a sheet that has the whole name
    elsewhere.
    """
    return name if len(name) <= width else f"{name[: width - 1].rstrip()}."


def table_named(label: str) -> str:
    """Return `table 1` for a number; a table with a name keeps it, such as *Winners’ table*."""
    return _("table {table}").format(table=label) if label.isdigit() else label
