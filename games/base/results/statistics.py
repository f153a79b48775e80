"""The statistics of one game on a player's page and in a night report, as data; the pages are shared by all games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.models import Match
from games.statistics.queries import Share, Summary


@dataclass(frozen=True)
class Figure:
    """A number with its label. It links to `match`, or to the player's matches that `search` (field: value) finds."""

    label: str
    value: float | None
    unit: str = ""
    search: Mapping[str, object] | None = None
    match: Match | None = None
    decimals: int = 0

    @property
    def query(self) -> str:
        """The search as a query string, beginning with `&`."""
        return query(self.search or {})


@dataclass(frozen=True)
class Bar:
    """A row of a table with a bar: its heading, its cells, and the length of its bar in per cent; `tail` is appended to
    the last cell.

    `club` is the club’s own per cent, where the table compares with it.
    """

    head: str
    cells: Sequence[str]
    percent: int
    tail: str = ""
    search: Mapping[str, object] | None = None
    club: int | None = None

    @property
    def first(self) -> Sequence[str]:
        """All cells but the last."""
        return self.cells[:-1]

    @property
    def is_word(self) -> bool:
        """Whether the heading is a name rather than a number; a name may wrap, and is set in the text font."""
        return any(char.isalpha() for char in self.head)

    @property
    def last(self) -> str:
        """The last cell with `tail`."""
        return f"{self.cells[-1]}{self.tail}"

    @property
    def query(self) -> str:
        """The search as a query string, beginning with `&`."""
        return query(self.search or {})


@dataclass(frozen=True)
class Bars:
    """A table with a bar per row; `heads` are its column headings. `compared` names the fact whose rates are shown next
    to the club’s.
    """

    title: str
    note: str
    heads: Sequence[str | Promise]
    rows: Sequence[Bar]
    compared: str = ""


@dataclass(frozen=True)
class GameStatistics:
    """One game's statistics: `main` is shown at the top with matches and wins, `more` at the end under `more_title`."""

    main: Sequence[Figure] = ()
    tables: Sequence[Bars] = ()
    more: Sequence[Figure] = field(default_factory=tuple)
    more_title: str = ""


def query(search: Mapping[str, object]) -> str:
    """`&made=1`, or "" without a search."""
    return f"&{urlencode(search)}" if search else ""


def best_and_worst(summary: Summary) -> list[Figure]:
    """The highest and the lowest total, each linked to the matches with that total."""
    ends = ((_("best total"), summary.best), (_("worst total"), summary.worst))
    return [Figure(label, total, search={"total": total}) for label, total in ends]


def share(label: str, part: Share, search: Mapping[str, object] | None = None) -> list[Figure]:
    """A figure with the success rate of `part` in per cent; an empty list where there were no attempts."""
    return [Figure(label, part.percent, "%", search)] if part.times else []


def percent(part: float, whole: float) -> int:
    """`part` of `whole` in per cent, rounded; 0 if `whole` is 0."""
    return round(100 * part / whole) if whole else 0


def shares(rows: Sequence[Share], key: str) -> list[Bar]:
    """A row per value: how often it came up, how often it was made, and the rate."""
    return [
        Bar(str(row.value), (str(row.times), str(row.made), str(row.percent)), row.percent, " %", {key: row.value})
        for row in rows
    ]


def counts(rows: Sequence[tuple[int, int]], key: str) -> list[Bar]:
    """A row per value: how often it came up, and its share of all."""
    whole = sum(times for _value, times in rows)
    parts = [(value, times, percent(times, whole)) for value, times in rows]
    return [Bar(str(value), (str(times), str(part)), part, " %", {key: value}) for value, times, part in parts]


def named(rows: Sequence[Share], key: str, names: Sequence[str | Promise]) -> list[Bar]:
    """Like `shares`, with `names` by value in place of the values; values without a name are left out."""
    known = [row for row in rows if 0 <= row.value < len(names)]
    return [
        Bar(str(names[row.value]), bar.cells, bar.percent, bar.tail, bar.search)
        for row, bar in zip(known, shares(known, key), strict=True)
    ]
