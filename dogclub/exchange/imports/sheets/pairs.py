"""Two figures in one cell: bid and tricks as 1/0, points with the bid as 5 (1); each gets a column of its own."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from dogclub.exchange.imports.moments import meaning_of
from dogclub.exchange.imports.sheets.blocks import SheetRow
from dogclub.exchange.imports.sheets.cells import is_empty, words
from dogclub.exchange.imports.sheets.columns import SAMPLE, find_headings

BID_AND_TRICKS = re.compile(r"(\d{1,2}) ?[/|:] ?(\d{1,2})")
POINTS_AND_BID = re.compile(r"([+\-−–]?\d{1,3}) ?\(\d{1,2}\)")
PARTS = {BID_AND_TRICKS: ("Bid", "Tricks"), POINTS_AND_BID: ("Points",)}
ENOUGH = 0.6  # of the cells of a column; the others say absent, or are totals


@dataclass(frozen=True)
class Pairs:
    """The columns with two figures in a cell: `forms` maps each to its form. `at` is the index of the headings' row."""

    at: int
    forms: dict[int, re.Pattern[str]]
    has_names: bool  # whether the headings are players' names

    def note(self) -> str:
        """Return what is said about it on the page."""
        if BID_AND_TRICKS in self.forms.values():
            return _("Cells such as 1/0 were read as bid and tricks.")
        return _("Cells such as 5 (1) were read as points; the bids in brackets were left out.")

    def split(self, values: Sequence[Any]) -> list[Any]:
        """Return a row with a cell for each figure; other cells stay whole."""
        return self._each(values, lambda value, form: _split(value, form))

    def headings(self, line: int, values: Sequence[Any]) -> Iterator[SheetRow]:
        """Yield the row of headings, below a row of the names if those are in it."""
        if self.has_names:
            names = self._each(values, lambda value, form: [value, *[""] * (len(PARTS[form]) - 1)])
            yield line, [name if at in self._wider() else "" for at, name in enumerate(names)]
        yield line, self._each(values, lambda _value, form: PARTS[form])

    def _wider(self) -> set[int]:
        """The indexes, in a row that was split, of the cells that come out of `forms`."""
        found, at = set[int](), 0
        for column in range(max(self.forms) + 1):
            size = len(PARTS[self.forms[column]]) if column in self.forms else 1
            if column in self.forms:
                found |= {*range(at, at + size)}
            at += size
        return found

    def _each(self, values: Sequence[Any], of: Callable[[Any, re.Pattern[str]], Sequence[Any]]) -> list[Any]:
        cells: list[Any] = []
        for column, value in enumerate(values):
            cells += of(value, self.forms[column]) if column in self.forms else [value]
        return cells


def find_pairs(rows: Sequence[SheetRow]) -> Pairs | None:
    """Return the columns with two figures in a cell; None if there are none, or no headings above them."""
    found = find_headings(rows)
    body = [values for _line, values in rows[found.at + 1 : found.at + 1 + SAMPLE] if not is_empty(values)]
    means = [meaning_of(text) for text in found.texts]
    forms = {
        column: form
        for column, mean in enumerate(means)
        if mean != "date" and (form := _form([words(row[column]) for row in body if column < len(row)]))
    }
    if found.at < 0 or not forms or len({*forms.values()}) > 1:
        return None
    return Pairs(found.at, forms, has_names="player" not in means)


def _form(cells: Sequence[str]) -> re.Pattern[str] | None:
    filled = [cell for cell in cells if cell]
    for form in PARTS:
        if filled and sum(bool(form.fullmatch(cell)) for cell in filled) > ENOUGH * len(filled):
            return form
    return None


def _split(value: Any, form: re.Pattern[str]) -> Sequence[Any]:
    count = len(PARTS[form])
    if match := form.fullmatch(words(value)):
        return match.groups()
    return [value, *[""] * (count - 1)]


def apart(
    rows: list[SheetRow], rest: Iterator[SheetRow], notes: list[str]
) -> tuple[list[SheetRow], Iterator[SheetRow]]:
    """Return the first rows and the rest of a sheet, with one figure in a cell."""
    if not (pairs := find_pairs(rows)):
        return rows, rest
    notes.append(pairs.note())
    first: list[SheetRow] = [(line, pairs.split(values)) for line, values in rows]
    first[pairs.at : pairs.at + 1] = pairs.headings(*rows[pairs.at])
    return first, ((line, pairs.split(values)) for line, values in rest)
