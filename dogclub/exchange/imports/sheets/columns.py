"""The meaning of each column: by its heading, by the cells under it, and by the organiser's choice."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubs.language.terms import names_of
from dogclub.exchange.exports.blocks import game_of
from dogclub.exchange.exports.layout import names_of as names_of_column
from dogclub.exchange.imports.moments import SKIP, is_summary, meaning_of
from dogclub.exchange.imports.parsed_file import Doubt
from dogclub.exchange.imports.sheets import settings as said
from dogclub.exchange.imports.sheets.blocks import BY_DAY, IN_ROWS, LONG, OF_ROUNDS, SHOWN, WIDE, Layout, SheetRow
from dogclub.exchange.imports.sheets.cells import DAY, NOTHING, NUMBER, WORDS, are_times, is_empty, is_word, kind, words
from dogclub.exchange.imports.sheets.people import Columns, with_players
from dogclub.exchange.imports.sheets.settings import (
    BIDS,
    GAME_COLUMN,
    MATCH_COLUMN,
    ON_DAY,
    POINTS,
    ROUND_COLUMN,
    SCORES,
    TIME,
    TRICKS,
    Settings,
)
from scoring import ENGINES

LOOKED_AT = 60  # rows from the top
SAMPLE = 200  # rows from which a column's kind is determined
ENOUGH = 3
OWN = {"date", "table", "game", "round", "player"}  # in each of them
EXPORTED = {*names_of_column(*(engine.key for engine in ENGINES))}
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


# What each column means.


NAMED = ("player", "winner")


def understand(
    rows: Sequence[SheetRow], settings: Settings, sheet: str = "", members: Collection[str] = frozenset()
) -> Layout:
    """Return the layout of a sheet from its first rows, empty ones included. `members` are the folded names of the
    club's players.
    """
    found = find_headings(rows)
    after = rows[found.at + 1 : found.at + 1 + SAMPLE]
    body = [values for _, values in after if not is_empty(values)]
    kinds = [_kind([values[at] for values in body if at < len(values)]) for at in range(len(found.texts))]
    seen = Columns(found.texts, _by_headings(found, kinds), kinds, body)
    own = is_own(found.texts)
    named = seen.means if own or any(found.names) else with_players(seen, members)
    means = named if own else _as_a_whole(found.texts, named, kinds)
    means = [
        "" if mean == TIME and not are_times([values[at] for values in body if at < len(values)]) else mean
        for at, mean in enumerate(means)
    ]
    means = [settings.columns.get(at, mean).replace(SKIP, "") for at, mean in enumerate(means)]
    names = [
        settings.names.get(at, above or text) if mean.split(":")[0] in (SCORES, ON_DAY) else ""
        for at, (mean, text, above) in enumerate(zip(means, found.texts, found.names, strict=True))
    ]
    layout = Layout(
        _form(means),
        rows[found.at][0] if found.at >= 0 else 0,
        found.texts,
        means,
        names,
        above=[values for _, values in rows[: max(found.at, 0)] if not is_empty(values)][:LOOKED_AT],
        rows=[row for row in after if not is_empty(row[1])][:SHOWN],
        sheet=sheet,
        settings=settings,
        is_own=own,
        doubts=list(_doubts(seen, named, means, can_change=_form(means) == WIDE)),
    )
    return replace(layout, settings=replace(settings, game=settings.game or _game(layout)))


def _by_headings(found: Headings, kinds: Sequence[str]) -> list[str]:
    """Return the meaning of each column by itself; in a sheet of our own every heading is what it says."""
    if is_own(found.texts):
        return list(found.texts)
    known = {*map(meaning_of, found.texts)}
    has = {"has_rounds": ROUND_COLUMN in known, "has_fields": bool(known & OF_ROUNDS)}
    has_days = any(kind(text) == DAY for text in found.texts)  # then “Date” may stand over the names
    parts = [*zip(found.texts, found.names, kinds, strict=True)]
    means = [_by_heading(text, name, each, **has) for text, name, each in parts]
    return [
        "player" if has_days and mean == "date" and under == WORDS else mean
        for mean, under in zip(means, kinds, strict=True)
    ]


def _doubts(seen: Columns, named: Sequence[str], means: Sequence[str], *, can_change: bool) -> Iterator[Doubt]:
    """Yield the columns that are not read, and those of players whose names have a meaning."""
    for at, (text, was, name, mean) in enumerate(zip(seen.texts, seen.means, named, means, strict=True)):
        values = list(dict.fromkeys(filter(None, (words(row[at]) for row in seen.body if at < len(row)))))
        if values and (not mean or was != name):
            sample = ", ".join(value[:20] for value in values[:4])
            yield Doubt(
                0,
                at + 1,
                text[:40],
                sample,
                is_player=mean.split(":")[0] == SCORES,
                can_change=can_change and bool(text),
            )


def _kind(values: Sequence[object]) -> str:
    """Return the most frequent kind of a column's cells; NOTHING for an empty column."""
    counts = Counter(each for value in values if (each := kind(value)) != NOTHING)
    return counts.most_common(1)[0][0] if counts else NOTHING


def _by_heading(text: str, name: str, under: str, *, has_rounds: bool, has_fields: bool) -> str:
    """Return a column's meaning by its heading, else by its cells; `name` is a player's name above the heading.

    Numbers under “Player” are numbers of rounds, unless rounds have a column of their own: then players are named by
    numbers. Points under a name are those of a round if its bids or tricks stand beside them (`has_fields`).
    """
    mean = meaning_of(text)
    if name and mean in FIGURES:
        return f"{SCORES}:{mean}" if mean in OF_ROUNDS or (mean == POINTS and has_fields) else SCORES
    if mean == "player" and under in (DAY, NUMBER) and not has_rounds:
        return "date" if under == DAY else ROUND_COLUMN
    if mean in (ROUND_COLUMN, GAME_COLUMN, MATCH_COLUMN) and under == DAY:
        return "date"
    if mean == GAME_COLUMN and under == NUMBER:
        return "match"
    if not mean:
        return _by_content(text, under)
    return mean


def _by_content(text: str, under: str) -> str:
    """Return a column's meaning by its cells (`under`) if its heading is unknown; a "?" marks a guess to be weighed
    against the other columns.
    """
    if kind(text) == DAY and under in (NUMBER, NOTHING):
        return ON_DAY
    if under == DAY:
        return "date"
    if is_word(text) and under in (NUMBER, NOTHING):
        return SCORES
    return {WORDS: "?words", NUMBER: "?number"}.get(under, "") if not text else f"?{under}"


def _as_a_whole(texts: Sequence[str], means: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Return the meanings after weighing guesses and headings against each other."""
    means = _won_as_tricks(_one_date(means, kinds))
    totals = [at for at, mean in enumerate(means) if mean in ("total", "points")]
    if len(totals) > 1 and all(at and kinds[at - 1] == WORDS for at in totals):
        return _in_rows(means, totals)
    players = [at for at, mean in enumerate(means) if mean == "player"]
    scores = [at for at, mean in enumerate(means) if mean.split(":")[0] == SCORES]
    if not players and len(scores) > 1:
        return _wide(means)
    if not players and (first := next((at for at, mean in enumerate(means) if mean == "?words"), None)) is not None:
        means[first] = "player"
    return _long(means, kinds)


def _one_date(means: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Keep one date column only: the first that holds days, since “Day” may stand over weekdays; else the first."""
    dates = [at for at, mean in enumerate(means) if mean == "date"]
    first = next((at for at in dates if kinds[at] == DAY), dates[0] if dates else None)
    return ["" if mean == "date" and at != first else mean for at, mean in enumerate(means)]


def _won_as_tricks(means: list[str]) -> list[str]:
    """Read “won” beside “bid” as tricks."""
    if BIDS in means and TRICKS not in means:
        return [TRICKS if mean == "won" else mean for mean in means]
    return means


def _in_rows(means: Sequence[str], totals: Sequence[int]) -> list[str]:
    """Return the meanings of a sheet with name, score, name, score …: each number belongs to the name before it."""
    fixed = dict.fromkeys(totals, "total") | {at - 1: "player" for at in totals}
    return [fixed.get(at, "" if mean[:1] == "?" or mean in NAMED else mean) for at, mean in enumerate(means)]


def _wide(means: Sequence[str]) -> list[str]:
    """Return the meanings of a sheet with one column for each player."""
    dropped = {"total", "points", ON_DAY}
    return ["" if mean in dropped or mean[:1] == "?" else mean for mean in means]


def _long(means: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Return the meanings of a sheet with one row for each player."""
    numbers = [at for at, mean in enumerate(means) if mean in (SCORES, "?number") and kinds[at] == NUMBER]
    has_figures = any(mean in OF_ROUNDS | {"total", "points", ON_DAY} for mean in means)
    if "total" not in means and ROUND_COLUMN not in means:
        means = ["total" if mean == "points" else mean for mean in means]
    fixed = {numbers[0]: "total"} if len(numbers) == 1 and not has_figures else {}
    if sum(mean == ON_DAY for mean in means) > 1:
        means = ["" if mean in ("total", "points", "date") else mean for mean in means]
    return [fixed.get(at, "" if mean[:1] == "?" or mean == SCORES else mean) for at, mean in enumerate(means)]


def _form(means: Sequence[str]) -> str:
    """Return the layout's form, LONG, WIDE, IN_ROWS or BY_DAY; "" if it is not understood."""
    players, totals = means.count("player"), means.count("total")
    if players > 1 and players == totals:
        return IN_ROWS
    if players == 1 and ON_DAY in means:
        return BY_DAY
    if not players and any(mean.split(":")[0] == SCORES for mean in means):
        return WIDE
    has_figures = any(mean in OF_ROUNDS | {"total", "points"} for mean in means)
    return LONG if players == 1 and has_figures else ""


def _game(layout: Layout) -> str:
    """Return the key of the game named above the headings or by the sheet, else the only one with these columns;
    else an empty string.
    """
    titles = [layout.sheet, *(str(value) for row in layout.above for value in row if value is not None)]
    named = {
        engine.key
        for engine in ENGINES
        for title in titles
        if any(name.casefold() in title.casefold() for name in names_of(engine))
    }
    named |= {key for title in titles if (key := game_of(title))}
    if len(named) == 1:
        return named.pop()
    bare = {mean.removeprefix(f"{SCORES}:") for mean in layout.means}
    fitting = [engine.key for engine in ENGINES if bare & OF_ROUNDS & {*said.figures_of(engine.key)}]
    return fitting[0] if len(fitting) == 1 and GAME_COLUMN not in layout.means else ""
