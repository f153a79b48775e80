"""Words that people use as column headings, in ten languages, from `words.csv`: one row for each meaning and
language.
"""

import csv
import re
import unicodedata
from functools import cache
from pathlib import Path

from dogclub.exports.grids.blocks import column_of

FILE = Path(__file__).with_name("words.csv")
SUM, MEAN, AWAY, SKIP, MONTH = "sum", "mean", "away", "skip", "month-"
OTHER = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d"})
DASHES = {"-", "–", "—", "−", "/", "."}  # signs that people type for an empty cell


def letters(text: str) -> str:
    """Return the form shared by all spellings of a word: lower-case letters and digits, without accents.

    >>> letters("  Joué le: ")
    'joue le'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(OTHER))
    kept = "".join(character for character in plain if not unicodedata.combining(character))
    return " ".join(re.sub(r"[\W_]+", " ", kept).split())


@cache
def _known() -> dict[str, dict[str, str]]:
    """Return words by kind (a heading, SUM, MEAN, AWAY, MONTH): letters to meaning. The first row with a word wins."""
    known: dict[str, dict[str, str]] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            means = row["means"]
            kind = MONTH if means.startswith(MONTH) else means if means in (SUM, MEAN, AWAY) else ""
            for word in filter(None, map(letters, row["words"].split("|"))):
                known.setdefault(kind, {}).setdefault(word, means)
    return known


def meaning_of(heading: str) -> str:
    """Return the column that a heading means; SKIP for a known word that is no column, "" for an unknown word.

    >>> meaning_of("Stiche"), meaning_of("Joueur 2"), meaning_of("Bids"), meaning_of("Notes"), meaning_of("Bea")
    ('tricks', 'player', 'bids', 'skip', '')
    """
    text = re.sub(r"\([^)]*\)", " ", heading)
    word = letters(text)
    numbered = re.sub(r"\s*\d+$", "", word)
    headings = _known()[""]
    return column_of(text) or headings.get(word, "") or (headings.get(numbered, "") if numbered else "")


def month_of(word: str) -> int:
    """Return the month's number from 1; 0 if the word is not a month."""
    means = _known()[MONTH].get(letters(word), "")
    return int(means.removeprefix(MONTH)) if means else 0


def is_sum(text: str) -> bool:
    """Whether the word means a total, as at the end of a column of figures."""
    return letters(text) in _known()[SUM]


def is_summary(text: str) -> bool:
    """Whether the word heads a summary row, such as “Average”, “Games played” or a total, and not a game."""
    return is_sum(text) or letters(text) in _known()[MEAN]


def is_away(text: str) -> bool:
    """Whether the cell says that a player did not play: a dash or a word such as “absent”."""
    return text in DASHES or letters(text) in _known()[AWAY]
