"""The cells of one row of the sheet as HTML. Only numbers go in, and a sheet has hundreds of cells: a template per cell
would be the slowest part of the page.
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
HANDS = 4096  # cache entries of some 200 bytes: bid, tricks and points, per language


@dataclass(frozen=True, eq=False)  # one instance per language, compared by identity: a cache key
class ScreenReaderWords:
    """The words that a screen reader says around the figures of a row, in the reader’s language."""

    bid: str
    took: str
    void: str
    deals: str
    marks: Mapping[str, str]

    def total(self, total: int, mark: str) -> str:
        """Return the end of an element’s class attribute, and its content: the total with its `mark` ("top", "low" or
        "").
        """
        return self.marks.get(mark, self.marks[""]).format(minus(total))


@once_a_language
def screen_reader_words() -> ScreenReaderWords:
    """Return the words for the current language."""
    total = f'<span class="vh">{_("total")} </span>{{}}'
    marks = {
        "": f'">{total}',
        "top": f' mark-top">{total}<span class="vh"> {_("top")}</span>',
        "low": f' mark-low">{total}<span class="vh"> {_("bottom")}</span>',
    }
    return ScreenReaderWords(_("bid"), _("took"), _("void"), _("deals"), marks)


def of_line(line: DirtyDogLine, seats: Iterable[int], base: str, marks: Mapping[int, str] | None = None) -> SafeString:
    """Return the cells of a hand that was played or is void; each total links to the history of its cell. `base` is the
    link without the seat. `marks` replaces the hand’s own box and circle by seat: at the end of the match other seats
    may have them.
    """
    marks = line_marks(line) if marks is None else marks
    words = screen_reader_words()
    return _joined(
        _played(words, line, seat, f"{base}{seat}/", marks.get(seat, "")) if seat in line.order else EMPTY
        for seat in seats
    )


def line_marks(line: DirtyDogLine) -> dict[int, str]:
    """The marks (“top” for the box, “low” for the circle) by seat after this hand; {} for a void hand."""
    return {} if line.void else dict.fromkeys(line.bottom, "low") | dict.fromkeys(line.leaders, "top")


def _played(words: ScreenReaderWords, line: DirtyDogLine, seat: int, link: str, mark: str) -> str:
    if line.void:
        bid = "" if seat not in line.bids else f'<i class="set">{_bid(words, line.bids[seat])}</i>'
        return _cell(words, f'{bid}<span class="void">{words.void}</span>', dealer=seat == line.dealer)
    total = f'<a href="{link}" class="fig mark{words.total(line.totals[seat], mark)}</a>'
    hand = _hand(words, line.bids[seat], line.tricks[seat], line.points[seat])
    return _cell(words, hand + total, dealer=seat == line.dealer)


def _bid(words: ScreenReaderWords, bid: int) -> str:
    return f'<span class="vh">{words.bid} </span>{bid}'


@lru_cache(HANDS)
def _hand(words: ScreenReaderWords, bid: int, tricks: int, points: int) -> str:
    css, miss = ("", "") if bid == tricks else (' class="set"', ' class="miss"')
    return (
        f'<i>{_bid(words, bid)}</i><i{css}><span class="vh">{words.took} </span>{tricks}</i>'
        f"<span{miss}>{signed(points)}</span>"
    )


def of_tiebreak(hand: TiebreakLine, seats: Iterable[int]) -> SafeString:
    """Return the cells of a tie-break hand: all bid and play, only the tied players have points."""
    words = screen_reader_words()
    return _joined(_tied(words, hand, seat) if seat in hand.order else EMPTY for seat in seats)


def _tied(words: ScreenReaderWords, hand: TiebreakLine, seat: int) -> str:
    if seat in hand.points:
        inner = _hand(words, hand.bids[seat], hand.tricks[seat], hand.points[seat])
    else:
        inner = f"<i>{hand.bids[seat]}</i><i>{hand.tricks[seat]}</i>"
    return _cell(words, inner, dealer=seat == hand.dealer)


def of_totals(totals: Mapping[int, int], seats: Iterable[int], marks: Mapping[int, str]) -> SafeString:
    """Return the cells of a match of which only the totals are recorded."""
    words = screen_reader_words()
    drawn = (words.total(totals[seat], marks[seat]) for seat in seats)
    return _joined(_cell(words, f'<span class="fig mark{total}</span>', dealer=False) for total in drawn)


def of_unscored(seats: Iterable[int], dealer: int, bids: Mapping[int, int]) -> SafeString:
    """Return the cells of a hand still to be scored: the dealer’s corner, and the bids entered so far."""
    words = screen_reader_words()
    return _joined(
        _cell(words, f"<i>{_bid(words, bids[seat])}</i>" if seat in bids else "", dealer=seat == dealer)
        for seat in seats
    )


def _cell(words: ScreenReaderWords, inner: str, *, dealer: bool) -> str:
    corner, said = (" is-dealer", f'<span class="vh">{words.deals}, </span>') if dealer else ("", "")
    return f'<td><div class="cell{corner}">{said}{inner}</div></td>'


def _joined(cells: Iterable[str]) -> SafeString:
    return SafeString("".join(cells))  # numbers and our own markup, nothing a person typed
