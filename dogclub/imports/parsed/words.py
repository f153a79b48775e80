"""Words people head their columns with, in ten languages: `words.csv`, one row a meaning and language."""

import csv
import re
import unicodedata
from functools import cache
from pathlib import Path

from dogclub.exports.grids.blocks import column_of

FILE = Path(__file__).with_name("words.csv")
SUM, MEAN, AWAY, SKIP, MONTH = "sum", "mean", "away", "skip", "month-"
OTHER = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d"})
DASHES = {"-", "–", "—", "−", "/", "."}  # an empty cell, written down


def letters(text: str) -> str:
    """What spellings of one word have in common: small letters and figures, without accents.

    >>> letters("  Joué le: ")
    'joue le'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(OTHER))
    kept = "".join(character for character in plain if not unicodedata.combining(character))
    return " ".join(re.sub(r"[\W_]+", " ", kept).split())


@cache
def _known() -> dict[str, dict[str, str]]:
    """By kind (a heading, SUM, MEAN, AWAY, MONTH): letters to meaning. The first row that has a word keeps it."""
    known: dict[str, dict[str, str]] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            means = row["means"]
            kind = MONTH if means.startswith(MONTH) else means if means in (SUM, MEAN, AWAY) else ""
            for word in filter(None, map(letters, row["words"].split("|"))):
                known.setdefault(kind, {}).setdefault(word, means)
    return known


def meaning_of(heading: str) -> str:
    """The column a heading stands for; SKIP for one that is known to be none of ours, "" for a word nobody knows.

    >>> meaning_of("Stiche"), meaning_of("Joueur 2"), meaning_of("Bids"), meaning_of("Notes"), meaning_of("Bea")
    ('tricks', 'player', 'bids', 'skip', '')
    """
    text = re.sub(r"\([^)]*\)", " ", heading)
    word = letters(text)
    numbered = re.sub(r"\s*\d+$", "", word)
    headings = _known()[""]
    return column_of(text) or headings.get(word, "") or (headings.get(numbered, "") if numbered else "")


def month_of(word: str) -> int:
    """1 to 12; 0 for a word that is no month."""
    means = _known()[MONTH].get(letters(word), "")
    return int(means.removeprefix(MONTH)) if means else 0


def is_sum(text: str) -> bool:
    """“Total”, at the end of a column of figures."""
    return letters(text) in _known()[SUM]


def is_summary(text: str) -> bool:
    """“Average” or “Games played”, also the total: a row that is nobody's game."""
    return is_sum(text) or letters(text) in _known()[MEAN]


def is_away(text: str) -> bool:
    """Somebody who did not play: a dash, “absent”."""
    return text in DASHES or letters(text) in _known()[AWAY]
