"""The score sheet as on paper: a row a game, in each cell the cards left and the games won, boxed at the top."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.base.display import Screen
from games.clash_of_corgis.series import sheet_of
from games.entries.match_state import MatchState
from scoring.clash_of_corgis import CorgisLine, CorgisSheet

TOP = ' mark-top">{}<span class="vh">, top</span>'
PLAIN = '">{}'


@dataclass(frozen=True)
class Column:
    """A chair."""

    name: str


@dataclass(frozen=True)
class Row:
    """A game; `cells` are ready to show."""

    head: str
    cells: SafeString
    css: str = ""


def sheet(state: MatchState) -> Screen:
    found = sheet_of(state)
    context = {"columns": [Column(state.names[seat]) for seat in found.around], "rows": list(_rows(found, state))}
    return Screen("games/clash_of_corgis/sheet.html", context)


def _rows(sheet: CorgisSheet, state: MatchState) -> Iterator[Row]:
    base = state.match.get_absolute_url()
    for line in sheet.lines:
        yield Row(
            str(line.number), _joined(_played(line, seat, f"{base}cell/{line.number}/{seat}/") for seat in sheet.around)
        )
    if state.match.is_open:
        yield Row(
            str(sheet.number), _joined(_cell("", starts=seat == sheet.starter) for seat in sheet.around), "is-now"
        )
        yield from _to_come(sheet)


def _to_come(sheet: CorgisSheet) -> Iterator[Row]:
    """The rest of the series, as far as one knows how long it is."""
    for number in range(sheet.number + 1, sheet.options.best_of + 1):
        yield Row(str(number), _joined(_cell("", starts=False) for _ in sheet.around))


def _played(line: CorgisLine, seat: int, link: str) -> str:
    mark = TOP if seat in line.leaders else PLAIN
    total = f'<a href="{link}" class="fig mark{mark.format(line.totals[seat])}</a>'
    return _cell(f"<i>{_left(line, seat)}</i>{total}", starts=seat == line.starter)


def _left(line: CorgisLine, seat: int) -> str:
    if seat == line.winner:
        return "won"
    cards = line.cards_left.get(seat)
    return "" if cards is None else f'{cards}<span class="vh"> left</span>'


def _cell(inner: str, *, starts: bool) -> str:
    corner, said = (" is-dealer", '<span class="vh">starts, </span>') if starts else ("", "")
    return f'<td><div class="cell cell-won{corner}">{said}{inner}</div></td>'


def _joined(cells: Iterable[str]) -> SafeString:
    return SafeString("".join(cells))  # numbers and our own markup, nothing a person typed
