"""What a player's page says about one game, and a night report about a night; the pages are the same for all games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.models import Match
from games.statistics.queries import Share, Summary


@dataclass(frozen=True)
class Figure:
    """A number and what it counts. It leads to a match, or to the matches `search` finds among the player's own."""

    label: str
    value: float | None
    unit: str = ""
    search: Mapping[str, object] | None = None
    match: Match | None = None
    decimals: int = 0

    @property
    def query(self) -> str:
        return query(self.search or {})


@dataclass(frozen=True)
class Bar:
    """A row of a table: what it is about, its numbers, and how long its bar is, of 100; `tail` goes to the last one.

    `club` is the club’s own per cent, where the table is compared with it.
    """

    head: str
    cells: Sequence[str]
    percent: int
    tail: str = ""
    search: Mapping[str, object] | None = None
    club: int | None = None

    @property
    def first(self) -> Sequence[str]:
        return self.cells[:-1]

    @property
    def is_word(self) -> bool:
        """A name rather than a number; it may break, and stands in the text's own letters."""
        return any(char.isalpha() for char in self.head)

    @property
    def last(self) -> str:
        return f"{self.cells[-1]}{self.tail}"

    @property
    def query(self) -> str:
        return query(self.search or {})


@dataclass(frozen=True)
class Bars:
    """A table with a bar a row; `heads` name its columns. `compared` names the fact the rows are about, where their
    rates stand beside the club’s.
    """

    title: str
    note: str
    heads: Sequence[str | Promise]
    rows: Sequence[Bar]
    compared: str = ""


@dataclass(frozen=True)
class GameStatistics:
    """`main` stands at the top, beside the matches and the wins; `more` at the end under a title of its own."""

    main: Sequence[Figure] = ()
    tables: Sequence[Bars] = ()
    more: Sequence[Figure] = field(default_factory=tuple)
    more_title: str = ""


def query(search: Mapping[str, object]) -> str:
    """`&made=1`, or nothing."""
    return f"&{urlencode(search)}" if search else ""


def best_and_worst(summary: Summary) -> list[Figure]:
    """The extreme totals, each with the matches it was reached in."""
    ends = ((_("best total"), summary.best), (_("worst total"), summary.worst))
    return [Figure(label, total, search={"total": total}) for label, total in ends]


def share(label: str, part: Share, search: Mapping[str, object] | None = None) -> list[Figure]:
    """How much of all there was, in percent; nothing where there was nothing."""
    return [Figure(label, part.percent, "%", search)] if part.times else []


def percent(part: float, whole: float) -> int:
    return round(100 * part / whole) if whole else 0


def shares(rows: Sequence[Share], key: str) -> list[Bar]:
    """A row a value: how often it came up, how often it was made, and the rate."""
    return [
        Bar(str(row.value), (str(row.times), str(row.made), str(row.percent)), row.percent, " %", {key: row.value})
        for row in rows
    ]


def counts(rows: Sequence[tuple[int, int]], key: str) -> list[Bar]:
    """A row a value: how often it came up, and its share of all."""
    whole = sum(times for _value, times in rows)
    parts = [(value, times, percent(times, whole)) for value, times in rows]
    return [Bar(str(value), (str(times), str(part)), part, " %", {key: value}) for value, times, part in parts]


def named(rows: Sequence[Share], key: str, names: Sequence[str | Promise]) -> list[Bar]:
    """Like `shares`, where a value stands for a word."""
    known = [row for row in rows if 0 <= row.value < len(names)]
    return [
        Bar(str(names[row.value]), bar.cells, bar.percent, bar.tail, bar.search)
        for row, bar in zip(known, shares(known, key), strict=True)
    ]
