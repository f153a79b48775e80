"""The parts that the records and sheets of all games share: players by name, what was agreed, totals and places."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, asdict, fields

from scoring.base import CallOut, Line, Malformed, Need, Notice, Rank, Sheet
from scoring.messages import Message, named
from scoring.options import bare, marks, seats_of

# The types that the records of all games share; the JSON is read into them and the JSON Schema made from them.


Name = Annotated[str, Meta(min_length=1, description="A player's name, unique after Unicode NFC")]
Numbers = Annotated[dict[str, int], Meta(description="A whole number for each player")]


class Document(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Part of a record: unknown keys are errors."""


class Substitute(Document, frozen=True):
    """Who took over a seat in mid-match. The sheet is the same; the result is of whom `players` names."""

    seat: Annotated[Name, Meta(description="The seat, by its name in `players`")]
    player: Annotated[Name, Meta(description="Who takes over")]
    instead_of: Annotated[Name, Meta(description="Who played until then")]
    round: Annotated[int, Meta(ge=1, le=1000, description="The first round of the new player")]


Substitutes = Annotated[tuple[Substitute, ...], Meta(max_length=100)]


# The mapping between the names in a record and seats.


class Names:
    """The seat of each name: `list` holds names by seat, `at` seats by name; both grow with every late arrival. `gone`
    holds the names of those who have left.
    """

    def __init__(self, players: Sequence[str]) -> None:
        self.list: list[str] = []
        self.at: dict[str, int] = {}
        self.gone: set[str] = set()
        for name in players:
            self.add(name, "players")

    def add(self, name: str, field: str) -> int:
        """Seat a new player, or one who left and returns, and return the seat; Malformed `duplicate-player` where the
        player sits there.
        """
        if name in self.gone:
            self.gone.remove(name)
        elif name in self.at:
            message = Message(
                "{player} already sits at the table: give two players of one name something to tell them apart.",
                player=name,
            )
            raise Malformed("duplicate-player", message, player=name, field=field)
        else:
            self.at[name] = len(self.list)
            self.list.append(name)
        return self.at[name]

    def seat(self, name: str, field: str) -> int:
        """The seat of a known name; Malformed `unknown-player` for any other."""
        if name not in self.at:
            message = Message("{player} is not among the players: check how the name is spelt.", player=name)
            raise Malformed("unknown-player", message, player=name, field=field)
        return self.at[name]

    def seats(self, given: Mapping[str, Any], field: str) -> dict[int, Any]:
        """Convert a map by names to one by seats; Malformed `unknown-player` for an unknown name."""
        return {self.seat(name, field): value for name, value in given.items()}


def by_name(given: Mapping[int, Any], names: Sequence[str]) -> dict[str, Any]:
    """Convert a map by seats to one by names, the reverse of `Names.seats`.

    >>> by_name({1: 3}, ["Ann", "Bo"])
    {'Bo': 3}
    """
    return {names[seat]: value for seat, value in given.items()}


# What was agreed, as it stands in a record: the fields of a game's `Options`, with players' names instead of seats.


StructT = TypeVar("StructT", bound=Struct)
Json = dict[str, Any]


def record_options(options: type[Struct], about: str, **own: tuple[Any, Any]) -> Any:
    """The type of a record's `options`, made from the game's; `own` are types and defaults that a record writes in
    another way.
    """
    told = [(field.name, *own.get(field.name, _by_name(options, field))) for field in fields(options)]
    return msgspec.defstruct("RecordOptions", told, bases=(Document,), namespace={"__doc__": about})


def _by_name(options: type[Struct], field: FieldInfo) -> tuple[Any, Any]:
    """The type and default of a field in a record; a seat that is left out is the usual one."""
    kind = seats_of(options).get(field.name)
    if kind is int:
        return Name | None, None
    if kind is dict:
        _, value = get_args(bare(field.type))
        return Annotated[(dict[str, value], Meta(), *marks(field.type))], {}  # type: ignore[valid-type]
    return field.type, field.default


def from_record(options: type[StructT], given: Struct, names: Names, **own: Any) -> StructT:
    """The options of a record; `own` are the values of fields that it writes in another way."""
    alike = [name for name in given.__struct_fields__ if name not in own]
    return options(**{name: _by_seat(options, name, getattr(given, name), names) for name in alike}, **own)


def _by_seat(options: type[Struct], name: str, value: Any, names: Names) -> Any:
    kind = seats_of(options).get(name)
    if kind is int:
        return getattr(options(), name) if value is None else names.seat(value, name)
    return names.seats(value, name) if kind is dict else value


def to_record(options: Struct, names: Sequence[str]) -> Json:
    """The options for a record, ready for JSON; fields with their default value are left out."""
    given = msgspec.json.decode(msgspec.json.encode(options), type=Json)
    return {name: value for name, value in in_full(options, names).items() if name in given}


def in_full(options: Struct, names: Sequence[str]) -> Json:
    """The options for a sheet, ready for JSON, with every default; a seat that nobody has is None."""
    values: Json = msgspec.json.decode(msgspec.json.encode(asdict(options)))
    for name, kind in seats_of(type(options)).items():
        value = getattr(options, name)
        values[name] = by_name(value, names) if kind is dict else None if value is None else names[value]
    return values


# Writes the parts that the sheets of all games have in common as JSON, by names (the record format's sheet).


class SheetWriter:
    """Writes a sheet with names for seats; `names` are by seat, and `seating_order` is the order of players in every
    list and map.
    """

    def __init__(self, sheet: Sheet, names: Sequence[str], seating_order: Sequence[int]) -> None:
        self.scored = sheet
        self.names = names
        self.seating_order = seating_order

    def listed(self, seats: Iterable[int]) -> list[str]:
        """The names of the seats, in the order given."""
        return [self.names[seat] for seat in seats]

    def seated(self, seats: Iterable[int]) -> list[str]:
        """The names of the seats, in the order of `seating_order`."""
        chosen = set(seats)
        return [self.names[seat] for seat in self.seating_order if seat in chosen]

    def mapped(self, values: Mapping[int, Any]) -> Json:
        """The values by name, in the order of `seating_order`."""
        return {self.names[seat]: values[seat] for seat in self.seating_order if seat in values}

    def envelope(
        self,
        game: str,
        *,
        rounds: Sequence[Json],
        ranking: Iterable[Rank],
        upcoming: Json | None,
        before: Mapping[str, Any] | None = None,
    ) -> Json:
        """The keys every game's sheet has. `before` are the game's own keys that come before the rounds, `upcoming` is
        the next step or None.
        """
        sheet = self.scored
        return {
            "game": game,
            "players": self.listed(self.seating_order),
            **(before or {}),
            "rounds": list(rounds),
            "totals": self.mapped(sheet.totals),
            "ranking": [
                {"place": rank.place, "players": self.seated(rank.seats), "points": rank.points} for rank in ranking
            ],
            "finished": sheet.finished,
            "winners": self.seated(sheet.winners),
            "losers": self.seated(sheet.losers),
            "needs": [self.need(need) for need in sheet.needs],
            "next": upcoming,
            "warnings": [self.notice(notice) for notice in sheet.warnings],
        }

    def line(self, line: Line, closing: Iterable[CallOut] = ()) -> Json:
        """The keys every game's round has; `closing` are call-outs made at the end of the match, listed under the last
        round.
        """
        return {
            "number": line.number,
            "points": self.mapped(line.points),
            "totals": self.mapped(line.totals),
            "leaders": self.seated(line.leaders),
            "bottom": self.seated(line.bottom),
            "callouts": [self.callout(call) for call in (*line.callouts, *closing)],
        }

    def callout(self, call: CallOut) -> Json:
        """A call-out: its term, its players, and its value where it has one."""
        fields: Json = {"term": call.term, "players": self.listed(call.seats)}
        return fields if call.value is None else fields | {"value": call.value}

    def need(self, need: Need) -> Json:
        """What must still be settled and by which players, with the number of cards where there is one."""
        fields: Json = {"what": need.what, "players": self.seated(need.seats)}
        return fields if need.cards is None else fields | {"cards": need.cards}

    def notice(self, notice: Notice) -> Json:
        """A warning: its code, the sentence with names, and the round where it has one."""
        fields: Json = {"code": notice.code, "message": str(named(notice.message, self.names))}
        return fields if notice.round is None else fields | {"round": notice.round}
