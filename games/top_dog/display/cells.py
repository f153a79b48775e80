"""The cells of one round as HTML: only numbers go in, and a template a cell would be slow."""

from collections.abc import Iterable

from django.utils.safestring import SafeString

from games.sheets.text import minus
from scoring.top_dog import TopDogLine

TOP, PLAIN = ' mark-top">{}<span class="vh">, top</span>', '">{}'


def of_line(line: TopDogLine, base: str) -> SafeString:
    """A round that was played; each total leads to the story of its cell."""
    cells = [_played(line, seat, f"{base}{seat}/") for seat in line.won]
    if line.dummy is not None:
        cells.append(f'<td><div class="cell cell-one"><i><span class="vh">dummy </span>{line.dummy}</i></div></td>')
    return _joined(cells)


def _played(line: TopDogLine, seat: int, link: str) -> str:
    mark = TOP if seat in line.leaders else PLAIN
    against = "" if line.dummy is None else _against(line.against[seat])
    total = f'<a href="{link}" class="fig mark{mark.format(minus(line.totals[seat]))}</a>'
    return _cell(
        f'<i><span class="vh">won </span>{line.won[seat]}</i>{against}{total}',
        "cell-won" if line.dummy is None else "cell-dum",
        arranges=seat == line.arranger,
    )


def _against(bonus: int) -> str:
    """+1, ±0 or −2."""
    css = "" if bonus > 0 else ' class="miss"'
    said = f"+{bonus}" if bonus > 0 else minus(bonus) if bonus else "±0"
    return f'<span{css}><span class="vh">against the dummy </span>{said}</span>'


def of_coming(seats: Iterable[int], arranger: int | None, *, dummy: bool) -> SafeString:
    """The round on the table: the arranger's corner."""
    cells = [_cell("", "cell-won", arranges=seat == arranger) for seat in seats]
    return _joined([*cells, *["<td></td>"] * dummy])


def _cell(inner: str, css: str, *, arranges: bool) -> str:
    corner, said = (" is-dealer", '<span class="vh">arranges, </span>') if arranges else ("", "")
    return f'<td><div class="cell {css}{corner}">{said}{inner}</div></td>'


def _joined(cells: Iterable[str]) -> SafeString:
    return SafeString("".join(cells))  # numbers and our own markup, nothing a person typed
