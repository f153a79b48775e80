"""Reading of a file's sheets: choose the one with the scores, understand its layout, read its matches."""

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import grouped
from clubs.language.terms import name_of
from clubs.models import Club
from clubs.names import folded
from dogclub.exchange.imports.moments import is_count, order_of
from dogclub.exchange.imports.parsed_file import (
    MOST_COLUMNS,
    Doubt,
    ParsedFile,
    ParsedMatch,
    Problem,
    Unreadable,
    in_sheet,
)
from dogclub.exchange.imports.sheets.blocks import LONG, Layout, SheetRow, cut, find_blocks, joined, settings_of
from dogclub.exchange.imports.sheets.cells import DAY, is_empty, kind
from dogclub.exchange.imports.sheets.columns import understand
from dogclub.exchange.imports.sheets.games import Games, matches
from dogclub.exchange.imports.sheets.pairs import apart
from dogclub.exchange.imports.sheets.people import Labels
from dogclub.exchange.imports.sheets.reshape import Reader, add_up, days_of_title
from dogclub.exchange.imports.sheets.settings import (
    ALL_ALIKE,
    BLOCKS,
    GAME_COLUMN,
    MATCHES,
    ON_DAY,
    POINTS,
    RUNNING,
    TIME,
    Settings,
)
from games.base.names import listed_first
from scoring import ENGINES, engine

LOOKED_AT = 20_000  # rows searched for a date that shows whether the day or the month comes first
LONGEST_CELL = 20_000
MOST_NAMED = 8  # sheets named in a note
NOT_READ = Layout("", 0, (), (), ())
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
    """Return the parsed file: the sheet with the scores, together with all that look alike, as one import. Raise
    Unreadable if no sheet has a table of scores. `size` is the number of lines.
    """
    members, settings = _members(club), Settings.of(corrections)
    one = settings.sheet not in ("", ALL_ALIKE)
    begun = [_Begun(sheet, settings, members) for sheet in sheets if not one or sheet.name == settings.sheet]
    filled = [each for each in begun if each.is_filled]
    if not filled:
        raise Unreadable(EMPTY)
    first = max(filled, key=lambda each: each.rank)
    if len(first.layout.means) < 2:
        raise Unreadable(NO_TABLE)
    if not first.layout.rows:
        raise Unreadable(HEADINGS_ALONE)
    if _is_of_a_season(first.layout):
        raise Unreadable(OF_A_SEASON)
    chosen = [each for each in filled if each is first or (not one and each.is_like(first))]
    for number, each in enumerate(chosen):
        each.begin(number, chosen[0].layout.headings)
    orders = {order for each in chosen if (order := _order(each.first, each.layout))}
    order = settings.order or (orders.pop() if len(orders) == 1 else "")
    for each in chosen:
        each.layout = replace(each.layout, settings=replace(each.layout.settings, order=order))
    names = [each.sheet.name for each in chosen]
    layout = replace(chosen[0].layout, sheets=[each.name for each in sheets], read=names)
    _note_layout(layout, notes)
    notes += dict.fromkeys(said for each in chosen for said in each.said)
    doubts = [*_doubts(chosen)] if layout.form else []
    labels = Labels(layout.is_own, members, corrections, doubts)
    games = Games()
    found = chain.from_iterable(
        _matches(each.layout, chain(each.first, each.rest), corrections, labels.fresh(), games) for each in chosen
    )
    return ParsedFile(found, notes, size if len(chosen) == 1 else 0, layout.shown(), games, doubts)


class _Begun:
    """A sheet whose first rows were read and understood; the `rest` is read with its matches."""

    def __init__(self, sheet: Sheet, settings: Settings, members: Collection[str]) -> None:
        self.sheet, self.said, self._settings, self._members = sheet, list[str](), settings, members
        plain = replace(settings, columns={}, names={})  # whose are columns of the first sheet that is read
        self.first, self.rest = apart(*_begun(sheet), self.said)
        self.is_filled = any(not is_empty(values) for _, values in self.first)
        self.layout = _understood(self.first, plain, sheet.name, members) if self.is_filled else NOT_READ

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """The sheet with the scores has the highest: one that is understood, with rows, and with a day."""
        return bool(self.layout.form), len(self.first) > 1, _has_day(self.layout)

    def is_like(self, other: "_Begun") -> bool:
        """Whether this sheet looks like the other: the same form, the same kinds of columns, and a day where it has."""
        mine, its = self.layout, other.layout
        if not mine.rows or _is_of_a_season(mine) or _has_day(its) > _has_day(mine):
            return False
        if not mine.form:
            return any(mine.headings) and mine.headings == its.headings
        return (mine.form, mine.is_own, _kinds(mine)) == (its.form, its.is_own, _kinds(its))

    def begin(self, number: int, headings: Sequence[str]) -> None:
        """Number the lines as those of this sheet, and take over what was said about columns of the first sheet read,
        which has these headings.
        """
        if not number and not self._settings.columns and not self._settings.names:
            return
        self.first = [(in_sheet(number, line), values) for line, values in self.first]
        self.rest = ((in_sheet(number, line), values) for line, values in self.rest)
        places = {place: at for at, place in enumerate(_numbered(self.layout.headings))}
        here = [places.get(place) for place in _numbered(headings)]
        columns, names = (
            {at: value for column, value in said.items() if column < len(here) and (at := here[column]) is not None}
            for said in (self._settings.columns, self._settings.names)
        )
        settings = replace(self._settings, columns=columns, names=names)
        self.layout = _understood(self.first, settings, self.sheet.name, self._members)


def _numbered(headings: Sequence[str]) -> list[tuple[str, int]]:
    """Return each heading with how often it came before."""
    seen: Counter[str] = Counter()
    numbered = []
    for text in headings:
        numbered.append((text, seen[text]))
        seen[text] += 1
    return numbered


def _has_day(layout: Layout) -> bool:
    """Whether a sheet says on which days its matches were played."""
    return bool(layout.columns("date", "night", ON_DAY)) or bool(days_of_title(layout))


def _kinds(layout: Layout) -> set[str]:
    """Return what a sheet has columns for; how many players it has, and who, makes no difference."""
    return {mean for mean in layout.means if mean and mean != TIME}


def _doubts(read: Sequence[_Begun]) -> Iterator[Doubt]:
    """Yield the doubts about columns of all sheets read; below one heading once. Those of the first can be changed."""
    seen: set[str] = set()
    for number, each in enumerate(read):
        for doubt in each.layout.doubts:
            if not number or doubt.text not in seen:
                yield doubt if not number else replace(doubt, can_change=False)
            seen.add(doubt.text)


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
            raise Unreadable(_("Row {line} has a cell that is far too long for a score sheet.").format(line=line))
        if len(values) > MOST_COLUMNS and not is_empty(values[MOST_COLUMNS:]):
            raise Unreadable(
                _("Row {line} has more than {most_columns} columns. No score sheet is that wide.").format(
                    line=line, most_columns=MOST_COLUMNS
                )
            )
        yield line, values[:MOST_COLUMNS]


def _is_of_a_season(layout: Layout) -> bool:
    """Whether this is a table with a row for each player and the number of their matches, and no day anywhere."""
    cells = [value for _line, values in layout.rows for value in values]
    above = [value for values in layout.above for value in values]
    has_day = any(kind(value) == DAY for value in (*cells, *above, layout.sheet, *layout.headings))
    has_day = has_day or bool(days_of_title(layout))
    return layout.form == LONG and not layout.has_rounds and not has_day and any(map(is_count, layout.headings))


def _order(rows: Sequence[SheetRow], layout: Layout) -> str:
    """Return whether the day or the month comes first in the dates that show it; "" if none does, or two disagree."""
    columns = layout.columns("date", "night")
    cells = [values[at] for _, values in rows for at in columns if at < len(values)]
    cells += [layout.headings[at] for at in layout.columns(ON_DAY)]
    orders = {order for value in cells if isinstance(value, str) and (order := order_of(value))}
    return orders.pop() if len(orders) == 1 else ""


def _matches(
    layout: Layout, rows: Iterable[SheetRow], corrections: Mapping[str, str], labels: Labels, games: Games
) -> Iterator[ParsedMatch]:
    if not layout.form:
        return
    if layout.parts:
        kept = list(islice(rows, LOOKED_AT + 1))
        if len(kept) > LOOKED_AT:
            words = _("Tables side by side are read up to {most} rows. Put them below each other.")
            raise Unreadable(words.format(most=grouped(LOOKED_AT)))
        found = [
            _matches(_part_of(layout, part), cut(kept, columns), corrections, labels.fresh(), games)
            for columns, part in layout.parts
        ]
        yield from heapq.merge(*found, key=lambda match: match.line)
        return
    shaped = Reader(layout, corrections, labels).rows(rows)
    if layout.has_rounds and not layout.keeps_rounds:
        chosen = layout.settings.figures
        shaped = add_up(shaped, chosen if chosen in (POINTS, RUNNING) else "")
    for match in matches(shaped, layout.settings, games, is_export="options" in layout.means):
        asked = Problem(match.line, WHICH, asks=BLOCKS)
        yield match.with_problems(asked) if layout.asks_blocks else match


def _part_of(whole: Layout, part: Layout) -> Layout:
    """Return the layout of one of several tables, with what was found out about the whole sheet."""
    game = whole.settings.game or part.settings.game
    return replace(part, settings=replace(part.settings, order=whole.settings.order, game=game))


def _note_layout(layout: Layout, notes: list[str]) -> None:
    """Append notes on what was assumed."""
    others = [f"“{name[:30]}”" for name in layout.sheets if name not in layout.read]
    named = listed_first(others, MOST_NAMED)
    if len(layout.read) > 1:
        words = _("{count} sheets that look alike were read together.")
        if others:
            words = _("{count} sheets that look alike were read together, not {others}.")
        notes.append(words.format(count=len(layout.read), others=named))
    elif others:
        notes.append(
            _("Only the sheet “{sheet}” was read, not {others}.").format(sheet=layout.sheet[:30], others=named)
        )
    if GAME_COLUMN not in layout.means:
        game = engine(layout.settings.game) if layout.settings.game else ENGINES[0]
        words = _("Read as {game}.") if layout.settings.game else _("The file names no game, so it was read as {game}.")
        notes.append(words.format(game=name_of(game)))
