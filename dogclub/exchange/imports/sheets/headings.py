"""Finding the headings of a sheet: below its title, above its figures, in one row or in two."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dogclub.exchange.exports.grids.layout import names_of
from dogclub.exchange.imports.moments import is_summary, meaning_of
from dogclub.exchange.imports.sheets.blocks import SheetRow
from dogclub.exchange.imports.sheets.cells import DAY, NOTHING, NUMBER, WORDS, is_empty, kind, words
from scoring import ENGINES

LOOKED_AT = 60  # rows from the top
SAMPLE = 200  # rows from which a column's kind is determined
ENOUGH = 3
OWN = {"date", "table", "game", "round", "player"}  # in each of them
EXPORTED = {*names_of(*(engine.key for engine in ENGINES))}
FIGURES = {"bids", "tricks", "points", "total", "won", "cards_taken", "cards_left", "captains_gained", "piles"}


@dataclass(frozen=True)
class Headings:
    """The headings found. `at` is the index of their row, -1 without headings; `names` are players' names above each
    column, "" if none.
    """

    at: int
    texts: Sequence[str]
    names: Sequence[str]


def find_headings(rows: Sequence[SheetRow]) -> Headings:
    """Return the most likely headings among the first LOOKED_AT rows."""
    top = [values for _, values in rows[: LOOKED_AT + SAMPLE]]
    width = max((len(values) for values in top), default=0)
    first = next((at for at, values in enumerate(top) if not is_empty(values)), 0)
    if top and is_own(texts := _texts(top[first], width)):
        return Headings(first, texts, [""] * width)
    scores = [_score(top, at) for at in range(min(len(top), LOOKED_AT))]
    best = max(scores, default=0)
    if best < ENOUGH:
        return Headings(-1, [""] * width, [""] * width)
    at = scores.index(best)
    texts = _texts(top[at], width)
    names = _names(top, at, texts)
    if any(names):
        texts = [text or above for text, above in zip(texts, _texts(top[at - 1], width), strict=True)]
    return Headings(at, texts, names)


def is_own(texts: Sequence[str]) -> bool:
    """Whether these are the headings of a sheet of Dog Club, as it was exported or downloaded to be filled in."""
    return {*texts} >= OWN and {*texts} - {""} <= EXPORTED


def _texts(values: Sequence[Any], width: int) -> list[str]:
    return [words(value) for value in values] + [""] * (width - len(values))


def _score(top: Sequence[Sequence[Any]], at: int) -> int:
    """Return how much a row looks like headings: known words, and words or dates with figures under them."""
    kinds = [kind(value) for value in top[at]]
    if kinds.count(WORDS) + kinds.count(DAY) < 2:
        return 0
    known = sum(bool(meaning_of(words(value))) for value, each in zip(top[at], kinds, strict=True) if each == WORDS)
    is_by_day = kinds[0] == WORDS or (kinds[0] == NOTHING and kinds.count(DAY) > 1)  # the corner may be empty
    over = sum(
        _is_over_figures(top, at, column)
        for column, each in enumerate(kinds)
        if each == WORDS or (each == DAY and is_by_day)
    )
    figures = kinds.count(NUMBER) if known < 2 else 0
    is_bare = not known and kinds.count(WORDS) < 2 and not (is_by_day and over > 1)
    return 3 * known + 2 * over - 2 * figures - (3 if is_bare else 0)


def _is_over_figures(top: Sequence[Sequence[Any]], at: int, column: int) -> bool:
    if not words(top[at][column]):
        return False
    below = [kind(values[column]) for values in top[at + 1 : at + 12] if column < len(values)]
    return below.count(NUMBER) > below.count(WORDS) + below.count(DAY)


def _names(top: Sequence[Sequence[Any]], at: int, texts: Sequence[str]) -> list[str]:
    """Return the name above each figure column; a name above its first column is valid for the columns that follow."""
    none = [""] * len(texts)
    means = [meaning_of(text) for text in texts]
    repeated = [mean for mean in set(means) & FIGURES if means.count(mean) > 1]
    if not repeated or at == 0 or is_empty(top[at - 1]) or "player" in means:
        return none
    above = _texts(top[at - 1], len(texts))
    name, groups = "", []
    for text, mean in zip(above, means, strict=True):
        groups.append((text or (name if mean in FIGURES else ""), mean))
        name = text or name
    alike = _most_alike(groups)
    names = [
        name if mean in FIGURES and (name in alike or not (meaning_of(name) == "total" or is_summary(name))) else ""
        for name, mean in groups
    ]
    return names if len({*filter(None, names)}) > 1 else none


def _most_alike(groups: Sequence[tuple[str, str]]) -> set[str]:
    """Return the names over the most frequent sequence of several figures: “Max” over bid and tricks is a player."""
    under: dict[str, tuple[str, ...]] = {}
    for name, mean in groups:
        if name and mean in FIGURES:
            under[name] = (*under.get(name, ()), mean)
    most = Counter(under.values()).most_common(1)
    return {name for name, means in under.items() if most and means == most[0][0] and len(means) > 1}
