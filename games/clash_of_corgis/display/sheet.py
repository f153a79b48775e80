"""The score sheet as on paper: a row per game, in each cell the cards left and the games won, boxed at the top."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.results.sheet_cells import cell, joined, total
from games.clash_of_corgis.series import sheet_of
from games.entries.match_state import MatchState
from scoring.clash_of_corgis import CorgisLine, CorgisSheet


@dataclass(frozen=True)
class Column:
    """The head of one seat’s column."""

    name: str


@dataclass(frozen=True)
class Row:
    """One row of the sheet: a game; `cells` is finished HTML."""

    head: str
    cells: SafeString
    css: str = ""


def sheet(state: MatchState) -> Screen:
    """Return the screen of the score sheet."""
    corgis_sheet = sheet_of(state)
    context = {
        "columns": [Column(state.names[seat]) for seat in corgis_sheet.active_seats],
        "rows": list(_rows(corgis_sheet, state)),
    }
    return Screen("games/clash_of_corgis/sheet.html", context)


def _rows(sheet: CorgisSheet, state: MatchState) -> Iterator[Row]:
    base = state.match.get_absolute_url()
    for line in sheet.lines:
        yield Row(
            str(line.number),
            joined(_played(line, seat, f"{base}cell/{line.number}/{seat}/") for seat in sheet.active_seats),
        )
    if state.match.is_open:
        yield Row(
            str(sheet.number),
            joined(cell("", "cell-won", _corner(seat, sheet.starter)) for seat in sheet.active_seats),
            "is-now",
        )
        yield from _to_come(sheet)


def _to_come(sheet: CorgisSheet) -> Iterator[Row]:
    """Yield the rows of the games after the current one, up to the length of the series."""
    for number in range(sheet.number + 1, sheet.options.best_of + 1):
        yield Row(str(number), joined(cell("", "cell-won") for _ in sheet.active_seats))


def _played(line: CorgisLine, seat: int, link: str) -> str:
    linked = total(line.totals[seat], link, "top" if seat in line.leaders else "")
    return cell(f"<i>{_left(line, seat)}</i>{linked}", "cell-won", _corner(seat, line.starter))


def _corner(seat: int, starter: int | None) -> str:
    return _("starts") if seat == starter else ""


def _left(line: CorgisLine, seat: int) -> str:
    if seat == line.winner:
        return _("won")
    cards = line.cards_left.get(seat)
    return "" if cards is None else _('{cards}<span class="vh"> left</span>').format(cards=cards)
