"""The score sheet as on paper: a row per hand; in each cell bid, tricks, points and total, with box and circle."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec.structs import replace

from clubs.language.locales import clauses, comma_separated, minus, signed
from clubs.language.terms import capital, once_a_language
from games.base.display import CallOutLine, Screen
from games.base.names import listed, shortened
from games.dirty_dog.entry_rows import mark_of
from games.entries.drafts import people_of, who
from games.entries.match_state import MatchState, read
from scoring.base import CallOut, with_names
from scoring.cards import suit_called
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet
from scoring.dirty_dog.callouts import of
from scoring.dirty_dog.sheet import TiebreakLine
from scoring.dirty_dog.terms import label, sentence
from scoring.messages import translated

# The cells of one row of the sheet as HTML. Only numbers go in, and a sheet has hundreds of cells: a template per
# cell would be the slowest part of the page.


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
    by_hand = line.adjust.get(seat, 0)  # on a row of its own, with the mark
    total = f'<a href="{link}" class="fig mark{words.total(line.totals[seat] - by_hand, "" if by_hand else mark)}</a>'
    hand = _hand(words, line.bids[seat], line.tricks[seat], line.points[seat] - by_hand)
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


def of_points_by_hand(
    points: Mapping[int, int], totals: Mapping[int, int], seats: Iterable[int], marks: Mapping[int, str]
) -> SafeString:
    """Return the cells of points added or taken by hand, with the totals after them."""
    words = screen_reader_words()
    return _joined(
        _given(words, points[seat], totals[seat], marks.get(seat, "")) if seat in points else EMPTY for seat in seats
    )


def _given(words: ScreenReaderWords, points: int, total: int, mark: str) -> str:
    miss = ' class="miss"' if points < 0 else ""
    figures = f'<i></i><i></i><span{miss}>{signed(points)}</span><span class="fig mark{words.total(total, mark)}</span>'
    return _cell(words, figures, dealer=False)


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


# Playing cards and trump as readable text.


def trump_in_words(trump: str | None) -> str:
    """Return trump in words; "" where none is recorded. No trump stays `none`.

    >>> trump_in_words("hearts"), trump_in_words("none"), trump_in_words(None)
    ('hearts', 'none', '')
    """
    return pgettext("trump", "none") if trump == "none" else translated(suit_called(trump or ""))


SUIT_MARKS = {"clubs": "club", "diamonds": "diamond", "hearts": "heart", "spades": "spade"}


@dataclass(frozen=True)
class Column:
    """The head of one seat’s column; `note` says when its player joined late or left."""

    name: str
    note: str


class Hand(NamedTuple):
    """The left column of a row: `head` is the number of the hand, or a word where there is none; `cards` may be ""."""

    head: str
    cards: int | str
    trump: str = ""
    flip: str | None = None

    @property
    def icon(self) -> str:
        return SUIT_MARKS.get(self.trump, "")

    @property
    def trump_words(self) -> str:
        return trump_in_words(self.trump)


@dataclass(frozen=True)
class HandRow:
    """One row of the sheet; `cells` is finished HTML. `note` is a reason that stands below it."""

    hand: Hand
    cells: SafeString
    css: str = ""
    note: str = ""


def sheet(state: MatchState) -> Screen:
    """Return the screen of the score sheet."""
    dog_sheet = state.sheet_as(DirtyDogSheet)
    context = {
        "columns": [_column(dog_sheet, state, seat) for seat in dog_sheet.seating_order],
        "rows": list(_rows(dog_sheet, state)),
    }
    return Screen("games/dirty_dog/sheet.html", context)


def _column(sheet: DirtyDogSheet, state: MatchState, seat: int) -> Column:
    played = [line.hand for line in sheet.lines if seat in line.order and not line.void]
    notes = []
    if seat >= state.match.start_seats:
        notes.append(_("from hand {number}").format(number=played[0] if played else sheet.hand + 1))
    if seat in sheet.departed:
        left = _("left after hand {number}").format(number=played[-1]) if played else _("left before playing")
        notes.append(left)
    return Column(state.names[seat], comma_separated(notes))


def _rows(sheet: DirtyDogSheet, state: MatchState) -> Iterator[HandRow]:
    base = state.match.get_absolute_url()
    if sheet.is_totals_alone:
        marks = {seat: mark_of(sheet, seat) for seat in sheet.seating_order}
        yield HandRow(Hand(_("Total"), ""), of_totals(sheet.totals, sheet.seating_order, marks))
    for line in sheet.lines:
        is_last = sheet.ending is not None and line is sheet.lines[-1]
        final_marks = {seat: mark_of(sheet, seat) for seat in sheet.seating_order} if is_last else None
        yield _line(line, sheet.seating_order, base, final_marks)
        if line.adjust:
            marks = line_marks(line) if final_marks is None else final_marks
            yield _by_hand(state, line.adjust, line.totals, marks, line.adjust_note)
    if sheet.ending is not None:
        if sheet.ending.adjust:
            marks = {seat: mark_of(sheet, seat) for seat in sheet.seating_order}
            yield _by_hand(state, sheet.ending.adjust, sheet.totals, marks, sheet.ending.adjust_note)
        for hand in sheet.ending.hands:
            yield _tiebreak(hand, sheet.seating_order)
    elif state.match.is_open:
        yield from _unscored(sheet)


def _line(line: DirtyDogLine, seats: tuple[int, ...], base: str, marks: Mapping[int, str] | None) -> HandRow:
    row = of_line(line, seats, f"{base}cell/{line.number}/", marks)
    css = "is-void" if line.void else ""
    return HandRow(Hand(str(line.hand), line.cards, line.trump or "", line.flip), row, css)


def _by_hand(
    state: MatchState, points: Mapping[int, int], totals: Mapping[int, int], marks: Mapping[int, str], note: str
) -> HandRow:
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    cells = of_points_by_hand(points, totals, sheet.seating_order, marks)
    words = _("{names}: {reason}. Written by {writer}.")
    about = {"names": listed(names[seat] for seat in points), "reason": note.removesuffix(".")}
    return HandRow(Hand(_("by hand"), ""), cells, "is-by-hand", words.format(**about, writer=_writers(state, note)))


def _writers(state: MatchState, note: str) -> str:
    """Return who wrote the points of these reasons."""
    adjusted = [entry for entry in state.live if entry.kind == "adjust" and read(state.engine, entry).note in note]
    people = people_of(adjusted)
    return listed(dict.fromkeys(who(entry, people) for entry in adjusted))


def _tiebreak(hand: TiebreakLine, seats: tuple[int, ...]) -> HandRow:
    return HandRow(Hand(_("tie"), hand.cards), of_tiebreak(hand, seats), css="is-tie")


def _unscored(sheet: DirtyDogSheet) -> Iterator[HandRow]:
    """Yield the rows of the hand on the table, with the bids so far, and of the hands still planned."""
    plan = sheet.plan
    for index in range(sheet.hand, plan.hands):
        now = index == sheet.hand
        bids = sheet.bids if now else {}
        row = of_unscored(sheet.seating_order, plan.dealers[index], bids)
        if index > sheet.hand:
            yield HandRow(Hand(str(index + 1), plan.cards[index]), row)
        else:
            yield HandRow(Hand(str(index + 1), plan.cards[index], sheet.trump or "", sheet.flip), row, "is-now")


# The call-outs of a match, newest first. A term that stays true over several hands is listed once, after the first.


# Called out only for seats that did not have the same call-out after the hand before.
LASTING = ("door-knob", "bottom-buddies")
ANNOUNCED = ("dog-pile", "sbr", "easy-chico", "no-trump", "first-place-loser", *LASTING)
TOGETHER = ("bottom-buddies", "easy-chico")  # earned by several seats together, so counted once


def call_outs(state: MatchState) -> list[CallOutLine]:
    """Return the call-outs of the whole match, newest first."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    calls = [*announced(sheet), *_closing(sheet)]
    return list(merged(call_out(call, line, names) for line, call in calls))[::-1]


def closing_call_outs(state: MatchState) -> list[CallOutLine]:
    """Return the call-outs for the finish page, each kind once: what holds at the end (runs without a miss, Bottom
    Buddies, Door Knobs), then the largest Dog Pile and the last of the others. Who is named already comes after those
    who are not.
    """
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    if not (scored := [line for line in sheet.lines if not line.void]):
        return []
    last = scored[-1]
    runs = [CallOut("clean-run", sheet.clean_runs)] if sheet.clean_runs else []
    holds = [(last, call) for call in (*runs, *of(last, LASTING))]
    passing = [pair for pair in announced(sheet) if pair[1].term not in LASTING]
    once = {call.term: (line, call) for line, call in sorted(passing, key=_size)}
    newest = sorted(once.values(), key=lambda pair: -pair[0].number)
    return [call_out(call, line, names) for line, call in _new_names_first([*holds, *_closing(sheet), *newest])]


def _size(pair: tuple[DirtyDogLine, CallOut]) -> int:
    """The number of tricks of a Dog Pile, by which the largest comes last; 0 for other call-outs."""
    return pair[1].value or 0 if pair[1].term == "dog-pile" else 0


def _new_names_first(pairs: Iterable[tuple[DirtyDogLine, CallOut]]) -> list[tuple[DirtyDogLine, CallOut]]:
    seen, first, later = set[int](), list[tuple[DirtyDogLine, CallOut]](), list[tuple[DirtyDogLine, CallOut]]()
    for line, call in pairs:
        (later if call.seats and seen.issuperset(call.seats) else first).append((line, call))
        seen.update(call.seats)
    return [*first, *later]


def call_out(call: CallOut, line: DirtyDogLine, names: list[str]) -> CallOutLine:
    """Return one call-out in words; `times` counts the seats, but a term earned by several seats together is 1."""
    times = 1 if call.term in TOGETHER else max(len(call.seats), 1)
    return CallOutLine(
        str(line.hand), call.term, translated(label(call.term)), capital(with_names(sentence(call, line), names)), times
    )


def merged(call_outs: Iterable[CallOutLine]) -> Iterator[CallOutLine]:
    """Merge consecutive call-outs of the same hand and term into one line."""
    for (at, term, label_), same in groupby(call_outs, key=lambda each: (each.at, each.term, each.label)):
        group = list(same)
        if len(group) == 1:
            yield group[0]
            continue
        yield CallOutLine(at, term, label_, clauses(each.words for each in group), sum(each.times for each in group))


def announced(sheet: DirtyDogSheet) -> Iterator[tuple[DirtyDogLine, CallOut]]:
    """The call-outs of ANNOUNCED with their hands, in the order of the sheet, without those who had the same one
    already.
    """
    before: Mapping[str, tuple[int, ...]] = {}
    for line in sheet.lines:
        if not line.void:
            calls = of(line, ANNOUNCED)
            yield from ((line, call) for call in new_callouts(calls, before))
            before = lasting_callouts(calls)


def _closing(sheet: DirtyDogSheet) -> list[tuple[DirtyDogLine, CallOut]]:
    """The call-outs that the end of the match adds, each with the last scored hand."""
    scored = [line for line in sheet.lines if not line.void]
    return [(scored[-1], call) for call in sheet.closing] if scored else []


def lasting_callouts(calls: Iterable[CallOut]) -> dict[str, tuple[int, ...]]:
    """The seats, by term, of the lasting ones among the call-outs of a hand."""
    return {call.term: call.seats for call in calls if call.term in LASTING}


def new_callouts(calls: Iterable[CallOut], before: Mapping[str, tuple[int, ...]]) -> Iterator[CallOut]:
    """Yield the call-outs of a hand. Those of LASTING are left out for seats that had them after the hand before
    (`before`), except that Bottom Buddies always have all their seats.
    """
    for call in calls:
        if call.term not in LASTING:
            yield call
        elif seats := tuple(seat for seat in call.seats if seat not in before.get(call.term, ())):
            whole = call.term == "bottom-buddies"
            yield call if whole else replace(call, seats=seats)
