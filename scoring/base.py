"""What every game shares: an engine is a value, and a game is a fold of its entries into a sheet.

An *entry* is one thing as the scorekeeper writes it down; a *sheet* is what the entries so far add up to; a *line* is
one scored round of the sheet. Engines speak of seats (small ints) and never of players: `records.py` knows names.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from msgspec import Struct

from scoring.errors import Illegal, Malformed, RuleError, spell
from scoring.messages import Term
from scoring.table import Table

__all__ = [
    "CallOut",
    "Engine",
    "Illegal",
    "Line",
    "Malformed",
    "Need",
    "Notice",
    "PlayoffForm",
    "Rank",
    "RecordFormat",
    "RuleError",
    "Sheet",
    "replay",
    "spell",
]


class CallOut(Struct, frozen=True):
    """A glossary term the sheet announces, and whom it is about (nobody: the whole table)."""

    term: str
    seats: tuple[int, ...] = ()
    value: int | None = None


class Notice(Struct, frozen=True):
    """A warning: legal, but unusual."""

    code: str
    message: str
    round: int | None = None


class Need(Struct, frozen=True):
    """What must still be settled before the result stands: a tie-break hand, a card pull, a final tally."""

    what: str
    seats: tuple[int, ...]
    cards: int | None = None


class Rank(Struct, frozen=True):
    """A place and everybody who shares it."""

    place: int
    seats: tuple[int, ...]
    points: int


class Line(Struct, frozen=True, dict=True):
    """One round of a sheet: the points it brought and the totals after it.

    What only screens and statistics read is worked out when it is first asked for, so that folding a match stays quick.
    """

    number: int
    points: Mapping[int, int]
    totals: Mapping[int, int]

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """Every seat with the highest total, in seat order."""
        return _holding(self.totals, max(self.totals.values(), default=0))

    @cached_property
    def bottom(self) -> tuple[int, ...]:
        """Every seat with the lowest total, in seat order."""
        return _holding(self.totals, min(self.totals.values(), default=0))

    @cached_property
    def callouts(self) -> tuple[CallOut, ...]:
        """What the table shouts after this round: who is in the box (DD-G08), and what the game adds."""
        return (CallOut("in-the-box", self.leaders),) if self.leaders else ()

    @property
    def is_scored(self) -> bool:
        """Whether it counts as a round: whether it has facts."""
        return bool(self.facts)

    @property
    def is_round(self) -> bool:
        """Whether it has a number among the rounds; a final tally has none."""
        return True

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Small named ints a seat, for statistics and history."""
        return {seat: {} for seat in self.points}


def _holding(totals: Mapping[int, int], value: int) -> tuple[int, ...]:
    return tuple(seat for seat, total in totals.items() if total == value)


class Sheet(Struct, frozen=True, dict=True):
    """What the entries so far add up to; games add what more they must remember."""

    seats: int
    active_seats: tuple[int, ...]
    lines: tuple[Line, ...]
    totals: Mapping[int, int]

    @property
    def finished(self) -> bool:
        """The game has a final result, or only lacks what `needs` names."""
        return False

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won; empty until decided."""
        return ()

    @property
    def losers(self) -> tuple[int, ...]:
        """Who takes the loser trophy; empty until decided."""
        return ()

    @property
    def needs(self) -> tuple[Need, ...]:
        """What must still be settled."""
        return ()

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """What is legal but unusual."""
        return ()


SheetT = TypeVar("SheetT", bound=Sheet)


@dataclass(frozen=True)
class RecordFormat(Generic[SheetT]):
    """How a game's records are read and its sheets are written, by names instead of seats; `text` is a sheet's JSON
    for people.
    """

    record: type[Struct]
    read: Callable[[Any], tuple[list[str], int, Any, list[Any]]]
    write: Callable[[Sequence[str], int, Any, Iterable[Any]], dict[str, Any]]
    sheet: Callable[[SheetT, Sequence[str]], dict[str, Any]]
    text: Callable[[Mapping[str, Any]], Table]


@dataclass(frozen=True)
class PlayoffForm:
    """How a whole play-off of a game is read as one document, called `key`: `score` is its sheet, or a RuleError.

    `document` is its type; its `groups`, and its `final_tables` where they are played, are each one of the `tables`.
    """

    key: str
    document: type[Struct]
    tables: tuple[type[Struct], ...]
    final_tables: tuple[str, ...]
    score: Callable[[Any], dict[str, Any]]


def _all(sheet: SheetT) -> SheetT:
    return sheet


def _nothing(sheet: Any, entry: Any) -> bool:
    return False


@dataclass(frozen=True)
class Engine(Generic[SheetT]):
    """A game as a value: its entries and a few pure functions over them. `summary` says what it is, in a sentence.

    `start(seats, options)` is the empty sheet, `play(sheet, entry)` the next one (or RuleError), `ranks` the places,
    `next_step` what the scorekeeper records next with everything needed to prevent a mistake, and `record_format` how
    its records look. A finished sheet leaves behind what was `called_out` in it, and `feats` a seat. A game with
    secrets also says in `public` what others may see of a sheet, and in `hides` which entries nobody may read yet.
    """

    key: str
    name: Term
    summary: str
    version: str
    seats: tuple[int, int]
    options: type[Struct]
    entries: Mapping[str, type[Struct]]
    start: Callable[[int, Any], SheetT]
    play: Callable[[SheetT, Any], SheetT]
    ranks: Callable[[SheetT], tuple[Rank, ...]]
    next_step: Callable[[SheetT], Any]
    record_format: RecordFormat[SheetT]
    called_out: Callable[[SheetT], Iterable[Any]]
    feats: Callable[[SheetT], Mapping[int, Mapping[str, int]]]
    public: Callable[[SheetT], SheetT] = _all
    hides: Callable[[SheetT, Any], bool] = _nothing

    def kind(self, entry: object) -> str:
        """The kind an entry is kept under.

        >>> from scoring.dirty_dog import DIRTY_DOG, Redeal
        >>> DIRTY_DOG.kind(Redeal())
        'redeal'
        """
        return next(kind for kind, type_ in self.entries.items() if type_ is type(entry))


def replay(engine: Engine[SheetT], seats: int, options: Any, entries: Iterable[Any]) -> SheetT:
    """Fold entries into the sheet they add up to; `entry` of an error says which one does not fit, from 1."""
    sheet = engine.start(seats, options)
    done = 0
    try:
        for entry in entries:
            sheet = engine.play(sheet, entry)
            done += 1
    except RuleError as error:
        error.entry = done + 1
        raise
    return sheet
