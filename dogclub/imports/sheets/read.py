"""Reading of a file's sheets: choose the one with the scores, understand its layout, read its matches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.game_names import name_of
from dogclub.imports.parsed.moments import order_of
from dogclub.imports.parsed.parsed_file import MOST_COLUMNS, ParsedFile, ParsedMatch, Unreadable
from dogclub.imports.parsed.words import SKIP
from dogclub.imports.sheets.cells import is_empty
from dogclub.imports.sheets.columns import understand
from dogclub.imports.sheets.games import matches
from dogclub.imports.sheets.layout import Layout, Row
from dogclub.imports.sheets.reshape import Reader
from dogclub.imports.sheets.round_totals import add_up
from dogclub.imports.sheets.settings import GAME_COLUMN, ON_DAY, POINTS, RUNNING, Settings
from scoring import ENGINES, engine

LOOKED_AT = 20_000  # rows searched for a date that shows whether the day or the month comes first
NO_TABLE = gettext_lazy(
    "There is no table of scores here. Put one row a player, or one column a player, under a row of headings."
)
HEADINGS_ALONE = gettext_lazy("There are headings alone in this file, and no scores under them.")
EMPTY = gettext_lazy("This file is empty. Put one row a player, or one column a player, under a row of headings.")


@dataclass(frozen=True)
class Sheet:
    """A sheet; `name` is "" in a file with only one. `rows` can be iterated once."""

    name: str
    rows: Iterable[Row]


def read_sheets(sheets: Sequence[Sheet], corrections: Mapping[str, str], notes: list[str], size: int = 0) -> ParsedFile:
    """Return the parsed file. Raise Unreadable if no sheet has a table of scores. `size` is the number of lines."""
    settings = Settings.of(corrections)
    candidates = [(sheet, *_begun(sheet)) for sheet in sheets if sheet.name == settings.sheet or not settings.sheet]
    filled = [each for each in candidates if any(not is_empty(values) for _, values in each[1])]
    if not filled:
        raise Unreadable(EMPTY)
    known = [(sheet, first, rest, understand(first, settings, sheet.name)) for sheet, first, rest in filled]
    _, first, rest, layout = max(known, key=lambda each: (bool(each[3].form), len(each[1]) > 1))
    if len(layout.means) < 2:
        raise Unreadable(NO_TABLE)
    if not layout.rows:
        raise Unreadable(HEADINGS_ALONE)
    order = settings.order or _order(first, layout)
    layout = replace(
        layout,
        sheets=[each.name for each in sheets],
        settings=replace(layout.settings, order=order),
    )
    _note_layout(layout, notes)
    return ParsedFile(_matches(layout, chain(first, rest), corrections, notes), notes, size, layout.shown())


def _begun(sheet: Sheet) -> tuple[list[Row], Iterator[Row]]:
    """Return the first rows as a list, and the iterator with the rest."""
    rows = _bounded(sheet.rows)
    return list(islice(rows, LOOKED_AT)), rows


def _bounded(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows, cut to MOST_COLUMNS. Raise Unreadable for a row with more cells that are not empty."""
    for line, values in rows:
        if len(values) > MOST_COLUMNS and not is_empty(values[MOST_COLUMNS:]):
            raise Unreadable(
                _("Row {line} has more than {most_columns} columns. No score sheet is that wide.").format(
                    line=line, most_columns=MOST_COLUMNS
                )
            )
        yield line, values[:MOST_COLUMNS]


def _order(rows: Sequence[Row], layout: Layout) -> str:
    """Return whether the day or the month comes first in the dates that show it; "" if none does, or two disagree."""
    columns = layout.columns("date", "night")
    cells = [values[at] for _, values in rows for at in columns if at < len(values)]
    cells += [layout.headings[at] for at in layout.columns(ON_DAY)]
    orders = {order for value in cells if isinstance(value, str) and (order := order_of(value))}
    return orders.pop() if len(orders) == 1 else ""


def _matches(
    layout: Layout, rows: Iterable[Row], corrections: Mapping[str, str], notes: list[str]
) -> Iterator[ParsedMatch]:
    if not layout.form:
        return
    shaped = Reader(layout, corrections, notes).rows(rows)
    if layout.has_rounds and not layout.keeps_rounds:
        chosen = layout.settings.figures
        shaped = add_up(shaped, chosen if chosen in (POINTS, RUNNING) else "")
    yield from matches(shaped, layout.settings, is_export="options" in layout.means)


def _note_layout(layout: Layout, notes: list[str]) -> None:
    """Append notes on what was skipped and what was assumed."""
    skipped = [text for text, mean in zip(layout.headings, layout.means, strict=True) if text and mean in ("", SKIP)]
    if skipped and layout.form:
        notes.append(
            _("Columns that were not read: {headings}.").format(headings=", ".join(text[:30] for text in skipped[:8]))
        )
    if len(layout.sheets) > 1:
        others = ", ".join(f"“{name[:30]}”" for name in layout.sheets if name != layout.sheet)
        notes.append(
            _("Only the sheet “{sheet}” was read, not {others}.").format(sheet=layout.sheet[:30], others=others)
        )
    if GAME_COLUMN not in layout.means:
        game = engine(layout.settings.game) if layout.settings.game else ENGINES[0]
        words = _("Read as {game}.") if layout.settings.game else _("The file names no game, so it was read as {game}.")
        notes.append(words.format(game=name_of(game)))
