"""The tables of a play-off: the types of its document, and reading each table from a record or from totals alone."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from scoring.base import RuleError, replay
from scoring.dirty_dog import DIRTY_DOG
from scoring.dirty_dog.entries import Options, Pull
from scoring.dirty_dog.record_format.reading import read
from scoring.dirty_dog.record_format.record import Card, Total
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.messages import Message
from scoring.record_format.document import Document, Name
from scoring.record_format.strict import shape

GAME = "dirty-dog-playoff"
Json = dict[str, Any]
Given = Annotated[dict[str, Any], Meta(description="A record, or only the totals")]


class Totals(Document, frozen=True):
    """A table of which only the totals were recorded."""

    totals: dict[Name, Total]


class GroupPull(Document, frozen=True):
    """Cards pulled for a tie across the line of a group."""

    group: Annotated[int, Meta(ge=1)]
    cards: dict[str, Card]


class Playoff(Document, frozen=True):
    """A play-off as played: the `bottom` of each group play for the loser trophy; those in `gone` left before the
    finals.
    """

    record: Literal[1]
    game: Literal["dirty-dog-playoff"]
    advance: Annotated[int, Meta(ge=1)]
    groups: Annotated[tuple[Given, ...], Meta(max_length=100, extra_json_schema={"minItems": 2})]
    pulls: tuple[GroupPull, ...] = ()
    winners_table: Given | None = None
    losers_table: Given | None = None
    bottom: Annotated[int, Meta(ge=1)] | None = None
    gone: tuple[Name, ...] = ()


class Table(Struct, frozen=True):
    """A table of a play-off: its players by seat, its sheet, and the cards its players pulled at the end, where these
    are kept apart.
    """

    title: Message
    names: Sequence[str]
    sheet: DirtyDogSheet
    pulls: tuple[Mapping[int, str], ...] = ()

    def listed(self, seats: Sequence[int]) -> list[str]:
        """The names of the seats."""
        return [self.names[seat] for seat in seats]

    @property
    def hands_played(self) -> int:
        """How many hands were scored; void ones do not count."""
        return sum(1 for line in self.sheet.lines if line.is_scored)

    @property
    def present(self) -> list[str]:
        """The names of those who did not leave."""
        return self.listed(self.sheet.active_seats)


def table(title: Message, given: Json, *, pulls_apart: bool = False) -> Table:
    """Read a table of a play-off; with `pulls_apart` its card pulls are not replayed but kept in `pulls`, for a table
    without a winner who is exempt. A RuleError names the table.
    """
    try:
        names, seats, options, entries = _given(given)
        pulls = tuple(entry.cards for entry in entries if pulls_apart and isinstance(entry, Pull))
        without_pulls = [entry for entry in entries if not (pulls_apart and isinstance(entry, Pull))]
        return Table(title, names, _replayed(names, seats, options, without_pulls), pulls)
    except RuleError as error:
        error.message = Message("{table}: {sentence}", table=title, sentence=error.message)
        raise


def _given(given: Json) -> tuple[list[str], int, Options, list[Struct]]:
    """The names, number of seats, options and entries of a record; totals alone are a match without hands to play."""
    if "totals" not in given:
        return read(given)
    totals = shape(given, Totals).totals
    options = Options(plan=(), opening=dict(enumerate(totals.values())), over_ten=True)
    return list(totals), len(totals), options, []


def _replayed(names: list[str], seats: int, options: Options, entries: list[Struct]) -> DirtyDogSheet:
    try:
        return replay(DIRTY_DOG, seats, options, entries)
    except RuleError as error:
        error.name_players(names)
        raise
