"""The parts of an entry screen: a row per seat, a key per number, and the forms that the keys send."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.terms import once_a_language
from games.base.form_parsing import INCOMPLETE, Form, entry_id, line_number, moment, post_form
from games.base.table_game import Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.cards import drawn
from scoring.dirty_dog import BidStep, DirtyDogLine, DirtyDogSheet, Options, TrickStep
from scoring.dirty_dog.step import possible

# Parsing the table’s form: taps such as `3-2` (seat 3, the number 2) in the order they were made.


TAP = re.compile(r"([0-9]{1,3})-(-?[0-9]{1,19})")
TYPED_SUITS = ("clubs", "diamonds", "hearts", "spades", "none")


def taps(form: QueryDict) -> dict[int, int]:
    """Return the half-entered numbers by seat, as far as they can be read; the last tap of a seat counts and comes
    last. The field `back` drops the latest.
    """
    by_seat: dict[int, int] = {}
    for text in form.getlist("tap"):
        if tap := TAP.fullmatch(text):
            by_seat.pop(int(tap[1]), None)
            by_seat[int(tap[1])] = int(tap[2])
    if "back" in form and by_seat:
        by_seat.popitem()
    return by_seat


def trump(form: QueryDict) -> str:
    """Return the suit that was tapped last, or "none"; "" where trump is skipped."""
    suit = form.get("trump", "")
    return suit if suit in TYPED_SUITS else ""


def drafts(form: QueryDict) -> list[Draft]:
    """Return the one entry the form holds. Raises Unreadable for an unknown kind and for any malformed, repeated or
    missing tap.
    """
    kind = form.get("what", "")
    if kind not in PAYLOADS:
        raise Unreadable(str(INCOMPLETE))
    return [Draft(kind, line_number(form), PAYLOADS[kind](form), id=entry_id(form), recorded_at=moment(form))]


def _numbers(form: QueryDict) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for text in form.getlist("tap"):
        tap = TAP.fullmatch(text)
        if tap is None:
            seat = text.split("-")[0]
            raise Unreadable(_("Tap one of the numbers: only whole ones count."), seat if seat.isdecimal() else "")
        seat = str(int(tap[1]))
        if seat in numbers:
            raise Unreadable(_("Two numbers for one player. Tap the right one."), seat)
        numbers[seat] = int(tap[2])
    if not numbers:
        raise Unreadable(_("Nothing was tapped yet. Tap a number for everybody."))
    return numbers


def _bids(form: QueryDict) -> Mapping[str, Any]:
    suit = form.get("trump", "")
    return {"bids": _numbers(form)} | ({"trump": suit} if suit else {})


def _tricks(form: QueryDict) -> Mapping[str, Any]:
    return {"tricks": _numbers(form)}


PAYLOADS: Mapping[str, Callable[[QueryDict], Mapping[str, Any]]] = {"bids": _bids, "tricks": _tricks}


def fields(values: Mapping[int, int]) -> Sequence[tuple[str, str]]:
    """Return the taps as hidden fields, for `taps` to read."""
    return [("tap", f"{seat}-{value}") for seat, value in values.items()]


MANY, TIGHT = 6, 8  # from so many players on rows are lower, or a single line
# Keys per line of a pad, by the number of keys, where one line is too short: in portrait, and beside the rail.
UPRIGHT = {13: 7, 14: 7, 15: 9, 16: 9, 17: 9, 18: 9}
MOST_KEYS, MOST_COLUMNS = 18, 9  # more keys, of two players or two decks, stand in as many lines as they need
BESIDE = {10: 5, 11: 6, 12: 6, 13: 7, 14: 7, 15: 8, 16: 8, 17: 6, 18: 6}
SUITS = (
    ("clubs", gettext_lazy("Clubs"), "club"),
    ("diamonds", gettext_lazy("Diamonds"), "diamond"),
    ("hearts", gettext_lazy("Hearts"), "heart"),
    ("spades", gettext_lazy("Spades"), "spade"),
    ("none", gettext_lazy("No trump"), ""),
)


@dataclass(frozen=True)
class Key:
    """One number key of a row. `form` is the form it sends; a key without one is disabled."""

    value: int
    form: str = ""
    css: str = ""
    is_on: bool = False
    label: str = ""


# A screen has up to a hundred keys: a template per key would be the slowest part of a tap.
KEY = (
    '<button class="num {css}" name="tap" value="{seat}-{value}"{form} aria-pressed="{pressed}"{barred}{label}>'
    "{value}</button>"
)
NO_FORM = ' type="button" aria-disabled="true"'


@dataclass(frozen=True)
class EntryRow:
    """One player’s row; rows keep their position while numbers are entered."""

    seat: int
    name: str
    short: str
    total: int
    mark: str
    keys: Sequence[Key]
    css: str = ""
    role: str = ""
    reason: str = ""
    points: int | None = None
    bid: int | None = None
    is_miss: bool = False
    revise: bool = False

    @property
    def pad(self) -> SafeString:
        """The keys as HTML; the label alone holds text that people typed, and is escaped."""
        barred = f' aria-describedby="reason-{self.seat}"'
        drawn = (
            KEY.format(
                css=key.css,
                seat=self.seat,
                value=key.value,
                form=f' form="{key.form}"' if key.form else NO_FORM,
                pressed="true" if key.is_on else "false",
                barred=barred if key.css == "is-barred" else "",
                label=f' aria-label="{escape(key.label)}"' if key.label else "",
            )
            for key in self.keys
        )
        return SafeString("".join(drawn))


@dataclass(frozen=True)
class Meter:
    """The live count: a figure, what it counts, one CSS word per pip, and what it means. `gap` is how far the bids are
    from the cards, and the word for it; `opening` is what it means before the first bid where a hand was just scored,
    which the script puts back.
    """

    figure: int
    count: str
    pips: Sequence[str]
    bold: str
    rest: str
    gap: tuple[int, str] | None = None
    opening: tuple[str, str] | None = None

    @property
    def drawn(self) -> list[tuple[str, int]]:
        """Each pip with its x coordinate in pixels."""
        return [(pip, 26 * place + 2) for place, pip in enumerate(self.pips)]

    @property
    def width(self) -> int:
        """The width of the drawing in pixels."""
        return 26 * len(self.pips) + 4


@dataclass(frozen=True)
class Head:
    """The head of the screen: which hand it is, who deals, who leads, what is trump and which form a tap on a suit
    sends. `how` the bids are made is "" where that is in order; `has_none`: the hand may be said to have no trump.
    """

    hand: int
    hands: int
    cards: int
    deals: str
    leads: str
    trump: str
    form: str
    how: str = ""
    has_none: bool = True
    is_settled: bool = False
    flip: str = ""

    @property
    def suits(self) -> tuple[tuple[str, str, str], ...]:
        """The choices for trump: key, name, icon of each."""
        return suits()


@once_a_language
def suits() -> tuple[tuple[str, str, str], ...]:
    """The choices for trump in the current language: key, name, icon ("" for no trump) of each."""
    return tuple((key, str(label), drawing) for key, label, drawing in SUITS)


def how(options: Options) -> str:
    """Return how the bids are made, where that is not in order."""
    return {"together": _("All bid together"), "blind": _("Bid blind")}.get(options.bidding, "")


def has_none(options: Options) -> bool:
    """Whether a hand may be said to have no trump, unless it is one of the largest and these have none."""
    return options.no_trump in ("ace", "table")


def head(step: BidStep | TrickStep, names: list[str], suit: str, form: str, options: Options) -> Head:
    """Return the head of the screen; `form` is the form that a tap on a suit sends, "" for none."""
    settled = isinstance(step, BidStep) and step.trump is not None
    leads, deals = names[step.order[0]], names[step.dealer]
    form, flip = "" if settled else form, drawn(step.flip) if step.flip else ""
    about = step.hand, step.hands, step.cards, deals, leads, suit, form, how(options), has_none(options)
    return Head(*about, is_settled=settled, flip=flip)


def bid_pips(total: int, cards: int) -> list[str]:
    """Return one CSS word per pip: a pip per card, "on" up to the total, and "over" for each bid beyond the cards."""
    return ["on"] * min(total, cards) + [""] * max(0, cards - total) + ["over"] * max(0, total - cards)


@dataclass(frozen=True)
class Foot:
    """The foot of the screen: what undo takes back, and the main button, whose text says what is missing while it is
    not ready.
    """

    undo: str
    undo_form: str
    main: str
    main_form: str = ""
    is_ready: bool = False


@dataclass(frozen=True)
class Table:
    """An entry screen of `kind` "bids" or "tricks". `offline_form` is the state for the tablet’s script; `is_playing`
    is true while the hand is being played, until the first tap; `recap` is the hand just scored (result.py).
    """

    kind: str
    head: Head
    meter: Meter
    rows: Sequence[EntryRow]
    foot: Foot
    forms: Sequence[Form]
    offline_form: Mapping[str, Any] = field(default_factory=dict)
    is_playing: bool = False
    recap: Any = None

    @property
    def title(self) -> str:
        words = _("Bids, hand {number}") if self.kind == "bids" else _("Tricks, hand {number}")
        return words.format(number=self.head.hand)

    @property
    def css(self) -> str:
        """The classes of the screen, chosen by how many keys and rows have to fit."""
        playing = " is-playing" if self.is_playing else ""
        return f"entry entry-hand entry-{self.kind} {fitting(self.head.cards, len(self.rows))}{playing}"


def fitting(cards: int, rows: int) -> str:
    """Return the classes of an entry screen of either kind for so many cards and rows."""
    keys = cards + 1
    upright, beside = (MOST_COLUMNS, MOST_COLUMNS) if keys > MOST_KEYS else (UPRIGHT.get(keys), BESIDE.get(keys))
    rows_css = "entry-tight" if rows >= TIGHT else "entry-many" if rows >= MANY else ""
    columns = [f"cols-{upright}"] if upright else []
    columns += [f"wide-{beside}"] if beside else []
    return " ".join([f"keys-{keys}", *columns, *([rows_css] if rows_css else [])])


def can_take(kind: str, state: MatchState) -> bool:
    """Whether an entry of this kind can be written now."""
    return kind in possible(state.sheet_as(DirtyDogSheet))


def mark_of(sheet: DirtyDogSheet, seat: int) -> str:
    """Return the seat’s mark: "top" (box), "low" (circle) or "", after the last scored hand; at the end of the match
    for the winner and the loser (DD-44).
    """
    ending = sheet.ending
    if ending is not None and ending.tied_bottom is not None:
        return "top" if seat in ending.tied_top else "low" if seat in ending.tied_bottom else ""
    line = next((line for line in reversed(sheet.lines) if not line.void), None)
    return "" if line is None else mark_after(line, seat)


def mark_after(line: DirtyDogLine, seat: int) -> str:
    """Return the seat’s mark after one hand: "top", "low" or ""."""
    return "top" if seat in line.leaders else "low" if seat in line.bottom else ""


def scored_just_now(sheet: DirtyDogSheet) -> DirtyDogLine | None:
    """Return the hand that the last entry scored, None where that was something else. A player who joined or left since
    then belongs to the next hand.
    """
    is_scored = bool(sheet.lines) and not sheet.lines[-1].void and not sheet.in_hand and not sheet.joined_or_left
    return sheet.lines[-1] if is_scored else None


def state_form(name: str, form: QueryDict, taps: Mapping[int, int], **more: str) -> Form:
    """Return a form that shows the page again with the half-entered taps; the key that sends it adds its own."""
    pairs = [*more.items(), ("trump", trump(form)), *fields(taps)]
    return Form(name, [pair for pair in pairs if pair[1]])


def tap_form(name: str, state: MatchState, what: str, number: int, values: Mapping[int, int], suit: str = "") -> Form:
    """Return a form that writes the taps as an entry of kind `what`, with trump where it is known."""
    return post_form(name, state, what, number, [*([("trump", suit)] if suit else []), *fields(values)])
