"""Records and sheets of Clash of Corgis as JSON by names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from scoring.base import Malformed, RuleError
from scoring.clash_of_corgis.play import CorgisLine, CorgisSheet, Game, Options, Shorten, next_step, ranks
from scoring.messages import Message
from scoring.record_format import parts
from scoring.record_format.parts import (
    Document,
    Name,
    Names,
    Numbers,
    SheetWriter,
    Substitutes,
    by_name,
    record_options,
)
from scoring.record_format.strict import shape
from scoring.table import Table, marked

# The types of a Clash of Corgis record; the JSON is read into them and the JSON Schema made from them.


if TYPE_CHECKING:
    RecordOptions = Options
else:
    RecordOptions = record_options(Options, "What was agreed before the first game.")


class RecordGame(Document, frozen=True):
    """A game as it was recorded."""

    winner: Name
    cards_left: Numbers = {}


class RecordFinish(Document, frozen=True):
    """Whether the match was stopped early."""

    shortened: Annotated[bool, Meta(description="Stopped early by agreement: the games so far count")] = False


class Record(Document, frozen=True):
    """A series of Clash of Corgis as it was played."""

    record: Literal[1]
    game: Literal["clash-of-corgis"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[RecordGame, ...], Meta(max_length=1000)] = ()
    finish: RecordFinish = RecordFinish()
    substitutes: Substitutes = ()


# Reads records by names into seats and entries, and writes them back; the engine checks the rules.


Json = dict[str, Any]


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats, the options and the entries of a record; raise a RuleError where it is
    not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    try:
        options = parts.from_record(Options, record.options, names)
        entries = list(_games(record.rounds, names)) + [Shorten()] * record.finish.shortened
    except RuleError as error:
        error.name_players(names.list)
        raise
    return names.list, len(names.list), options, entries


def _games(rounds: Sequence[RecordGame], names: Names) -> Iterator[Struct]:
    for number, given in enumerate(rounds, 1):
        try:
            yield Game(_winner(given.winner, names), names.seats(given.cards_left, "cards_left"))
        except RuleError as error:
            error.round = number
            raise


def _winner(name: str, names: Names) -> int:
    if name not in names.at:
        message = Message(
            "{player} is not among the players, so cannot have won: check how the name is spelt.", player=name
        )
        raise Malformed("winner", message, player=name, field="winner")
    return names.seat(name, "winner")


def write(names: Sequence[str], seats: int, options: Options, entries: Iterable[Struct]) -> Json:
    """The record of a series, ready for JSON; `names` by seat, options left out where they are the default."""
    written_record: Json = {"record": 1, "game": "clash-of-corgis", "players": list(names[:seats])}
    if given := parts.to_record(options, names):
        written_record["options"] = given
    written = list(entries)
    rounds = [_game(entry, names) for entry in written if isinstance(entry, Game)]
    stopped = any(isinstance(entry, Shorten) for entry in written)
    return written_record | {"rounds": rounds} | ({"finish": {"shortened": True}} if stopped else {})


def _game(entry: Game, names: Sequence[str]) -> Json:
    row: Json = {"winner": names[entry.winner]}
    return row | {"cards_left": by_name(entry.cards_left, names)} if entry.cards_left else row


# A sheet as JSON by names (the record format's sheet), and its games as rows of plain text.


def sheet_json(sheet: CorgisSheet, names: Sequence[str]) -> Json:
    """The whole sheet as JSON by names; `cards_left` are sums where every game has everybody's, and null otherwise."""
    return _Writer(sheet, names, sheet.active_seats).sheet()


class _Writer(SheetWriter):
    scored: CorgisSheet

    def sheet(self) -> Json:
        games = [self.game(line) for line in self.scored.lines]
        before = {"options": parts.in_full(self.scored.options, self.names)}
        left = self.scored.cards_left
        return self.envelope(
            "clash-of-corgis", before=before, rounds=games, ranking=ranks(self.scored), upcoming=self.next()
        ) | {"cards_left": None if left is None else self.mapped(left)}

    def game(self, line: CorgisLine) -> Json:
        """A game: who started, who won, and the cards left as far as they were counted."""
        return self.line(line) | {
            "starter": self.name(line.starter),
            "winner": self.names[line.winner],
            "cards_left": self.mapped(line.cards_left),
        }

    def next(self) -> Json | None:
        step = next_step(self.scored)
        return None if step is None else {"number": step.number, "starter": self.name(step.starter)}

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.names[seat]


def text(sheet: Mapping[str, Any]) -> Table:
    """A row for each game, the totals, and who starts the next."""
    rows = [_row(sheet, line) for line in sheet["rounds"]]
    total = ["", "Total", *(str(sheet["totals"][name]) for name in sheet["players"])]
    after = [_next(sheet["next"])] if sheet["next"] else []
    return Table(["Game", "Starter", *sheet["players"]], [*rows, total], after)


def _row(sheet: Mapping[str, Any], line: Mapping[str, Any]) -> list[str]:
    return [str(line["number"]), line["starter"] or "", *(_cell(line, name) for name in sheet["players"])]


def _cell(line: Mapping[str, Any], name: str) -> str:
    """The games won so far, [boxed] at the top; “won” marks the winner of this game."""
    total = marked(line["totals"][name], top=name in line["leaders"])
    return f"won {total}" if line["points"][name] else total


def _next(step: Mapping[str, Any]) -> str:
    starts = f"{step['starter']} starts" if step["starter"] else "draw who starts"
    return f"Next: game {step['number']}, {starts}."
