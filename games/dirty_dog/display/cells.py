"""The cells of one row as HTML. Only numbers go in, and a sheet has hundreds: a template a cell would be the slowest
part of the page.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.language.catalogue import once_a_language
from clubs.language.figures import minus, signed
from scoring.dirty_dog import DirtyDogLine
from scoring.dirty_dog.ending import TiebreakLine

EMPTY = "<td></td>"
HANDS = 4096  # that are kept, of some two hundred bytes: what a seat bid, took and scored, in a language


@dataclass(frozen=True, eq=False)  # one a language, told apart as such
class Spoken:
    """What a screen reader says round the figures of a row, in the language of who reads it."""

    bid: str
    took: str
    void: str
    deals: str
    marks: Mapping[str, str]

    def total(self, total: int, held: str) -> str:
        """The rest of an element's classes, and its text."""
        return self.marks.get(held, self.marks[""]).format(minus(total))


@once_a_language
def spoken() -> Spoken:
    total = f'<span class="vh">{_("total")} </span>{{}}'
    marks = {
        "": f'">{total}',
        "top": f' mark-top">{total}<span class="vh"> {_("top")}</span>',
        "low": f' mark-low">{total}<span class="vh"> {_("bottom")}</span>',
    }
    return Spoken(_("bid"), _("took"), _("void"), _("deals"), marks)


def of_line(line: DirtyDogLine, circle: Iterable[int], base: str, marks: Mapping[int, str] | None = None) -> SafeString:
    """A hand that was played, or dealt and void; each total leads to the story of its cell. `marks` are box and circle
    by seat where the end of the match gave them to others than the hand did.
    """
    held = line_marks(line) if marks is None else marks
    words = spoken()
    return _joined(
        _played(words, line, seat, f"{base}{seat}/", held.get(seat, "")) if seat in line.order else EMPTY
        for seat in circle
    )


def line_marks(line: DirtyDogLine) -> dict[int, str]:
    """Box and circle as this hand left them."""
    return {} if line.void else dict.fromkeys(line.bottom, "low") | dict.fromkeys(line.leaders, "top")


def _played(words: Spoken, line: DirtyDogLine, seat: int, link: str, held: str) -> str:
    if line.void:
        bid = "" if seat not in line.bids else f'<i class="set">{_bid(words, line.bids[seat])}</i>'
        return _cell(words, f'{bid}<span class="void">{words.void}</span>', dealer=seat == line.dealer)
    total = f'<a href="{link}" class="fig mark{words.total(line.totals[seat], held)}</a>'
    hand = _hand(words, line.bids[seat], line.tricks[seat], line.points[seat])
    return _cell(words, hand + total, dealer=seat == line.dealer)


def _bid(words: Spoken, bid: int) -> str:
    return f'<span class="vh">{words.bid} </span>{bid}'


@lru_cache(HANDS)
def _hand(words: Spoken, bid: int, tricks: int, points: int) -> str:
    css, miss = ("", "") if bid == tricks else (' class="set"', ' class="miss"')
    return (
        f'<i>{_bid(words, bid)}</i><i{css}><span class="vh">{words.took} </span>{tricks}</i>'
        f"<span{miss}>{signed(points)}</span>"
    )


def of_tiebreak(hand: TiebreakLine, circle: Iterable[int]) -> SafeString:
    """Everybody plays it, only those who were level score in it."""
    words = spoken()
    return _joined(_tied(words, hand, seat) if seat in hand.order else EMPTY for seat in circle)


def _tied(words: Spoken, hand: TiebreakLine, seat: int) -> str:
    if seat in hand.points:
        inner = _hand(words, hand.bids[seat], hand.tricks[seat], hand.points[seat])
    else:
        inner = f"<i>{hand.bids[seat]}</i><i>{hand.tricks[seat]}</i>"
    return _cell(words, inner, dealer=seat == hand.dealer)


def of_totals(totals: Mapping[int, int], circle: Iterable[int], marks: Mapping[int, str]) -> SafeString:
    """The totals of a match of which nothing else was kept."""
    words = spoken()
    held = (words.total(totals[seat], marks[seat]) for seat in circle)
    return _joined(_cell(words, f'<span class="fig mark{mark}</span>', dealer=False) for mark in held)


def of_coming(circle: Iterable[int], dealer: int, bids: Mapping[int, int]) -> SafeString:
    """A hand still to be scored: the dealer's corner, and the bids that are in."""
    words = spoken()
    return _joined(
        _cell(words, f"<i>{_bid(words, bids[seat])}</i>" if seat in bids else "", dealer=seat == dealer)
        for seat in circle
    )


def _cell(words: Spoken, inner: str, *, dealer: bool) -> str:
    corner, said = (" is-dealer", f'<span class="vh">{words.deals}, </span>') if dealer else ("", "")
    return f'<td><div class="cell{corner}">{said}{inner}</div></td>'


def _joined(cells: Iterable[str]) -> SafeString:
    return SafeString("".join(cells))  # numbers and our own markup, nothing a person typed
