"""Conversion of rows of any layout to the sheet layout: (line, cells by column), empty cells where a match may end.

Two keys are for `games`: `of` names a column where a line has several of its kind (“total of Bea”), and `wrong` is a
message that prevents the import of the match.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import grouped
from dogclub.exchange.exports.blocks import whole
from dogclub.exchange.exports.layout import Part, fields_of
from dogclub.exchange.imports.moments import (
    NoDay,
    days_in,
    is_away,
    is_sum,
    is_summary,
    meaning_of,
    moment,
)
from dogclub.exchange.imports.parsed_file import LONGEST_NAME, MOST_NAMES, MOST_ROWS, Unreadable, place
from dogclub.exchange.imports.sheets.blocks import BY_DAY, IN_ROWS, LONG, WIDE, Layout, SheetRow
from dogclub.exchange.imports.sheets.cells import DAY, NOTHING, NUMBER, at_time, figure, is_empty, is_word, kind, words
from dogclub.exchange.imports.sheets.people import Labels
from dogclub.exchange.imports.sheets.settings import (
    CARDS,
    FIGURES,
    NAME,
    ON_DAY,
    POINTS,
    ROUND_COLUMN,
    RUNNING,
    TIME,
    TOTAL,
)
from scoring import ENGINES

Cells = dict[str, Any]
Out = Iterator[tuple[int, Cells]]
NUMBERS = {"seat", "round", CARDS, POINTS, TOTAL} | {
    key for engine in ENGINES for key, part in fields_of(engine.key).items() if part in (Part.EACH, Part.NUMBER)
}
CARRIED = ("date", "game", "night", "venue")
TWICE = gettext_lazy("Two columns are called “{}”. Say under Format who each of them is.")
TWICE_HERE = gettext_lazy("“{}” is here twice. Enter what the second one is called.")
SUM = "sum"  # key of a row of totals: its value maps names to figures


def days_of_title(layout: Layout) -> list[Any]:
    """Return the days above the headings of a sheet and in its name, wherever they stand there."""
    titles = [layout.sheet, *(value for row in layout.above for value in row)]
    return [
        day
        for value in titles
        for day in (days_in(value) if isinstance(value, str) else [value] if kind(value) == DAY else [])
    ]


def _if_again(name: str, seen: set[str], column: str) -> Cells:
    """Return the cells of a player whose name was `seen` in this match: another name for now, and a message that this
    cell (`column`) answers; {} for anybody else, who is seen from now on.
    """
    if name not in seen:
        seen.add(name)
        return {}
    return {"player": f"{name} (2)"[-LONGEST_NAME:], "wrong": TWICE_HERE.format(name[:40]), "wrong_at": column}


@dataclass
class Reader:
    """Converts the rows of one sheet. `carried` are values valid for the rows below; `labels` knows which rows are
    left out.
    """

    layout: Layout
    corrections: Mapping[str, str]
    labels: Labels
    carried: Cells = field(default_factory=dict)
    round: int = 0

    def rows(self, rows: Iterable[SheetRow]) -> Out:
        """Yield the rows after the headings, converted. Raise Unreadable if there are more than MOST_ROWS."""
        form: dict[str, Callable[[Iterable[SheetRow]], Out]] = {
            LONG: self._long,
            WIDE: self._each(self._wide),
            IN_ROWS: self._each(self._in_row),
            BY_DAY: self._by_day,
        }
        self.carried |= self._from_title()
        return form[self.layout.form](self._body(rows))

    def _body(self, rows: Iterable[SheetRow]) -> Iterator[SheetRow]:
        for count, (line, values) in enumerate(rows):
            if count > MOST_ROWS:
                raise Unreadable(
                    _("More than {most_rows} rows in one sheet. Split it, and import a part at a time.").format(
                        most_rows=grouped(MOST_ROWS)
                    )
                )
            if line <= self.layout.header:
                continue
            is_again = [words(value) for value in values] == list(self.layout.headings[: len(values)]) and any(values)
            if is_again or self._is_evening(values):
                yield line, ()
            else:
                yield line, () if is_empty(values) else values

    def _from_title(self) -> Cells:
        """Return the date above the headings, if no column has dates and there is exactly one."""
        if self.layout.columns("date", "night", ON_DAY):
            return {}
        days = {self._same(day): day for day in days_of_title(self.layout)}
        return {"date": next(iter(days.values()))} if len(days) == 1 else {}

    def _same(self, day: Any) -> Any:
        """Return what is the same for a day written in two ways, such as 9 Jan 2025 and 2025-01-09."""
        settings = self.layout.settings
        try:
            return day if isinstance(day, date) else moment(words(day), settings.order, settings.year).date()
        except (NoDay, OverflowError):
            return words(day)

    def _is_evening(self, values: Sequence[Any]) -> bool:
        """Whether the row has nothing but a date, valid for the rows below; store that date."""
        filled = [value for value in values if words(value)]
        days = [value for value in filled if kind(value) == DAY]
        others = [value for value in filled if kind(value) != DAY]
        if len(days) != 1 or len(others) > 1 or any(meaning_of(words(value)) != "date" for value in others):
            return False
        self.carried["date"], self.round = days[0], 0
        return True

    def _cells(self, line: int, values: Sequence[Any], carried: Sequence[str] = CARRIED) -> Cells:
        """Return the cells of a row that are not scores; empty cells of `carried` columns get the value above."""
        cells: Cells = {}
        for at, mean in enumerate(self.layout.means):
            if mean and at < len(values) and at not in self.layout.scores and words(values[at]):
                value = values[at].strip() if isinstance(values[at], str) else values[at]
                cells.setdefault(mean, figure(value, self.layout.settings.decimal) if mean in NUMBERS else value)
        of = f" {self.layout.of_block}" if self.layout.of_block else ""
        cells |= {
            mean: correction
            for mean in self.layout.means
            if mean and (correction := self.corrections.get(place(line, f"{mean}{of}")))
        }
        if self.layout.block:
            cells |= {"of": self.layout.of_block} | ({"table": self.layout.table} if self.layout.table else {}) | cells
        for key in carried:
            if key in cells:
                self.carried[key] = cells[key]
            elif key in self.carried:
                cells[key] = self.carried[key]
        if TIME in cells and "date" in cells:
            cells["date"] = at_time(cells["date"], cells[TIME])
        return cells

    def _long(self, rows: Iterable[SheetRow]) -> Out:
        for line, values in rows:
            if not values:
                self.labels.new_match()
                yield line, {}
                continue
            cells = self._cells(line, values)
            if self.labels.is_left_out(line, values, cells, has_day="date" in cells and self._has_day(values)):
                yield line, {}
            elif self._is_result(cells):
                yield line, self._fitted(cells)
            else:
                self.labels.leave_out(line, values, can_change=False)

    def _is_result(self, cells: Cells) -> bool:
        return bool(set(cells) - {*self.carried, "of", "table"}) or "player" in cells

    def _has_day(self, values: Sequence[Any]) -> bool:
        """Whether a row has a day of its own, and not only the one above it."""
        return any(at < len(values) and words(values[at]) for at in self.layout.columns("date", "night"))

    def _fitted(self, cells: Cells) -> Cells:
        """Return the cells without those that say “absent” where a number belongs."""
        if self.layout.is_own:
            return cells
        return {key: value for key, value in cells.items() if key not in NUMBERS or not is_away(words(value))}

    def _each(self, read: Callable[[int, Sequence[Any]], Out]) -> Callable[[Iterable[SheetRow]], Out]:
        """Return a converter that calls `read` for each row; an empty row may end a match."""

        def inner(rows: Iterable[SheetRow]) -> Out:
            for line, values in rows:
                if values:
                    yield from read(line, values)
                    continue
                self.round = 0
                yield line, {}

        return inner

    def _wide(self, line: int, values: Sequence[Any]) -> Out:
        cells = self._cells(line, values)
        by_name, wrong = self._by_name(line, values)
        if said := self._summary(values):
            self.labels.leave_out(line, values, can_change=False)
            totals = {name: each[TOTAL] for name, each in by_name.items() if TOTAL in each}
            yield line, {SUM: totals} if is_sum(said) else {}
            return
        if not by_name:
            self.labels.leave_out(line, values, can_change=False)
            return
        if self.layout.has_rounds and ROUND_COLUMN not in cells:
            self.round += 1
            cells["round"] = self.round
        for name, figures in by_name.items():
            yield line, cells | self._figures(figures) | {"player": name, "of": f"of {name}"} | wrong
        if not self.layout.has_rounds:
            yield line, {}

    def _summary(self, values: Sequence[Any]) -> str:
        """Return the word before the scores that makes this a row of totals or averages; "" in a row with a day."""
        days = self.layout.columns("date", "night")
        if any(at < len(values) and kind(values[at]) == DAY for at in days):
            return ""
        before = values[: self.layout.scores[0]] or values
        return next((words(value) for value in before if kind(value) != NUMBER and is_summary(words(value))), "")

    def _by_name(self, line: int, values: Sequence[Any]) -> tuple[dict[str, Cells], Cells]:
        """Return the figures of a row as {name: {meaning: figure}}, and {"wrong": message} if two players have the
        same name, else {}.
        """
        by_name: dict[str, Cells] = {}
        wrong: Cells = {}
        for at in self.layout.scores:
            name, key = self.layout.names[at], [*self.layout.means[at].split(":"), TOTAL][1]
            correction = self.corrections.get(place(line, f"{key} of {name}"))
            value = values[at] if correction is None and at < len(values) else correction
            if correction is None and kind(value) == NOTHING:
                continue
            if key in by_name.setdefault(name, {}):
                wrong = {"wrong": TWICE.format(name[:40]), "asks": NAME}
            by_name[name][key] = figure(value, self.layout.settings.decimal)
        return by_name, wrong

    def _figures(self, figures: Cells) -> Cells:
        """Return a player's single figure by its meaning if the layout does not say: points of a round, total of an
        evening. Beside bids and tricks it stays what it is, to be compared.
        """
        chosen = self.layout.settings.figures
        if TOTAL not in figures or len(figures) > 1 or (self.layout.keeps_rounds and not chosen):
            return figures
        is_field = self.layout.has_rounds and chosen not in ("", TOTAL, POINTS, RUNNING)
        return {chosen if is_field else POINTS if self.layout.has_rounds else TOTAL: figures[TOTAL]}

    def _in_row(self, line: int, values: Sequence[Any]) -> Out:
        cells = {key: value for key, value in self._cells(line, values).items() if key not in ("player", "total")}
        pairs = zip(self.layout.columns("player"), self.layout.columns("total"), strict=True)
        seen: set[str] = set()
        for number, (player, total) in enumerate(pairs, 1):
            at = f"player {number}"
            name = self.corrections.get(place(line, at), words(values[player]) if player < len(values) else "")
            value = self.corrections.get(place(line, f"total of {name}"), values[total] if total < len(values) else "")
            if name and not (is_away(name) and (kind(value) == NOTHING or not is_word(name))):
                written = figure(value, self.layout.settings.decimal)
                yield line, cells | {"player": name, "total": written, "of": f"of {name}"} | _if_again(name, seen, at)
        yield line, {}

    def _by_day(self, rows: Iterable[SheetRow]) -> Out:
        """Yield the rows of a sheet with one row for each player and one column for each match: all rows are read
        first.
        """
        kept = [(line, values, self._cells(line, values)) for line, values in rows if values]
        if len(kept) > MOST_NAMES:
            raise Unreadable(_("More than {most} rows below one column a day.").format(most=grouped(MOST_NAMES)))
        days = self.layout.columns(ON_DAY)
        tables, players = self.labels.by_day(kept, days)
        seen: set[str] = set()
        players = [
            (line, values, cells | _if_again(words(cells.get("player")), seen, "player"))
            for line, values, cells in players
        ]
        for at in days:
            heading = self.layout.headings[at]
            for line, values, cells in players:
                value = self.corrections.get(
                    place(line, f"total on {heading}"), values[at] if at < len(values) else None
                )
                if kind(value) != NOTHING:
                    total = figure(value, self.layout.settings.decimal)
                    table = tables.get(at, {})
                    yield line, cells | {"date": heading, "total": total, "of": f"on {heading}"} | table
            yield 0, {}


# Sheets that have only the points of each round: added up to totals, or a question if the numbers may be running
# totals.


SHARED = ("match", "date", "table", "game")
UNCLEAR = gettext_lazy(
    "Are these the points of each round, or totals that go on from round to round? Say so under Format."
)
DIFFERS = gettext_lazy("The total says {} for {}, but the rounds come to {}.")


@dataclass
class Played:
    """The rounds of one match: (line, cells) of each, by player. `sums` is the sheet's row of totals by player."""

    by_name: dict[str, list[tuple[int, Cells]]] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)
    first: Cells = field(default_factory=dict)
    sums: Mapping[str, Any] = field(default_factory=dict)

    def belongs(self, cells: Cells) -> bool:
        """Whether a row continues this match: same date, game and table, and a player and round not seen yet."""
        if any(cells.get(key) not in ("", None, self.first.get(key)) for key in SHARED) or self.sums:
            return not self.by_name
        return (words(cells["player"]), words(cells.get(ROUND_COLUMN))) not in self.seen

    def add(self, line: int, cells: Cells) -> None:
        """Add a row."""
        self.first = self.first or cells
        self.seen.add((words(cells["player"]), words(cells.get(ROUND_COLUMN))))
        self.by_name.setdefault(words(cells["player"]), []).append((line, cells))


def add_up(rows: Iterable[tuple[int, Cells]], chosen: str) -> Out:
    """Yield one row with the total for each player; `chosen` is POINTS, RUNNING or "" while it is not answered."""
    game = Played()
    for line, cells in rows:
        if SUM in cells:
            game.sums = cells[SUM]
        elif cells.get("player"):
            if not game.belongs(cells):
                yield from _totals(game, chosen)
                game = Played()
            game.add(line, cells)
    if game.by_name:
        yield from _totals(game, chosen)


def _totals(game: Played, chosen: str) -> Iterator[tuple[int, Cells]]:
    key = POINTS if any(POINTS in cells for rows in game.by_name.values() for _, cells in rows) else TOTAL
    figures = {
        name: [(line, cells, cells[key]) for line, cells in rows if key in cells] for name, rows in game.by_name.items()
    }
    numbers = {name: [whole(words(value)) for _, _, value in each] for name, each in figures.items()}
    is_clean = all(number is not None for each in numbers.values() for number in each)
    means = RUNNING if key == TOTAL else chosen or _means(numbers, game.sums if is_clean else {})
    for name, each in figures.items():
        if each:
            yield _total(game, name, each, numbers[name], means)
    yield 0, {}


def _means(numbers: Mapping[str, list[Any]], sums: Mapping[str, Any]) -> str:
    """Return POINTS or RUNNING by the row of totals; POINTS if there is one round; "" if unknown."""
    if all(len(each) < 2 for each in numbers.values()):
        return POINTS
    if not sums:
        return ""
    said = {name: whole(words(value)) for name, value in sums.items()}
    fits = {
        POINTS: all(said.get(name) == sum(each) for name, each in numbers.items() if each),
        RUNNING: all(said.get(name) == each[-1] for name, each in numbers.items() if each),
    }
    fitting = [means for means, is_so in fits.items() if is_so]
    return fitting[0] if fitting else ""


def _total(
    game: Played, name: str, each: list[tuple[int, Cells, Any]], numbers: list[Any], means: str
) -> tuple[int, Cells]:
    """Return the (line, cells) of a player's total, or with a number that cannot be read, or with a message in
    "wrong".
    """
    line, cells, _ = each[0]
    bad = next((at for at, number in enumerate(numbers) if number is None), None)
    total: Any = ""
    wrong: Cells = {}
    if bad is not None:
        line, _, total = each[bad]
    elif not means:
        wrong = {"wrong": UNCLEAR, "asks": FIGURES}
    else:
        total = sum(numbers) if means == POINTS else numbers[-1]
        said = whole(words(game.sums.get(name)))
        if said is not None and said != total:
            wrong = {"wrong": DIFFERS.format(said, name, total)}
    kept = {key: value for key, value in cells.items() if key not in (ROUND_COLUMN, POINTS, TOTAL)}
    return line, kept | {"total": total} | wrong
