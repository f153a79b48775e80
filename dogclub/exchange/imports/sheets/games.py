"""Rows of the sheet layout grouped into matches, and the value of each cell.

docs/developers/sheet-layout.md is the contract. No more than one match is in memory at a time, as there may be many
rows.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import grouped
from clubs.language.terms import name_of
from clubs.names import is_printable
from dogclub.exchange.exports.blocks import Block, Misread, game_of
from dogclub.exchange.imports.moments import Ambiguous, NoDay, NoYear, aware, moment
from dogclub.exchange.imports.parsed_file import (
    DATE_ORDER,
    LONGEST_NAME,
    MOST_ROWS,
    SKIP,
    ParsedMatch,
    Problem,
    Unreadable,
    engine_key_of,
    letters,
    setting,
)
from dogclub.exchange.imports.sheets.cells import from_serial, is_open
from dogclub.exchange.imports.sheets.derived import agreed, wrong
from dogclub.exchange.imports.sheets.reshape import SUM
from dogclub.exchange.imports.sheets.settings import DAY, DECIMAL, ROUND_COLUMN, YEAR, Settings
from scoring import ENGINES, engine

SAME = ("match", "date", "table", "game")  # columns with the same value in all rows of a game
OURS = ("of", "wrong", "wrong_at", "asks")  # keys of cells that are not columns
LONGEST_ROW = 10_000
MOST_IN_A_GAME = 20_000
TOO_MANY = gettext_lazy("More than {most} rows in one file, or in one game. Split it, and import one part at a time.")
LETTERS = {"table": 40, "venue": 60}
UNPRINTABLE = gettext_lazy("This contains an unprintable character. Type it again.")
NO_DAY = gettext_lazy("This sheet does not say on which day this was played.")
OPEN = gettext_lazy("“{}” is a thousand and more, or a fraction. Choose the decimal sign under Format.")

Cells = Mapping[str, Any]


def too_many_rows() -> str:
    """Return the message for a file, or a game, with too many rows."""
    return str(TOO_MANY).format(most=grouped(MOST_ROWS))


class Games(list[Mapping[str, Any]]):
    """The names of games in a file that are none of ours, for `games` of a ParsedFile; grows while matches are read."""

    def add(self, name: str, means: str) -> None:
        """Count a match of the game with this name, which `means` one of ours or ""."""
        known = {game["key"]: game for game in self}
        game: Any = known.get(letters(name))
        if game is None:
            self.append({"name": name, "key": letters(name), "plays": 1, "means": means or SKIP, "any": True})
        else:
            game["plays"] += 1


@dataclass
class Rows:
    """The rows of one match as they are collected: (line, cells)."""

    lines: list[int] = field(default_factory=list)
    cells: list[Cells] = field(default_factory=list)
    players: set[Any] = field(default_factory=set)
    marks: set[tuple[str, Any]] = field(default_factory=set)  # (round, player)
    is_ended: bool = False  # whether an empty row followed

    def add(self, line: int, cells: Cells) -> None:
        """Add a row."""
        self.is_ended = False
        self.lines.append(line)
        self.cells.append(cells)
        self.players.add(cells.get("player"))
        self.marks.add(self._mark(cells))

    def belongs(self, cells: Cells) -> bool:
        """Whether a row continues this match; an empty cell has the value above it."""
        first = self.cells[0]
        if any(cells.get(key) not in ("", None, first.get(key)) for key in SAME):
            return False
        if _has(cells, "round"):
            return not (self.is_ended and self._mark(cells) in self.marks)  # rounds begin anew after an empty row
        if self.is_ended or _has(first, "round"):
            return False
        return cells.get("player") not in self.players

    def _mark(self, cells: Cells) -> tuple[str, Any]:
        return str(cells.get(ROUND_COLUMN)), cells.get("player")


def _has(cells: Cells, column: str) -> bool:
    return cells.get(column) not in ("", None)


def matches(
    rows: Iterable[tuple[int, Cells]], settings: Settings, games: Games, *, is_export: bool = False
) -> Iterator[ParsedMatch]:
    """Yield matches from (line, cells by column); empty cells mark where a match may end. Raise Unreadable. Matches of
    a game that is skipped are left out; `games` gets the sheet's own names of games.

    An export of Dog Club (`is_export`) has the agreed options; in other sheets the hands that were played are the plan.
    """
    gathered = Rows()
    for line, cells in rows:
        if not cells or SUM in cells:
            gathered.is_ended = bool(gathered.cells)
            continue
        if gathered.cells and not gathered.belongs(cells):
            yield from _found(gathered, settings, games, is_export=is_export)
            gathered = Rows()
        gathered.add(line, cells)
        if len(gathered.cells) > MOST_IN_A_GAME:
            raise Unreadable(too_many_rows())
    if gathered.cells:
        yield from _found(gathered, settings, games, is_export=is_export)


def _found(rows: Rows, settings: Settings, games: Games, *, is_export: bool) -> Iterator[ParsedMatch]:
    """Yield the match, unless its game is skipped; count the name of a game that is none of ours."""
    name = " ".join(str(rows.cells[0].get("game", "")).split())[:LONGEST_NAME]
    if name and not game_of(name):
        means = engine_key_of(name, settings.games)
        games.add(name, means)
        if not means and settings.games.get(setting(name)) == SKIP:
            return
    yield _match(rows, settings, is_export=is_export)


def _match(rows: Rows, settings: Settings, *, is_export: bool) -> ParsedMatch:
    first, line = rows.cells[0], min(rows.lines)
    problems = _wrong(rows)
    game = _game(first, line, settings, problems)
    played_at = _played_at(first, line, settings, problems)
    block = Block(game or ENGINES[0].key, [_plain(cells) for cells in rows.cells])
    record = block.record() if not problems or game else {}
    problems += [_misread(rows, wrong) for wrong in block.problems]
    if record and not is_export:
        record = agreed(_planned(record), settings)
        problems += [] if problems else wrong(record, list(zip(rows.lines, rows.cells, strict=True)), settings)
    return ParsedMatch(
        line,
        played_at,
        game,
        _people(rows),
        record,
        table=_words(first, "table", line, problems),
        night=_words(first, "venue", line, problems),
        problems=problems,
        lines=_lines(rows, block),
    )


def _wrong(rows: Rows) -> list[Problem]:
    """Return the problems found while the rows were read; each message once."""
    problems: dict[str, Problem] = {}
    for at, (line, cells) in enumerate(zip(rows.lines, rows.cells, strict=True)):
        if sum(len(str(value)) for value in cells.values()) > LONGEST_ROW:
            problems["long"] = Problem(line, _("This row is far too long."))
        if message := cells.get("wrong"):
            asks, column = str(cells.get("asks", "")), str(cells.get("wrong_at", ""))
            problems.setdefault(message, Problem(line, message, column, player=_who(rows, at), asks=asks))
    return list(problems.values())


def _game(cells: Cells, line: int, settings: Settings, problems: list[Problem]) -> str:
    words = str(cells.get("game", "")).strip()
    if not words:
        return settings.game or ENGINES[0].key
    game = game_of(words) or engine_key_of(words, settings.games)
    if not game:
        names = ", ".join(name_of(each) for each in ENGINES)
        unknown = _("“{text}” is not a game Dog Club knows: {games}.").format(text=words[:40], games=names)
        problems.append(Problem(line, unknown, "game", words[:40], asks=setting(words)))
    return game


def _planned(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record with the hands that were played as its plan, if its game has one."""
    hands = [each.get("tricks") for each in record.get("rounds", ())]
    if "plan" not in engine(record["game"]).options.__struct_fields__ or not hands or not all(hands):
        return record
    return record | {"options": {"plan": [sum(tricks.values()) for tricks in hands if tricks]}}


def _misread(rows: Rows, wrong: Misread) -> Problem:
    """Return the problem with its line; if a line has several such columns, the column says whose it is."""
    column = f"{wrong.column} {of}" if (of := rows.cells[wrong.row].get("of")) else wrong.column
    message, asks = (OPEN.format(wrong.value), DECIMAL) if is_open(wrong.value) else (wrong.message, "")
    return Problem(
        rows.lines[wrong.row], message, column, wrong.value[:40], wrong.correction, _who(rows, wrong.row), asks
    )


def _plain(cells: Cells) -> dict[str, Any]:
    """Return the cells with whole floats as int: a spreadsheet stores 3 as 3.0."""
    return {
        key: int(value) if isinstance(value, float) and value.is_integer() else value
        for key, value in cells.items()
        if key not in OURS
    }


def _played_at(cells: Cells, line: int, settings: Settings, problems: list[Problem]) -> datetime | None:
    column = next((name for name in ("date", "night") if _has(cells, name)), "date")
    value = from_serial(cells.get(column, "")) or settings.day
    if str(of := cells.get("of", "")).startswith("of table"):
        column = f"{column} {of}"
    player = str(cells.get("player", ""))
    if not value:
        problems.append(Problem(line, NO_DAY, column, player=player, asks=DAY))
        return None
    try:
        return aware(value) if isinstance(value, date) else moment(str(value), settings.order, settings.year)
    except (NoDay, OverflowError) as error:
        asks = DATE_ORDER if isinstance(error, Ambiguous) else YEAR if isinstance(error, NoYear) else ""
        problems.append(Problem(line, str(error), column, str(value)[:40], player=player, asks=asks))
        return None


def _who(rows: Rows, at: int) -> str:
    return str(rows.cells[at].get("player", "")).strip()


def _words(cells: Cells, column: str, line: int, problems: list[Problem]) -> str:
    text = str(cells.get(column, "")).strip()
    most = LETTERS.get(column, 60)
    if len(text) <= most and is_printable(text):
        return text
    wrong = _("At most {most} characters, please.").format(most=most) if len(text) > most else UNPRINTABLE
    problems.append(Problem(line, wrong, column, text[:40]))
    return ""


def _people(rows: Rows) -> list[str]:
    return list(dict.fromkeys(name for at in range(len(rows.cells)) if (name := _who(rows, at))))


def _lines(rows: Rows, block: Block) -> dict[tuple[int, str], int]:
    """Return the line of each round and player: (round, player), (round, ""), (0, player). Rounds count from 1,
    whatever the file's numbers are.
    """
    by_key: dict[tuple[int, str], int] = {}
    numbers: dict[str, int] = {}
    for at, line in enumerate(rows.lines):
        name, written = _who(rows, at), str(rows.cells[at].get("round", ""))
        by_key.setdefault((0, name), line)
        if written:
            number = numbers.setdefault(written, len(numbers) + 1)
            by_key.setdefault((number, name), line)
            by_key.setdefault((number, ""), line)
    return by_key
