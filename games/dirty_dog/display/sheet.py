"""The score sheet as on paper: a row per hand; in each cell bid, tricks, points and total, with box and circle."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.base.display import Screen
from games.dirty_dog.display import cells
from games.dirty_dog.display.cards import trump_in_words
from games.dirty_dog.entry.entry_rows import mark_of
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet
from scoring.dirty_dog.ending import TiebreakLine

SUITS = {"clubs": "club", "diamonds": "diamond", "hearts": "heart", "spades": "spade"}


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
        return SUITS.get(self.trump, "")

    @property
    def trump_words(self) -> str:
        return trump_in_words(self.trump)


@dataclass(frozen=True)
class Row:
    """One row of the sheet; `cells` is finished HTML."""

    hand: Hand
    cells: SafeString
    css: str = ""


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
    return Column(state.names[seat], ", ".join(notes))


def _rows(sheet: DirtyDogSheet, state: MatchState) -> Iterator[Row]:
    base = state.match.get_absolute_url()
    if sheet.is_totals_alone:
        marks = {seat: mark_of(sheet, seat) for seat in sheet.seating_order}
        yield Row(Hand(_("Total"), ""), cells.of_totals(sheet.totals, sheet.seating_order, marks))
    for line in sheet.lines:
        is_last = sheet.ending is not None and line is sheet.lines[-1]
        final_marks = {seat: mark_of(sheet, seat) for seat in sheet.seating_order} if is_last else None
        yield _line(line, sheet.seating_order, base, final_marks)
    if sheet.ending is not None:
        for hand in sheet.ending.hands:
            yield _tiebreak(hand, sheet.seating_order)
    elif state.match.is_open:
        yield from _unscored(sheet)


def _line(line: DirtyDogLine, seats: tuple[int, ...], base: str, marks: Mapping[int, str] | None) -> Row:
    row = cells.of_line(line, seats, f"{base}cell/{line.number}/", marks)
    css = "is-void" if line.void else ""
    return Row(Hand(str(line.hand), line.cards, line.trump or "", line.flip), row, css)


def _tiebreak(hand: TiebreakLine, seats: tuple[int, ...]) -> Row:
    return Row(Hand(_("tie"), hand.cards), cells.of_tiebreak(hand, seats), css="is-tie")


def _unscored(sheet: DirtyDogSheet) -> Iterator[Row]:
    """Yield the rows of the hand on the table, with the bids so far, and of the hands still planned."""
    plan = sheet.plan
    for index in range(sheet.hand, plan.hands):
        now = index == sheet.hand
        bids = sheet.bids if now else {}
        row = cells.of_unscored(sheet.seating_order, plan.dealers[index], bids)
        if index > sheet.hand:
            yield Row(Hand(str(index + 1), plan.cards[index]), row)
        else:
            yield Row(Hand(str(index + 1), plan.cards[index], sheet.trump or "", sheet.flip), row, "is-now")
