"""The cells of one row of the sheet as HTML. Only numbers go in; a template per cell would be slow."""

from collections.abc import Iterable

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.language.figures import minus
from games.base.entry.names import listed
from games.base.results.sheet_cells import cell, joined, total
from games.top_dog.entry.form import SIGNS, SUITS
from scoring.top_dog import TopDogLine


def of_line(line: TopDogLine, base: str) -> SafeString:
    """Return the cells of a round that was played; each total links to the history of its cell. `base` is the link
    without the seat.
    """
    cells = [_played(line, seat, f"{base}{seat}/") for seat in line.won]
    if line.dummy is not None:
        dummy = _hidden(_("dummy"))
        cells.append(f'<td><div class="cell cell-one"><i>{dummy}{line.dummy}</i></div></td>')
    return joined(cells)


def _hidden(words: str) -> str:
    """Return words for screen readers only, before a figure."""
    return f'<span class="vh">{words} </span>'


def _played(line: TopDogLine, seat: int, link: str) -> str:
    against = "" if line.dummy is None else _against(line.against[seat])
    suits = " ".join(SIGNS[suit] for suit in line.suits.get(seat, ()))
    suit = (
        f' <small aria-label="{listed(str(SUITS[suit]) for suit in line.suits[seat])}">{suits}</small>' if suits else ""
    )
    hands = _hidden(_("won"))
    linked = total(minus(line.totals[seat]), link, "top" if seat in line.leaders else "")
    return cell(
        f"<i>{hands}{line.won[seat]}{suit}</i>{against}{linked}",
        "cell-won" if line.dummy is None else "cell-dum",
        _("arranges") if seat == line.arranger else "",
    )


def _against(bonus: int) -> str:
    """Return the cell’s points against the dummy: +1, ±0 or −2."""
    css = "" if bonus > 0 else ' class="miss"'
    text = f"+{bonus}" if bonus > 0 else minus(bonus) if bonus else "±0"
    about = _hidden(_("against the dummy"))
    return f"<span{css}>{about}{text}</span>"


def of_unscored(seats: Iterable[int], arranger: int | None, *, dummy: bool) -> SafeString:
    """Return the cells of the round in progress, with the arranger’s corner."""
    cells = [cell("", "cell-won", _("arranges") if seat == arranger else "") for seat in seats]
    return joined([*cells, *["<td></td>"] * dummy])
