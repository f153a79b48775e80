"""Reading of a file's sheets: choose the one with the scores, understand its layout, read its matches."""

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import grouped
from clubs.language.terms import name_of
from clubs.models import Club
from clubs.names import folded
from dogclub.exchange.imports.parsed.moments import is_count, order_of
from dogclub.exchange.imports.parsed.parsed_file import MOST_COLUMNS, ParsedFile, ParsedMatch, Problem, Unreadable
from dogclub.exchange.imports.sheets.blocks import cut, find_blocks, joined, settings_of
from dogclub.exchange.imports.sheets.cells import DAY, is_empty, kind
from dogclub.exchange.imports.sheets.columns import understand
from dogclub.exchange.imports.sheets.games import matches
from dogclub.exchange.imports.sheets.layout import LONG, Layout, SheetRow
from dogclub.exchange.imports.sheets.pairs import apart
from dogclub.exchange.imports.sheets.people import Labels
from dogclub.exchange.imports.sheets.reshape import Reader
from dogclub.exchange.imports.sheets.round_totals import add_up
from dogclub.exchange.imports.sheets.settings import BLOCKS, GAME_COLUMN, MATCHES, ON_DAY, POINTS, RUNNING, Settings
from scoring import ENGINES, engine

LOOKED_AT = 20_000  # rows searched for a date that shows whether the day or the month comes first
LONGEST_CELL = 20_000
WHICH = gettext_lazy("Are these tables side by side, or is each row one match? Say so under Format.")
NO_TABLE = gettext_lazy(
    "There is no table of scores here. Put one row a player, or one column a player, under a row of headings."
)
HEADINGS_ALONE = gettext_lazy("There are headings alone in this file, and no scores under them.")
OF_A_SEASON = gettext_lazy(
    "This is a table of a season, not of matches: it counts how many each has played. Import the matches: a day, and "
    "what each player had on it."
)
EMPTY = gettext_lazy("This file is empty. Put one row a player, or one column a player, under a row of headings.")


@dataclass(frozen=True)
class Sheet:
    """A sheet; `name` is "" in a file with only one. `rows` can be iterated once."""

    name: str
    rows: Iterable[SheetRow]


def read_sheets(
    sheets: Sequence[Sheet], club: Club, corrections: Mapping[str, str], notes: list[str], size: int = 0
) -> ParsedFile:
    """Return the parsed file. Raise Unreadable if no sheet has a table of scores. `size` is the number of lines."""
    members = _members(club)
    settings = Settings.of(corrections)
    wanted = [sheet for sheet in sheets if sheet.name == settings.sheet or not settings.sheet]
    said: dict[str, list[str]] = {sheet.name: [] for sheet in wanted}
    candidates = [(sheet, *apart(*_begun(sheet), said[sheet.name])) for sheet in wanted]
    filled = [each for each in candidates if any(not is_empty(values) for _, values in each[1])]
    if not filled:
        raise Unreadable(EMPTY)
    known = [(sheet, first, rest, _understood(first, settings, sheet.name, members)) for sheet, first, rest in filled]
    chosen, first, rest, layout = max(known, key=lambda each: (bool(each[3].form), len(each[1]) > 1))
    if len(layout.means) < 2:
        raise Unreadable(NO_TABLE)
    if not layout.rows:
        raise Unreadable(HEADINGS_ALONE)
    if _is_of_a_season(layout):
        raise Unreadable(OF_A_SEASON)
    order = settings.order or _order(first, layout)
    layout = replace(
        layout,
        sheets=[each.name for each in sheets],
        settings=replace(layout.settings, order=order),
    )
    _note_layout(layout, notes)
    notes += said[chosen.name]
    doubts = [*layout.doubts] if layout.form else []
    labels = Labels(layout.is_own, members, corrections, doubts)
    found = _matches(layout, chain(first, rest), corrections, labels)
    return ParsedFile(found, notes, size, layout.shown(), doubts=doubts)


def _understood(rows: Sequence[SheetRow], settings: Settings, sheet: str, members: Collection[str]) -> Layout:
    """Return the layout of a sheet; tables side by side are understood one by one, or asked about."""
    whole = understand(rows, settings, sheet, members)
    blocks = find_blocks(whole, rows) if settings.blocks != MATCHES and not whole.is_own else None
    if blocks is None:
        return whole
    if not blocks.is_sure and not settings.blocks:
        return replace(whole, asks_blocks=True)
    parts = [
        understand(list(cut(rows, columns)), settings_of(columns, settings), sheet, members)
        for columns in blocks.columns
    ]
    return joined(whole, blocks, parts)


def _members(club: Club) -> set[str]:
    """Return the folded names and nicknames of the club's players; one query."""
    if club.pk is None:
        return set()
    names = chain.from_iterable(club.players.values_list("name", "nickname"))
    return {folded(name) for name in names if name}


def _begun(sheet: Sheet) -> tuple[list[SheetRow], Iterator[SheetRow]]:
    """Return the first rows as a list, and the iterator with the rest."""
    rows = _bounded(sheet.rows)
    return list(islice(rows, LOOKED_AT)), rows


def _bounded(rows: Iterable[SheetRow]) -> Iterator[SheetRow]:
    """Yield the rows, cut to MOST_COLUMNS. Raise Unreadable for a row with more cells that are not empty, and for a
    cell that is far too long.
    """
    for line, values in rows:
        if any(isinstance(value, str) and len(value) > LONGEST_CELL for value in values):
            raise Unreadable(_("SheetRow {line} has a cell that is far too long for a score sheet.").format(line=line))
        if len(values) > MOST_COLUMNS and not is_empty(values[MOST_COLUMNS:]):
            raise Unreadable(
                _("SheetRow {line} has more than {most_columns} columns. No score sheet is that wide.").format(
                    line=line, most_columns=MOST_COLUMNS
                )
            )
        yield line, values[:MOST_COLUMNS]


def _is_of_a_season(layout: Layout) -> bool:
    """Whether this is a table with a row for each player and the number of their matches, and no day anywhere."""
    cells = [value for _line, values in layout.rows for value in values]
    above = [value for values in layout.above for value in values]
    has_day = any(kind(value) == DAY for value in (*cells, *above, layout.sheet, *layout.headings))
    return layout.form == LONG and not layout.has_rounds and not has_day and any(map(is_count, layout.headings))


def _order(rows: Sequence[SheetRow], layout: Layout) -> str:
    """Return whether the day or the month comes first in the dates that show it; "" if none does, or two disagree."""
    columns = layout.columns("date", "night")
    cells = [values[at] for _, values in rows for at in columns if at < len(values)]
    cells += [layout.headings[at] for at in layout.columns(ON_DAY)]
    orders = {order for value in cells if isinstance(value, str) and (order := order_of(value))}
    return orders.pop() if len(orders) == 1 else ""


def _matches(
    layout: Layout, rows: Iterable[SheetRow], corrections: Mapping[str, str], labels: Labels
) -> Iterator[ParsedMatch]:
    if not layout.form:
        return
    if layout.parts:
        kept = list(islice(rows, LOOKED_AT + 1))
        if len(kept) > LOOKED_AT:
            words = _("Tables side by side are read up to {most} rows. Put them below each other.")
            raise Unreadable(words.format(most=grouped(LOOKED_AT)))
        found = [
            _matches(_part_of(layout, part), cut(kept, columns), corrections, labels.fresh())
            for columns, part in layout.parts
        ]
        yield from heapq.merge(*found, key=lambda match: match.line)
        return
    shaped = Reader(layout, corrections, labels).rows(rows)
    if layout.has_rounds and not layout.keeps_rounds:
        chosen = layout.settings.figures
        shaped = add_up(shaped, chosen if chosen in (POINTS, RUNNING) else "")
    for match in matches(shaped, layout.settings, is_export="options" in layout.means):
        asked = Problem(match.line, WHICH, asks=BLOCKS)
        yield match.with_problems(asked) if layout.asks_blocks else match


def _part_of(whole: Layout, part: Layout) -> Layout:
    """Return the layout of one of several tables, with what was found out about the whole sheet."""
    game = whole.settings.game or part.settings.game
    return replace(part, settings=replace(part.settings, order=whole.settings.order, game=game))


def _note_layout(layout: Layout, notes: list[str]) -> None:
    """Append notes on what was assumed."""
    if len(layout.sheets) > 1:
        others = ", ".join(f"“{name[:30]}”" for name in layout.sheets if name != layout.sheet)
        notes.append(
            _("Only the sheet “{sheet}” was read, not {others}.").format(sheet=layout.sheet[:30], others=others)
        )
    if GAME_COLUMN not in layout.means:
        game = engine(layout.settings.game) if layout.settings.game else ENGINES[0]
        words = _("Read as {game}.") if layout.settings.game else _("The file names no game, so it was read as {game}.")
        notes.append(words.format(game=name_of(game)))
