"""Records and sheets of Top Dog by names: as JSON and as rows of plain text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from scoring.base import Malformed, RuleError
from scoring.messages import Message
from scoring.record_format import parts
from scoring.record_format.parts import Document, Name, Names, SheetWriter, Substitutes, by_name, record_options
from scoring.record_format.strict import shape
from scoring.table import Table, marked, minus
from scoring.top_dog.play import next_step, ranks
from scoring.top_dog.sheet import Note, Options, Round, TakenSuits, TopDogLine, TopDogSheet

# The types of a Top Dog record; the JSON is read into them and the JSON Schema made from them.


DUMMY = "dummy"
Counted = Annotated[dict[str, int], Meta(description="A whole number for each player, and for “dummy” where one plays")]


if TYPE_CHECKING:
    RecordOptions = Options
else:
    RecordOptions = record_options(Options, "What was agreed before the first round.")


class RecordRound(Document, frozen=True):
    """A round as it was recorded: hands won, or cards taken in their place."""

    won: Counted | None = None
    cards_taken: Counted | None = None
    last_hand_tied: bool = False
    note: Note = ""
    suits: Annotated[dict[str, TakenSuits], Meta(description="Which suit a player took, or which two")] = {}


class Record(Document, frozen=True):
    """A match of Top Dog as it was played."""

    record: Literal[1]
    game: Literal["top-dog"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[RecordRound, ...], Meta(max_length=1000)] = ()
    substitutes: Substitutes = ()


# Reads a record by names into seats and entries; it computes nothing, and the engine checks the rules.


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats, the options and the entries of a record; raise a RuleError where it is
    not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    if record.options.dummy and DUMMY in names.list:
        message = Message(
            "The dummy’s hands stand under “dummy” in a record: write the player of that name another way."
        )
        raise Malformed("duplicate-player", message, player=DUMMY, field="players")
    try:
        options = parts.from_record(Options, record.options, names)
        entries = list(_rounds(record.rounds, names, dummy=options.dummy))
    except RuleError as error:
        error.name_players(names.list)
        raise
    return names.list, len(names.list), options, entries


def _rounds(rounds: Sequence[RecordRound], names: Names, *, dummy: bool) -> Iterator[Struct]:
    for number, given in enumerate(rounds, 1):
        try:
            yield _round(given, names, dummy=dummy)
        except RuleError as error:
            error.round = number
            raise


def _round(given: RecordRound, names: Names, *, dummy: bool) -> Round:
    pile = given.cards_taken if given.won is None else given.won
    return Round(
        won=_seats(given.won, names, "won", dummy=dummy),
        cards_taken=_seats(given.cards_taken, names, "cards_taken", dummy=dummy),
        dummy=pile.get(DUMMY) if dummy and pile is not None else None,
        last_hand_tied=given.last_hand_tied,
        note=given.note,
        suits={names.seat(name, "suits"): suits for name, suits in given.suits.items()},
    )


def _seats(given: Mapping[str, int] | None, names: Names, field: str, *, dummy: bool) -> dict[int, int] | None:
    """The map keyed by seats instead of names, without the dummy where one plays; None where it is not given."""
    if given is None:
        return None
    return names.seats({name: number for name, number in given.items() if not (dummy and name == DUMMY)}, field)


# Writes seats and entries as a record by names, the reverse of `reading`.


Json = dict[str, Any]


def record(names: Sequence[str], seats: int, options: Options, entries: Iterable[Struct]) -> Json:
    """The record of a match, ready for JSON; where a dummy plays, a player named “dummy” becomes “dummy (player)”."""
    players = [f"{name} (player)" if options.dummy and name == DUMMY else name for name in names[:seats]]
    written_record: Json = {"record": 1, "game": "top-dog", "players": players}
    if given := parts.to_record(options, players):
        written_record["options"] = given
    return written_record | {"rounds": [_written_row(entry, players) for entry in entries if isinstance(entry, Round)]}


def _plain(given: Struct) -> Json:
    return msgspec.json.decode(msgspec.json.encode(given), type=Json)


def _written_row(entry: Round, names: Sequence[str]) -> Json:
    row = _plain(entry)
    dummy = {} if entry.dummy is None else {DUMMY: row.pop(DUMMY)}
    for key, given in (("won", entry.won), ("cards_taken", entry.cards_taken)):
        if given is not None:
            row[key] = by_name(given, names) | dummy
    if entry.suits:
        row["suits"] = {names[seat]: list(suits) for seat, suits in sorted(entry.suits.items())}
    return row


# A sheet as JSON by names (the record format's sheet).


def sheet_json(sheet: TopDogSheet, names: Sequence[str]) -> Json:
    """The whole sheet as JSON by names; lists of players are in seat order."""
    return _Writer(sheet, names, sheet.active_seats).sheet()


class _Writer(SheetWriter):
    scored: TopDogSheet

    def sheet(self) -> Json:
        rounds = [self.round(line) for line in self.scored.lines]
        before = {"options": self.options()}
        return self.envelope("top-dog", before=before, rounds=rounds, ranking=ranks(self.scored), upcoming=self.next())

    def options(self) -> Json:
        """The options with every default; `first_arranger` only where players take turns at arranging."""
        options = self.scored.options
        given = parts.in_full(options, self.names)
        return given if options.arranging == "rotating" else given | {"first_arranger": None}

    def round(self, line: TopDogLine) -> Json:
        """A round; `won` includes the dummy's hands, `against` the points it brought; `cycle_end`: the match may end
        here.
        """
        row = self.line(line) | {
            "hands": line.hands,
            "arranger": self.name(line.arranger),
            "won": self.mapped(line.won),
            "last_hand_tied": line.last_hand_tied,
            "cycle_end": line.cycle_end,
        }
        if line.dummy is not None:
            row["won"][DUMMY] = line.dummy
            row["against"] = self.mapped(line.against)
        return row | (
            {"suits": self.mapped({seat: list(suits) for seat, suits in line.suits.items()})} if line.suits else {}
        )

    def next(self) -> Json | None:
        step = next_step(self.scored)
        if step is None:
            return None
        return {"number": step.number, "hands": step.hands, "arranger": self.name(step.arranger)}

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.names[seat]


# The rounds of a sheet as rows of plain text: `manage.py score --text`.


def text(sheet: Json) -> Table:
    """A row for each round, the totals, and the next step."""
    rows = [*(_row(sheet, line) for line in sheet["rounds"]), _totals(sheet)]
    after = [_next(sheet["next"])] if sheet["next"] else []
    return Table(["Round", "Hands", "Arranges", *sheet["players"]], rows, after)


def _row(sheet: Json, line: Json) -> list[str]:
    start = [str(line["number"]), str(line["hands"]), line["arranger"] or ""]
    return [*start, *(_cell(line, name) for name in sheet["players"])]


def _cell(line: Json, name: str) -> str:
    """The points of the round and the total, [boxed] at the top."""
    return f"{minus(line['points'][name])} {marked(line['totals'][name], top=name in line['leaders'])}"


def _totals(sheet: Json) -> list[str]:
    return ["", "", "Total", *(minus(sheet["totals"][name]) for name in sheet["players"])]


def _next(step: Json) -> str:
    arranges = f", {step['arranger']} arranges" if step["arranger"] else ""
    return f"Next: round {step['number']}, {step['hands']} hands{arranges}."
