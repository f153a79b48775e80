"""The cells of one round as HTML: only numbers go in, and a template a cell would be slow."""

from collections.abc import Iterable

from django.utils.safestring import SafeString

from games.base.sheet_cells import cell, joined, total
from games.sheets.text import minus
from games.top_dog.form import SIGNS
from scoring.top_dog import TopDogLine


def of_line(line: TopDogLine, base: str) -> SafeString:
    """A round that was played; each total leads to the story of its cell."""
    cells = [_played(line, seat, f"{base}{seat}/") for seat in line.won]
    if line.dummy is not None:
        cells.append(f'<td><div class="cell cell-one"><i><span class="vh">dummy </span>{line.dummy}</i></div></td>')
    return joined(cells)


def _played(line: TopDogLine, seat: int, link: str) -> str:
    against = "" if line.dummy is None else _against(line.against[seat])
    suits = " ".join(SIGNS[suit] for suit in line.suits.get(seat, ()))
    suit = f' <small aria-label="{" and ".join(line.suits[seat])}">{suits}</small>' if suits else ""
    linked = total(minus(line.totals[seat]), link, "top" if seat in line.leaders else "")
    return cell(
        f'<i><span class="vh">won </span>{line.won[seat]}{suit}</i>{against}{linked}',
        "cell-won" if line.dummy is None else "cell-dum",
        "arranges" if seat == line.arranger else "",
    )


def _against(bonus: int) -> str:
    """+1, ±0 or −2."""
    css = "" if bonus > 0 else ' class="miss"'
    text = f"+{bonus}" if bonus > 0 else minus(bonus) if bonus else "±0"
    return f'<span{css}><span class="vh">against the dummy </span>{text}</span>'


def of_coming(seats: Iterable[int], arranger: int | None, *, dummy: bool) -> SafeString:
    """The round on the table: the arranger's corner."""
    cells = [cell("", "cell-won", "arranges" if seat == arranger else "") for seat in seats]
    return joined([*cells, *["<td></td>"] * dummy])
