"""The layout of a sheet: its headings, and tables side by side, which are repeated groups of headings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext_lazy

from dogclub.exchange.exports.layout import Part, fields_of
from dogclub.exchange.imports.moments import letters, meaning_of
from dogclub.exchange.imports.parsed_file import Doubt, sheet_and_row
from dogclub.exchange.imports.sheets.cells import DAY, NOTHING, WORDS, kind, words
from dogclub.exchange.imports.sheets.settings import ALL_ALIKE, ON_DAY, ROUND_COLUMN, SCORES, Settings
from scoring import ENGINES

# The layout of a sheet: where its headings are, and the meaning of each column.

LONG, WIDE, IN_ROWS, BY_DAY, BESIDE = "long", "wide", "match", "days", "beside"
FORMS = {
    LONG: gettext_lazy("one row a player"),
    WIDE: gettext_lazy("one column a player"),
    IN_ROWS: gettext_lazy("one row a game"),
    BY_DAY: gettext_lazy("one column a day"),
    BESIDE: gettext_lazy("tables side by side"),
    "": gettext_lazy("not understood yet"),
}
SHOWN = 5  # first rows shown on the page
OF_ROUNDS = {key for engine in ENGINES for key, part in fields_of(engine.key).items() if part is not Part.NESTED}
SheetRow = tuple[int, Sequence[Any]]


@dataclass(frozen=True)
class Layout:
    """A layout. `means` is each column's meaning: a column of the sheet layout, SCORES (of `names`), ON_DAY, or "" to
    skip.

    `header` is the line of the headings, 0 without any; `above` are the rows above them; `rows` the first rows under
    them.
    """

    form: str
    header: int
    headings: Sequence[str]
    means: Sequence[str]
    names: Sequence[str]
    above: Sequence[Sequence[Any]] = ()
    rows: Sequence[SheetRow] = ()
    sheet: str = ""
    sheets: Sequence[str] = ()
    read: Sequence[str] = ()  # the sheets that are read together with this one, which is the first of them
    settings: Settings = field(default_factory=Settings)
    is_own: bool = False  # a sheet of Dog Club itself: no word in it has another meaning than its column's
    doubts: Sequence[Doubt] = ()
    parts: Sequence[tuple[Sequence[int], "Layout"]] = ()  # tables side by side: the columns of each, and its layout
    block: int = 0  # the number of this table among those, from 1
    table: str = ""  # its name, if it stands above it
    asks_blocks: bool = False  # whether these may be tables side by side

    @property
    def of_block(self) -> str:
        """What tells a cell of this table from the same one of the table beside it; "" for the only one."""
        return f"of table {self.block}" if self.block else ""

    @property
    def has_rounds(self) -> bool:
        """Whether the sheet has rounds, in rows or in columns."""
        return ROUND_COLUMN in self.means or any(mean.startswith(f"{SCORES}:") for mean in self.means)

    @property
    def keeps_rounds(self) -> bool:
        """Whether the columns have what was written down in a round, not only its points."""
        bare = [mean.removeprefix(f"{SCORES}:") for mean in self.means]
        return bool(OF_ROUNDS.intersection(bare) - {"note"}) or self.settings.figures in OF_ROUNDS

    def shown(self) -> Mapping[str, Any]:
        """Return the layout as plain data, for the page and the API."""
        return {
            "form": self.form,
            "header": self.header,
            "sheet": ALL_ALIKE if len(self.read) > 1 else self.sheet,
            "sheets": list(self.sheets),
            "read": list(self.read),
            "columns": [
                {"column": at, "heading": heading[:40], "means": mean, "player": name[:60]}
                for at, (heading, mean, name) in enumerate(zip(self.headings, self.means, self.names, strict=True), 1)
            ],
            "rows": [[sheet_and_row(line)[1], [words(value)[:40] for value in values]] for line, values in self.rows],
            "settings": {key: value for key, value in vars(self.settings).items() if value and isinstance(value, str)},
        }

    def columns(self, *means: str) -> list[int]:
        """Return the indexes of the columns with one of these meanings."""
        return [at for at, mean in enumerate(self.means) if mean in means]

    @property
    def scores(self) -> list[int]:
        """The indexes of the columns with scores of one player or one day."""
        return [at for at, mean in enumerate(self.means) if mean == ON_DAY or mean.split(":")[0] == SCORES]


HEADS = ("player", "date")  # a table of its own begins with one of these, in other columns than the table before
SAMPLE = 300
Span = tuple[int, int]  # first column, and the one after the last


@dataclass(frozen=True)
class Blocks:
    """The columns of each table; `shared` are those before the first, which belong to all. `is_sure` is false if each
    row may as well be one match.
    """

    shared: Span
    spans: Sequence[Span]
    is_sure: bool

    @property
    def columns(self) -> list[list[int]]:
        """The columns of each table, with the shared ones."""
        return [[*range(*self.shared), *range(*span)] for span in self.spans]


def find_blocks(layout: Layout, rows: Sequence[SheetRow]) -> Blocks | None:
    """Return the tables that stand side by side below the headings of a sheet, or None if there is one table."""
    texts = [letters(text) for text in layout.headings]
    body = [values for line, values in rows[:SAMPLE] if line > layout.header and any(map(words, values))]
    spans = _by_gaps(texts, body)
    if not (has_gaps := len(spans) > 1):
        spans = _by_headings(texts)
    if len(spans) < 2:
        return None
    shared = (0, spans[0][0])
    days = _days(layout, body, shared)
    if len(days) > 1 and len(set(days)) == len(days) == len(body):
        return None  # each row has a day of its own: one match a row
    starts = {at for at, _end in spans}
    above = [values for line, values in rows if line < layout.header and any(map(words, values))]
    has_titles = bool(above) and sum(bool(words(above[-1][at])) for at in starts if at < len(above[-1])) > 1
    first, *others = (texts[start:end] for start, end in spans)
    have_days = all("date" in _heads(each) for each in (first, *others))
    is_apart = has_gaps and not days and all(each == first for each in others)
    return Blocks(shared, spans, has_titles or have_days or is_apart)


def _by_gaps(texts: Sequence[str], body: Sequence[Sequence[Any]]) -> list[Span]:
    """Return the groups of columns between empty columns that have the same headings, or a player or a day each."""
    is_filled = [
        bool(text) or any(words(values[at]) for values in body if at < len(values)) for at, text in enumerate(texts)
    ]
    edges = [at for at, (before, after) in enumerate(pairwise([False, *is_filled, False])) if before != after]
    spans = [*zip(edges[::2], edges[1::2], strict=True)]
    groups = [span for span in spans if span[1] - span[0] > 1]
    return [span for span in groups if _is_like(texts[slice(*span)], texts[slice(*groups[0])])]


def _is_like(texts: Sequence[str], first: Sequence[str]) -> bool:
    return any(texts) and (list(texts) == list(first) or bool(_heads(texts) & _heads(first)))


def _heads(texts: Sequence[str]) -> set[str]:
    return {mean for text in texts if (mean := meaning_of(text)) in HEADS}


def _by_headings(texts: Sequence[str]) -> list[Span]:
    """Return groups of columns without a gap between them: each begins with the same heading of players or days, or
    all have the same headings.
    """
    for at, text in enumerate(texts):
        starts = [other for other, each in enumerate(texts) if each == text]
        if meaning_of(text) not in HEADS or len(starts) < 2 or min(b - a for a, b in pairwise(starts)) < 2:
            continue
        width = starts[1] - at
        end = len(texts) if meaning_of(text) == "date" else starts[-1] + width
        spans = [*pairwise([*starts, min(end, len(texts))])]
        same = {tuple(texts[slice(*span)]) for span in spans}
        if meaning_of(text) == "date" or len(same) == 1:
            return spans
    return []


def _days(layout: Layout, body: Sequence[Sequence[Any]], shared: Span) -> list[str]:
    """Return the days in the columns that all tables share."""
    columns = [at for at in range(*shared) if layout.means[at] == "date"]
    return [words(values[at]) for values in body for at in columns if at < len(values) and kind(values[at]) == DAY]


def settings_of(columns: Sequence[int], settings: Settings) -> Settings:
    """Return the settings with the columns numbered as in one table."""
    chosen = {at: settings.columns[column] for at, column in enumerate(columns) if column in settings.columns}
    names = {at: settings.names[column] for at, column in enumerate(columns) if column in settings.names}
    return replace(settings, columns=chosen, names=names)


def cut(rows: Sequence[SheetRow], columns: Sequence[int]) -> Iterator[SheetRow]:
    """Yield the rows with the columns of one table. A day that stands alone in its row holds for all tables."""
    for line, values in rows:
        filled = [value for value in values if words(value)]
        if len(filled) == 1 and kind(filled[0]) == DAY:
            yield line, [filled[0], *[None] * (len(columns) - 1)]
        else:
            yield line, [values[at] if at < len(values) else None for at in columns]


def joined(whole: Layout, blocks: Blocks, parts: Sequence[Layout]) -> Layout:
    """Return the layout of the sheet with those of its tables."""
    means, names = [""] * len(whole.means), [""] * len(whole.names)
    doubts = {}
    for columns, part in zip(blocks.columns, parts, strict=True):
        for at, column in enumerate(columns):
            means[column], names[column] = part.means[at], part.names[at]
        for doubt in part.doubts:
            column = columns[doubt.column - 1] + 1
            doubts[column] = replace(doubt, column=column)
    titled = [
        replace(
            part,
            block=number,
            table=_title(part),
            above=part.above if any(kind(cell) == DAY for row in part.above for cell in row) else whole.above,
        )
        for number, part in enumerate(parts, 1)
    ]
    is_read = all(part.form for part in parts)
    return replace(
        whole,
        form=BESIDE if is_read else "",
        means=means,
        names=names,
        doubts=[doubts[column] for column in sorted(doubts)],
        parts=list(zip(blocks.columns, titled, strict=True)),
    )


def _title(part: Layout) -> str:
    """Return the table's name above its headings: “Table 2” is 2."""
    filled = [words(cell) for row in part.above[-1:] for cell in row if kind(cell) not in (DAY, NOTHING)]
    first, _space, rest = filled[0].partition(" ") if len(filled) == 1 else ("", "", "")
    if meaning_of(first) == "table" and rest:
        return rest[:40]
    return filled[0][:40] if len(filled) == 1 and kind(filled[0]) == WORDS else ""
