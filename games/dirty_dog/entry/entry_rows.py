"""The parts of an entry screen: a row a seat, a key a number, and the forms the keys belong to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.catalogue import once_a_language
from games.base.entry.hidden_forms import Form, post_form
from games.base.entry.names import shortened
from games.dirty_dog.entry.form import fields, trump
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet

MANY, TIGHT = 6, 8  # from so many players on rows are lower, or one line each
# How many keys stand in one line of a pad, where they do not all fit: upright, and beside the rail.
UPRIGHT = {13: 7, 14: 7, 15: 9, 16: 9, 17: 9, 18: 9}
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
    """One number of a pad. `form` is the form it sends; without one it cannot be tapped."""

    value: int
    form: str = ""
    css: str = ""
    is_on: bool = False
    label: str = ""


# A screen has up to a hundred: a template a key would be the slowest part of a tap.
KEY = (
    '<button class="num {css}" name="tap" value="{seat}-{value}"{form} aria-pressed="{pressed}"{barred}{label}>'
    "{value}</button>"
)
NO_FORM = ' type="button" aria-disabled="true"'


@dataclass(frozen=True)
class Row:
    """One player's line: it never moves while somebody enters."""

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
        """The keys as HTML: of what is in them only the label is text of people."""
        return SafeString("".join(map(self._drawn, self.keys)))

    def _drawn(self, key: Key) -> str:
        return KEY.format(
            css=key.css,
            seat=self.seat,
            value=key.value,
            form=f' form="{key.form}"' if key.form else NO_FORM,
            pressed="true" if key.is_on else "false",
            barred=f' aria-describedby="reason-{self.seat}"' if key.css == "is-barred" else "",
            label=f' aria-label="{escape(key.label)}"' if key.label else "",
        )


@dataclass(frozen=True)
class Meter:
    """The live count: a figure, what it counts, pips, what it means; `gap` is how far the bids are from the cards."""

    figure: int
    count: str
    pips: Sequence[str]
    bold: str
    rest: str
    gap: tuple[int, str] | None = None

    @property
    def drawn(self) -> list[tuple[str, int]]:
        """Each pip with its place."""
        return [(pip, 26 * place + 2) for place, pip in enumerate(self.pips)]

    @property
    def width(self) -> int:
        return 26 * len(self.pips) + 4


@dataclass(frozen=True)
class Head:
    """Which hand it is, who deals, who leads, what is trump and which form a tap on a suit sends."""

    hand: int
    hands: int
    cards: int
    deals: str
    leads: str
    trump: str
    form: str
    is_settled: bool = False
    flip: str = ""

    @property
    def suits(self) -> tuple[tuple[str, str, str], ...]:
        """What may be trump: its key, its name, its drawing."""
        return suits()


@once_a_language
def suits() -> tuple[tuple[str, str, str], ...]:
    return tuple((key, str(label), drawing) for key, label, drawing in SUITS)


@dataclass(frozen=True)
class Foot:
    """What undo takes back, and the one thing to do next; a main that is not ready says what is missing."""

    undo: str
    undo_form: str
    main: str
    main_form: str = ""
    is_ready: bool = False


@dataclass(frozen=True)
class Table:
    """An entry screen. `offline_form` is what the tablet's script goes on from, `is_playing` until somebody missed."""

    kind: str
    head: Head
    meter: Meter
    rows: Sequence[Row]
    foot: Foot
    forms: Sequence[Form]
    offline_form: Mapping[str, Any] = field(default_factory=dict)
    is_playing: bool = False

    @property
    def title(self) -> str:
        words = _("Bids, hand {number}") if self.kind == "bids" else _("Tricks, hand {number}")
        return words.format(number=self.head.hand)

    @property
    def css(self) -> str:
        return css(self.kind, self.head.cards, len(self.rows)) + (" is-playing" if self.is_playing else "")


def css(kind: str, cards: int, rows: int) -> str:
    """The classes of an entry screen: how many keys and rows have to fit."""
    keys = cards + 1
    classes = ["entry", "entry-hand", f"entry-{kind}", f"keys-{keys}"]
    classes += ["entry-tight"] if rows >= TIGHT else ["entry-many"] if rows >= MANY else []
    classes += [f"cols-{UPRIGHT[keys]}"] if keys in UPRIGHT else []
    return " ".join([*classes, f"wide-{BESIDE[keys]}"] if keys in BESIDE else classes)


def sheet_of(state: MatchState) -> DirtyDogSheet:
    return state.sheet_as(DirtyDogSheet)


def mark_of(sheet: DirtyDogSheet, seat: int) -> str:
    """Box or circle as the last scored hand left them; at the end they are the winner's and the loser's (DD-44)."""
    ending = sheet.ending
    if ending is not None and ending.low is not None:
        return "top" if seat in ending.level else "low" if seat in ending.low else ""
    line = next((line for line in reversed(sheet.lines) if not line.void), None)
    return "" if line is None else held(line, seat)


def held(line: DirtyDogLine, seat: int) -> str:
    """Box or circle after one hand."""
    return "top" if seat in line.leaders else "low" if seat in line.bottom else ""


def short_of(state: MatchState) -> list[str]:
    return shortened(state.names)


def state_form(name: str, form: QueryDict, taps: Mapping[int, int], **more: str) -> Form:
    """Shows the page again with what is half entered; a key adds its tap."""
    pairs = [*more.items(), ("trump", trump(form)), *fields(taps)]
    return Form(name, [pair for pair in pairs if pair[1]])


def tap_form(name: str, state: MatchState, what: str, number: int, values: Mapping[int, int], suit: str = "") -> Form:
    """Writes the taps as an entry, and the trump where one is known."""
    return post_form(name, state, what, number, [*([("trump", suit)] if suit else []), *fields(values)])
