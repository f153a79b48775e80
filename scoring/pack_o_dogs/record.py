"""Records and sheets of Pack o' Dogs by names: as JSON and as rows of plain text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

from scoring.base import Malformed, RuleError
from scoring.messages import Message
from scoring.pack_o_dogs.play import Pays, RoundStep, next_step, ranks
from scoring.pack_o_dogs.sheet import Capture, Game, Options, PackSheet, Piles, PilesLine, Round, RoundLine, Shorten
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
from scoring.record_format.strict import missing_key, shape
from scoring.table import Table, marked, minus

# The types of a Pack o' Dogs record; the JSON is read into them and the JSON Schema made from them.


if TYPE_CHECKING:
    RecordOptions = Options
else:
    RecordOptions = record_options(Options, "What was agreed before the first deal.")


class RecordedCapture(Document, frozen=True):
    """A turn of the base game, where a running log was kept."""

    winner: Name
    pack: bool = False
    low_cat: bool = False
    treat: bool = False


class RecordedRound(Document, frozen=True):
    """A round of the complex game (`winner` and `pack`), or a whole base game (`piles`), as it was recorded."""

    winner: Name | None = None
    pack: bool | None = None
    turns: Annotated[int, Meta(description="2 or 3")] | None = None
    treat: bool = False
    piles: Numbers | None = None
    captures: tuple[RecordedCapture, ...] = ()


class RecordFinish(Document, frozen=True):
    """Whether the match was stopped early."""

    shortened: Annotated[bool, Meta(description="Stopped early by agreement: the totals so far count")] = False


class Record(Document, frozen=True):
    """A match of Pack o' Dogs as it was played."""

    record: Literal[1]
    game: Literal["pack-o-dogs"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[RecordedRound, ...], Meta(max_length=1000)] = ()
    finish: RecordFinish = RecordFinish()
    substitutes: Substitutes = ()


# Reads a record by names into seats and entries; it computes nothing, and the engine checks the rules.


COMPLEX = ("winner", "pack", "turns", "treat")
BASE = ("piles", "captures")


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats, the options and the entries of a record; raise a RuleError where it is
    not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    options = parts.from_record(Options, record.options, names)
    entries = [*_rounds(record.rounds, options, names)]
    return names.list, len(names.list), options, entries + [Shorten()] * record.finish.shortened


def _rounds(rounds: Sequence[RecordedRound], options: Options, names: Names) -> Iterator[Struct]:
    for number, recorded in enumerate(rounds, 1):
        try:
            if options.mode == "complex":
                yield _round(recorded, names)
            else:
                yield from _game(recorded, names, last=number == len(rounds))
        except RuleError as error:
            error.round = number
            error.name_players(names.list)
            raise


def _round(recorded: RecordedRound, names: Names) -> Round:
    for key in _given(recorded, BASE):
        message = Message("The key “{key}” is not known in a round of the complex game: leave it out.", key=key)
        raise Malformed("unknown-key", message, field=key)
    if recorded.winner is None or recorded.pack is None:
        raise missing_key("winner" if recorded.winner is None else "pack")
    return Round(_winner(recorded.winner, names), recorded.pack, recorded.turns, recorded.treat)


def _game(recorded: RecordedRound, names: Names, *, last: bool) -> Iterator[Struct]:
    """Yield the entries of a base game; only the last one may still be in progress."""
    for key in _given(recorded, COMPLEX):
        message = Message("The key “{key}” is not known in the base game: leave it out.", key=key)
        raise Malformed("unknown-key", message, field=key)
    for taken in recorded.captures:
        yield Capture(_winner(taken.winner, names), taken.pack, taken.low_cat, taken.treat)
    if recorded.piles is not None:
        yield Piles(names.seats(recorded.piles, "piles"))
    elif not (last and recorded.captures):
        raise missing_key("piles")


def _winner(name: str, names: Names) -> int:
    if name not in names.at:
        message = Message("{player} is not one of the two players: check how the name is spelt.", player=name)
        raise Malformed("winner", message, player=name, field="winner")
    return names.seat(name, "winner")


def _given(recorded: RecordedRound, keys: Sequence[str]) -> Iterator[str]:
    return (key for key in keys if getattr(recorded, key) not in (None, False, ()))


# Writes seats and entries as a record by names, the reverse of `reading`.


Json = dict[str, Any]
Entry: TypeAlias = Round | Capture | Piles | Shorten


def record(names: Sequence[str], seats: int, options: Options, entries: Iterable[Entry]) -> Json:
    """The record of a match, ready for JSON; captures are in the round of the piles they belong to."""
    written_record: Json = {"record": 1, "game": "pack-o-dogs", "players": list(names[:seats])}
    if given := parts.to_record(options, names):
        written_record["options"] = given
    written = list(entries)
    rounds = _recorded_rounds(names, [entry for entry in written if not isinstance(entry, Shorten)])
    stopped = any(isinstance(entry, Shorten) for entry in written)
    return written_record | {"rounds": rounds} | ({"finish": {"shortened": True}} if stopped else {})


def _recorded_rounds(names: Sequence[str], entries: Iterable[Round | Capture | Piles]) -> list[Json]:
    rounds: list[Json] = []
    captures: list[Json] = []
    for entry in entries:
        match entry:
            case Round():
                rounds.append(_named(entry, names))
            case Capture():
                captures.append(_named(entry, names))
            case _:
                rounds.append(_logged(captures) | {"piles": by_name(entry.piles, names)})
                captures = []
    return [*rounds, _logged(captures)] if captures else rounds


def _logged(captures: list[Json]) -> Json:
    return {"captures": captures} if captures else {}


def _named(entry: Round | Capture, names: Sequence[str]) -> Json:
    return _plain(entry) | {"winner": names[entry.winner]}


def _plain(entry: Struct) -> Json:
    return msgspec.json.decode(msgspec.json.encode(entry), type=Json)


# A sheet as JSON by names (the record format's sheet).


def sheet_json(sheet: PackSheet, names: Sequence[str]) -> Json:
    """The whole sheet as JSON by names; `games` holds the finished games of the complex mode."""
    return _Writer(sheet, names, sheet.active_seats).sheet()


class _Writer(SheetWriter):
    scored: PackSheet

    def sheet(self) -> Json:
        sheet = self.scored
        envelope = self.envelope(
            "pack-o-dogs",
            before={"options": parts.in_full(sheet.options, self.names)},
            rounds=[self.round(line) for line in sheet.lines],
            ranking=ranks(sheet),
            upcoming=self.next(),
        )
        return (
            envelope
            if sheet.options.mode == "base"
            else envelope | {"games": [self.game(game) for game in sheet.games]}
        )

    def round(self, line: RoundLine | PilesLine) -> Json:
        row = self.line(line) | {"game": line.game}
        if isinstance(line, RoundLine):
            row |= {"round_in_game": line.round_in_game} | asdict(line.product)
            return row | {
                "winner": self.names[line.winner],
                "pack": line.pack,
                "turns": line.turns,
                "treat": line.treat,
            }
        return row | {"captured": self.mapped(line.logged)} if line.captures else row

    def game(self, game: Game) -> Json:
        return {
            "points": self.mapped(game.points),
            "rounds_won": self.mapped(game.rounds_won),
            "winner": self.names[game.winner],
            "decided_by": game.decided_by,
        }

    def next(self) -> Json | None:
        step = next_step(self.scored)
        if step is None:
            return None
        upcoming: Json = {"number": step.number, "game": step.game}
        if not isinstance(step, RoundStep):
            return upcoming | {"captured": self.mapped(step.piles)} if step.captures else upcoming
        upcoming["round_in_game"] = step.round_in_game
        upcoming["pays"] = self.mapped({seat: _pays(pays) for seat, pays in step.pays.items()})
        return upcoming if step.deal is None else upcoming | {"deal": asdict(step.deal)}


def _pays(pays: Pays) -> Json:
    return {"plain": pays.plain.points, "pack": pays.pack.points}


# The rounds of a sheet as rows of plain text: `manage.py score --text`.


def text(sheet: Json) -> Table:
    """A row for each round with its product, who won each game, and the next step."""
    rows = [*(_row(sheet, line) for line in sheet["rounds"]), _totals(sheet)]
    games = [_game_text(number, game) for number, game in enumerate(sheet.get("games", ()), 1)]
    after = [_next(sheet["next"])] if sheet["next"] else []
    return Table(["Round", "Game", "Sum", *sheet["players"]], rows, [*games, *after])


def _row(sheet: Json, line: Json) -> list[str]:
    total = "{base} × {streak} × {late}".format(**line) if "base" in line else ""
    return [str(line["number"]), str(line["game"]), total, *(_cell(line, name) for name in sheet["players"])]


def _cell(line: Json, name: str) -> str:
    """The points of the round and the total, [boxed] at the top as on paper."""
    brought = f"+{line['points'][name]} " if line["points"][name] else ""
    return brought + marked(line["totals"][name], top=name in line["leaders"])


def _totals(sheet: Json) -> list[str]:
    return ["", "", "Total", *(minus(sheet["totals"][name]) for name in sheet["players"])]


def _game_text(number: int, game: Json) -> str:
    points = " to ".join(str(count) for count in sorted(game["points"].values(), reverse=True))
    how = " on rounds, the points being level" if game["decided_by"] == "rounds" else ""
    return f"Game {number}: {game['winner']}, {points}{how}."


def _next(step: Json) -> str:
    if "pays" not in step:
        return f"Next: game {step['game']}, count the piles."
    pays = ", ".join(f"{name} {pay['plain']} or {pay['pack']} with a pack" for name, pay in step["pays"].items())
    deal = f" Deal {step['deal']['hands']} to each and {step['deal']['table']} to the table." if "deal" in step else ""
    return f"Next: game {step['game']}, round {step['round_in_game']}: {pays}.{deal}"
