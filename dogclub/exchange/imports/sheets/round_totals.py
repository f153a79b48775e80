"""Sheets that have only the points of each round: added up to totals, or a question if the numbers may be running
totals.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy

from dogclub.exchange.exports.grids.blocks import whole
from dogclub.exchange.imports.sheets.cells import words
from dogclub.exchange.imports.sheets.reshape import SUM, Cells, Out
from dogclub.exchange.imports.sheets.settings import FIGURES, POINTS, ROUND_COLUMN, RUNNING, TOTAL

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
