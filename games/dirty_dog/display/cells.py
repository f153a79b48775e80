"""The cells of one row as HTML. Only numbers go in, and a sheet has hundreds: a template a cell would be the slowest
part of the page.
"""

from collections.abc import Iterable, Mapping

from django.utils.safestring import SafeString

from games.sheets.text import minus, signed
from scoring.dirty_dog import DirtyDogLine
from scoring.dirty_dog.sheet import TiebreakLine

EMPTY = "<td></td>"
SAID = '<span class="vh">total </span>{}'
TOP = f' mark-top">{SAID}<span class="vh"> top</span>'
LOW = f' mark-low">{SAID}<span class="vh"> bottom</span>'
PLAIN = f'">{SAID}'


def of_line(line: DirtyDogLine, circle: Iterable[int], base: str, marks: Mapping[int, str] | None = None) -> SafeString:
    """A hand that was played, or dealt and void; each total leads to the story of its cell. `marks` are box and circle
    by seat where the end of the match gave them to others than the hand did.
    """
    held = line_marks(line) if marks is None else marks
    return _joined(
        _played(line, seat, f"{base}{seat}/", held.get(seat, "")) if seat in line.order else EMPTY for seat in circle
    )


def line_marks(line: DirtyDogLine) -> dict[int, str]:
    """Box and circle as this hand left them."""
    return {} if line.void else dict.fromkeys(line.bottom, "low") | dict.fromkeys(line.leaders, "top")


def _played(line: DirtyDogLine, seat: int, link: str, held: str) -> str:
    if line.void:
        bid = "" if seat not in line.bids else f'<i class="set"><span class="vh">bid </span>{line.bids[seat]}</i>'
        return _cell(bid + '<span class="void">void</span>', dealer=seat == line.dealer)
    mark = {"top": TOP, "low": LOW}.get(held, PLAIN)
    total = f'<a href="{link}" class="fig mark{mark.format(minus(line.totals[seat]))}</a>'
    return _cell(_hand(line.bids[seat], line.tricks[seat], line.points[seat]) + total, dealer=seat == line.dealer)


def _hand(bid: int, tricks: int, points: int) -> str:
    css, miss = ("", "") if bid == tricks else (' class="set"', ' class="miss"')
    return (
        f'<i><span class="vh">bid </span>{bid}</i><i{css}><span class="vh">took </span>{tricks}</i>'
        f"<span{miss}>{signed(points)}</span>"
    )


def of_tiebreak(hand: TiebreakLine, circle: Iterable[int]) -> SafeString:
    """Everybody plays it, only those who were level score in it."""
    return _joined(_tied(hand, seat) if seat in hand.order else EMPTY for seat in circle)


def _tied(hand: TiebreakLine, seat: int) -> str:
    if seat in hand.points:
        inner = _hand(hand.bids[seat], hand.tricks[seat], hand.points[seat])
    else:
        inner = f"<i>{hand.bids[seat]}</i><i>{hand.tricks[seat]}</i>"
    return _cell(inner, dealer=seat == hand.dealer)


def of_totals(totals: Mapping[int, int], circle: Iterable[int], marks: Mapping[int, str]) -> SafeString:
    """The totals of a match of which nothing else was kept."""
    held = ({"top": TOP, "low": LOW}.get(marks[seat], PLAIN).format(minus(totals[seat])) for seat in circle)
    return _joined(_cell(f'<span class="fig mark{mark}</span>', dealer=False) for mark in held)


def of_coming(circle: Iterable[int], dealer: int, bids: Mapping[int, int]) -> SafeString:
    """A hand still to be scored: the dealer's corner, and the bids that are in."""
    return _joined(
        _cell(f'<i><span class="vh">bid </span>{bids[seat]}</i>' if seat in bids else "", dealer=seat == dealer)
        for seat in circle
    )


def _cell(inner: str, *, dealer: bool) -> str:
    corner, spoken = (" is-dealer", '<span class="vh">deals, </span>') if dealer else ("", "")
    return f'<td><div class="cell{corner}">{spoken}{inner}</div></td>'


def _joined(cells: Iterable[str]) -> SafeString:
    return SafeString("".join(cells))  # numbers and our own markup, nothing a person typed
