"""The statistics of one game on a player's page and in a night report, as data; the pages are shared by all games."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import with_unit
from games.base.wording import numbered
from games.models import Match, Seat
from games.statistics.queries import Share, Summary
from scoring.messages import Message, Term, terms, translated


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
    """A row of a table with a bar: its heading, its cells, and the length of its bar in per cent; `tail` is the unit of
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
        """The last cell with its unit."""
        return with_unit(self.cells[-1], self.tail)

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
        Bar(str(row.value), (str(row.times), str(row.made), str(row.percent)), row.percent, "%", {key: row.value})
        for row in rows
    ]


def counts(rows: Sequence[tuple[int, int]], key: str) -> list[Bar]:
    """A row per value: how often it came up, and its share of all."""
    whole = sum(times for _value, times in rows)
    parts = [(value, times, percent(times, whole)) for value, times in rows]
    return [Bar(str(value), (str(times), str(part)), part, "%", {key: value}) for value, times, part in parts]


def named(rows: Sequence[Share], key: str, names: Sequence[str | Promise]) -> list[Bar]:
    """Like `shares`, with `names` by value in place of the values; values without a name are left out."""
    known = [row for row in rows if 0 <= row.value < len(names)]
    return [
        Bar(str(names[row.value]), bar.cells, bar.percent, bar.tail, bar.search)
        for row, bar in zip(known, shares(known, key), strict=True)
    ]


# The record categories of a game: the seat with the most or least of a figure. Each game lists its own.


IN_THE_BOX: Mapping[str, Term] = terms({"in-the-box": Message("In the box")})
BACK_TO_BACK = Term("back-to-back", Message("Back-to-Back"))  # for keeping a trophy, in any game


BEST = {
    "round": gettext_lazy("Best round"),
    "hand": gettext_lazy("Best hand"),
    "game": gettext_lazy("Best game"),
    "year": gettext_lazy("Best year"),
}


def nothing_more(_seat: Seat) -> str:
    """Return "", the default of `Feat.subject` and `Feat.suffix`."""
    return ""


@dataclass(frozen=True)
class Feat:
    """One record category. `name` is `total` or the key of a feat, and decides who holds the record; `shown` is another
    feat to show instead.

    `subject` says what was done, where the player's name alone is not enough; `suffix` follows the date.
    """

    label: str | Promise
    name: str
    is_least: bool = False
    shown: str = ""
    subject: Callable[[Seat], str] = nothing_more
    suffix: Callable[[Seat], str] = nothing_more

    @property
    def title(self) -> str:
        return str(self.label)

    @property
    def key(self) -> str:
        """The key of the record's seat in `Sums.best`."""
        return f"-{self.name}" if self.is_least else self.name

    def value(self, seat: Seat) -> int:
        """Return the figure to show for a seat."""
        name = self.shown or self.name
        return seat.total if name == "total" else int(seat.feats[name])


def climb(word: str) -> Feat:
    """Return the record for the largest deficit of a later winner; `word` is the game's word for a round."""
    return Feat(gettext_lazy("Biggest climb"), "climb", suffix=partial(_climbed, word))


def _climbed(word: str, seat: Seat) -> str:
    return _("behind by that much after {round}").format(round=numbered(word, seat.feats["climb_round"]))


def best(word: str) -> Feat:
    """Return the record for the most points in one round; `word` is the game's word for a round."""
    return Feat(
        BEST[word], "best", suffix=lambda seat: _("in {round}").format(round=numbered(word, seat.feats["best_round"]))
    )


HIGHEST = Feat(gettext_lazy("Highest total"), "total")
LOWEST = Feat(gettext_lazy("Lowest total"), "total", is_least=True)
TOTALS: Sequence[Feat] = (HIGHEST, LOWEST)


@dataclass(frozen=True)
class RecordCategories:
    """What the hall of fame lists for a game: its records and its call-outs.

    `labels` are the call-outs that the engine finds, by code, as the club or the reader's language calls them;
    `uncounted` are the codes too common to be counted. `tag_labels` are the call-outs tagged by hand; `unrecorded` are
    said together with another one and not stored.
    """

    records: Sequence[Feat] = TOTALS
    labels: Mapping[str, Term] = field(default_factory=lambda: IN_THE_BOX)
    uncounted: Collection[str] = ()
    tag_labels: Mapping[str, Term] = field(default_factory=dict)
    unrecorded: Mapping[str, Term] = field(default_factory=dict)

    @property
    def terms(self) -> dict[str, str]:
        """The labels of the engine's call-outs, by code."""
        return {term: translated(label) for term, label in self.labels.items()}

    @property
    def tags(self) -> dict[str, str]:
        """The labels of the call-outs tagged by hand, by code."""
        return {term: translated(label) for term, label in self.tag_labels.items()}

    @property
    def counted(self) -> list[str]:
        """The codes of the call-outs that are counted."""
        return [term for term in self.labels if term not in self.uncounted]
