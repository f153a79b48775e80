"""Types shared by all games: an engine is a value, and a match is a fold of its entries into a sheet.

An *entry* is one thing as the scorekeeper writes it down; a *sheet* is what the entries so far add up to; a *line* is
one scored round of the sheet. Engines identify players by seat (ints from 0); only `records.py` works with names.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Generic, TypeVar

from msgspec import Struct

from scoring.messages import Message, Term, named, translated
from scoring.table import Table

# The errors for a wrong entry, option or record, and sentences that name players.


class RuleError(Exception):
    """An error that the scorekeeper must correct; `message` names seats as `{0}`, `{1}` …

    `code` is a stable key such as `bid-range`. Where known, `round` (from 1), `seat`, `field` and `player` (a name) say
    where the error is; `entry` is the number of the entry in a replay, from 1.

    >>> RuleError("the-rule", "{0} may not bid 1.", seat=0).sentence(["Ann", "Bo"])
    'Ann may not bid 1.'
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        at: int | None = None,
        seat: int | None = None,
        field: str | None = None,
        player: str | None = None,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.round = at
        self.seat = seat
        self.field = field
        self.player = player
        self.entry: int | None = None

    def sentence(self, names: Sequence[str]) -> str:
        """The message with the players' names (by seat) filled in, in the active language."""
        return with_names(self.message, names)

    def name_players(self, names: Sequence[str]) -> None:
        """Put the players' names (by seat) into the message and into `player`, for readers of records.

        Nothing changes where `player` is set already: such a message quotes a name of the record and has no seats in
        it, and that name may itself look like a seat.
        """
        if self.player is not None:
            return
        self.message = named(self.message, names)
        if self.seat is not None and 0 <= self.seat < len(names):
            self.player = names[self.seat]

    def __str__(self) -> str:
        return self.message


class Malformed(RuleError):
    """Raised for something that is no valid entry, option or record of the game in any situation."""


def unknown_entry(entry: object, game: str) -> Malformed:
    """The error for an entry of another game."""
    return Malformed("kind", Message("“{kind}” is not an entry of {game}.", kind=type(entry).__name__, game=game))


def nothing_to_stop() -> "Illegal":
    """The error for stopping a match early in which nothing is scored."""
    return Illegal("shorten", Message("Nothing is scored yet: stop without a result instead."), field="shortened")


class Illegal(RuleError):
    """Raised for a well-formed entry that the rules do not allow in the present situation."""


def with_names(text: str, names: Sequence[str]) -> str:
    """A message in the active language with names (by seat) for its seats; a seat without a name is called by its
    number.

    >>> with_names("{1} deals to {2}.", ["Ann", "Bo"])
    'Bo deals to seat 3.'
    """
    return translated(text, names) if isinstance(text, Message) else translated(named(text, names))


# What a sheet is made of.


class CallOut(Struct, frozen=True):
    """A glossary term the sheet announces and the seats it applies to (an empty tuple: the whole table). `value` is the
    number that some terms carry, such as the tricks of a Dog Pile; None for the others.
    """

    term: str
    seats: tuple[int, ...] = ()
    value: int | None = None


class Notice(Struct, frozen=True):
    """A warning about something legal but unusual; `round` is its round, from 1, or None for the whole match."""

    code: str
    message: str
    round: int | None = None


class Need(Struct, frozen=True):
    """What must still be settled before the result is final, and by which seats: `what` is `tiebreak-hand`, `card-pull`
    or `final-tally`; `cards` is the size of a tie-break hand, None otherwise.
    """

    what: str
    seats: tuple[int, ...]
    cards: int | None = None

    @property
    def end(self) -> str:
        """The end of the ranking at which the seats are level, `top` or `bottom`; "" where nothing but a tally is
        missing.
        """
        return {"tiebreak-hand": "top", "card-pull": "bottom"}.get(self.what, "")


class Rank(Struct, frozen=True):
    """A place (from 1), all seats that share it, and their points."""

    place: int
    seats: tuple[int, ...]
    points: int


class Line(Struct, frozen=True, dict=True):
    """One round of a sheet: `number` counts from 1, `points` are the round's and `totals` those after it, both by seat.

    Properties that only screens and statistics read are computed on first access and cached, so that replaying a match
    stays fast.
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
        """The call-outs of this round: who is in the box (DD-G08), and those that the game adds in a subclass."""
        return (CallOut("in-the-box", self.leaders),) if self.leaders else ()

    @property
    def is_scored(self) -> bool:
        """Whether this line counts as a round, which is the case when it has facts."""
        return bool(self.facts)

    @property
    def is_round(self) -> bool:
        """Whether it has a number among the rounds; a final tally has none."""
        return True

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Named small integers by seat, for statistics and history: {seat: {name: value}}."""
        return {seat: {} for seat in self.points}


def _holding(totals: Mapping[int, int], value: int) -> tuple[int, ...]:
    return tuple(seat for seat, total in totals.items() if total == value)


class Sheet(Struct, frozen=True, dict=True):
    """The state of a match after the entries so far; each game's subclass adds the state it needs.

    `seats` is the number of seats, `active_seats` are those still at the table, `totals` are points by seat.
    """

    seats: int
    active_seats: tuple[int, ...]
    lines: tuple[Line, ...]
    totals: Mapping[int, int]

    @property
    def finished(self) -> bool:
        """Whether the match has a final result, apart from what `needs` lists."""
        return False

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty until that is decided."""
        return ()

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that take the loser trophy; empty until that is decided."""
        return ()

    @property
    def needs(self) -> tuple[Need, ...]:
        """What must still be settled before the result is final."""
        return ()

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """Notices about what is legal but unusual."""
        return ()


SheetT = TypeVar("SheetT", bound=Sheet)


@dataclass(frozen=True)
class RecordFormat(Generic[SheetT]):
    """How a game's records are read and its sheets are written, with players' names instead of seats.

    `record` is the type a record is read into. `read(document)` returns the names by seat, the number of seats at the
    start, the options and the entries; `write` turns those back into a record. `sheet(sheet, names)` is the sheet as
    JSON, and `text` renders that JSON as a table for people. `ties` returns what settled ties at the end,
    which sheets for people show too; {} for nothing. `options` returns what was agreed, for a game whose sheet as JSON
    does not say it.
    """

    record: type[Struct]
    read: Callable[[Any], tuple[list[str], int, Any, list[Any]]]
    write: Callable[[Sequence[str], int, Any, Iterable[Any]], dict[str, Any]]
    sheet: Callable[[SheetT, Sequence[str]], dict[str, Any]]
    text: Callable[[dict[str, Any]], Table]
    ties: Callable[[SheetT, Sequence[str]], dict[str, Any]] = lambda _sheet, _names: {}
    options: Callable[[SheetT, Sequence[str]], dict[str, Any]] = lambda _sheet, _names: {}


@dataclass(frozen=True)
class PlayoffForm:
    """How a whole play-off of a game is read as one document, whose `game` is `key`. `score` returns its sheet as JSON
    or raises a RuleError.

    `document` is the document's type; each of its `groups`, and each of its `final_tables` (keys) once they are played,
    is one of the types in `tables`.
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


def _alike(_stored: Mapping[str, Any]) -> str:
    return ""


def _as_agreed(options: Any, _version: str) -> Any:
    return options


@dataclass(frozen=True)
class Engine(Generic[SheetT]):
    """A game as a value: its entry types and pure functions over them. `summary` describes the game in one sentence.

    `start(seats, options)` returns the empty sheet, `play(sheet, entry)` the next one (or raises a RuleError), `ranks`
    the places, `next_step` what the scorekeeper records next with everything a screen needs to prevent a mistake;
    `seats` is the smallest and largest table, `record_format` reads and writes records. Of a finished sheet
    `called_out` returns the call-outs and `feats` the feats by seat. A game with secrets also has `public`, which
    returns the sheet as others may see it, and `hides`, which says whether nobody may read an entry yet. A game that
    scores several revisions of its rules has `under`, which returns options for a revision, and `rules`, which returns
    the revision that options are for; all others score every match by `version`. `apart` returns, for the options as
    they are stored, a key of rules whose points do not compare with others, "" for the rules as written; `rules_name`
    returns the short name of such rules.
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
    under: Callable[[Any, str], Any] = _as_agreed
    rules: Callable[[Any], str] | None = None
    apart: Callable[[Mapping[str, Any]], str] = _alike
    rules_name: Callable[[Mapping[str, Any]], str] = _alike

    def revision(self, options: Any) -> str:
        """The revision of the rules by which a match with these options is scored."""
        return self.rules(options) if self.rules else self.version

    def kind(self, entry: object) -> str:
        """The key of `entries` under which an entry of this type is stored.

        >>> from scoring.dirty_dog import DIRTY_DOG, Redeal
        >>> DIRTY_DOG.kind(Redeal())
        'redeal'
        """
        return next(kind for kind, type_ in self.entries.items() if type_ is type(entry))


def replay(engine: Engine[SheetT], seats: int, options: Any, entries: Iterable[Any]) -> SheetT:
    """Fold the entries into the sheet they add up to. A RuleError is raised again with `entry` set to the number of the
    entry that does not fit, from 1.
    """
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


# Ranking by totals: tied seats share a place, and the next place counts them (1, 1, 3).


def places(totals: Mapping[int, int], keys: Mapping[int, Any] | None = None) -> tuple[Rank, ...]:
    """Rank seats by their totals, or by `keys` (comparable values by seat) that refine the totals; the highest comes
    first.

    >>> [(rank.place, rank.seats) for rank in places({0: 7, 1: 9, 2: 7, 3: 1})]
    [(1, (1,)), (2, (0, 2)), (4, (3,))]
    """
    by = totals if keys is None else keys
    ranks: list[Rank] = []
    place = 1
    for _, group in groupby(sorted(totals, key=by.__getitem__, reverse=True), key=by.__getitem__):
        seats = tuple(group)
        ranks.append(Rank(place, seats, totals[seats[0]]))
        place += len(seats)
    return tuple(ranks)
