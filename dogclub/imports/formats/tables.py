"""A table in the sheet layout, row by row: its headings, where one game ends and the next begins, what each cell says.

docs/organising/sheet-layout.md is the contract. Rows may be many; no more than one game is in memory at a time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from clubs.names import is_printable
from dogclub.exports.grids.blocks import Block, column_of, game_of
from dogclub.imports.parsed.moments import Ambiguous, NoDay, aware, moment
from dogclub.imports.parsed.parsed_file import (
    DATE_ORDER,
    MOST_COLUMNS,
    MOST_ROWS,
    ParsedMatch,
    Problem,
    Unreadable,
    place,
)
from scoring import ENGINES

NEEDED = ("player",)
HEADINGS = "The first row must name the columns: date, game, table, round, player, and the scores."
SAME = ("match", "date", "table", "game")  # what all rows of a game share
LONGEST_ROW = 10_000
MOST_IN_A_GAME = 20_000
DAYS = {"dates": "date", "day": "date", "played": "date", "name": "player", "points total": "total", "score": "total"}
TOO_MANY = f"More than {MOST_ROWS:,} rows in one file, or in one game. Split it, and import one part at a time."
LETTERS = {"table": 40, "night": 60}
UNPRINTABLE = "This contains an unprintable character. Type it again."

Cells = Mapping[str, Any]


@dataclass
class Rows:
    """The rows of one game as they gather: (line, cells)."""

    lines: list[int] = field(default_factory=list)
    cells: list[Cells] = field(default_factory=list)

    def belongs(self, cells: Cells) -> bool:
        """Whether a row goes on with this game; a cell left empty goes on with what stood above it."""
        first = self.cells[0]
        if any(cells.get(key) not in ("", None, first.get(key)) for key in SAME):
            return False
        if _has(cells, "round"):
            return True
        return not _has(first, "round") and all(cells.get("player") != each.get("player") for each in self.cells)


def _has(cells: Cells, column: str) -> bool:
    return cells.get(column) not in ("", None)


def matches(
    rows: Iterable[tuple[int, Sequence[Any]]], mends: Mapping[str, str], notes: list[str]
) -> Iterator[ParsedMatch]:
    """Games out of (line, values), of which the first are the headings. Raises Unreadable."""
    headings: list[str] | None = None
    gathered, order = Rows(), mends.get(DATE_ORDER, "")
    for count, (line, values) in enumerate(_bounded(rows)):
        if headings is None:
            headings = _headings(values, notes)
            continue
        cells = _cells(headings, line, values, mends)
        if gathered.cells and (not cells or not gathered.belongs(cells)):
            yield _match(gathered, order)
            gathered = Rows()
        if cells:
            gathered.lines.append(line)
            gathered.cells.append(cells)
        if count > MOST_ROWS or len(gathered.cells) > MOST_IN_A_GAME:
            raise Unreadable(TOO_MANY)
    if headings is None:
        raise Unreadable(f"This file is empty. {HEADINGS}")
    if gathered.cells:
        yield _match(gathered, order)


def _bounded(rows: Iterable[tuple[int, Sequence[Any]]]) -> Iterator[tuple[int, Sequence[Any]]]:
    for line, values in rows:
        if len(values) > MOST_COLUMNS:
            raise Unreadable(f"Row {line} has more than {MOST_COLUMNS} columns. No score sheet is that wide.")
        yield line, values


def _headings(values: Sequence[Any], notes: list[str]) -> list[str]:
    written = [str(value if value is not None else "").strip() for value in values]
    headings = [column_of(DAYS.get(word.casefold(), word)) for word in written]
    missing = [column for column in NEEDED if column not in headings]
    if missing:
        raise Unreadable(f"There is no column “{missing[0]}”. {HEADINGS}")
    twice = [name for name in headings if name and headings.count(name) > 1]
    if twice:
        raise Unreadable(f"Two columns are called “{twice[0]}”. Take one of them out.")
    unknown = [word for word, name in zip(written, headings, strict=True) if word and not name]
    if unknown:
        notes.append(f"Columns that were passed over: {', '.join(word[:30] for word in unknown[:8])}.")
    if "game" not in headings:
        notes.append(f"The file names no game, so it was read as {ENGINES[0].name}.")
    return headings


def _cells(headings: Sequence[str], line: int, values: Sequence[Any], mends: Mapping[str, str]) -> dict[str, Any]:
    """By column; nothing for an empty row."""
    cells = {name: value for name, value in zip(headings, values, strict=False) if name and value not in ("", None)}
    if not cells:
        return {}
    if mends:
        cells |= {name: mends[place(line, name)] for name in headings if place(line, name) in mends}
    return {name: value.strip() if isinstance(value, str) else value for name, value in cells.items()}


def _match(rows: Rows, order: str) -> ParsedMatch:
    first, line = rows.cells[0], rows.lines[0]
    problems: list[Problem] = []
    words = str(first.get("game", ENGINES[0].name))
    game = game_of(words)
    if not game:
        names = ", ".join(each.name for each in ENGINES)
        problems.append(Problem(line, f"“{words[:40]}” is not a game Dog Club knows: {names}.", "game", words[:40]))
    played_at = _played_at(first, line, order, problems)
    for at, cells in zip(rows.lines, rows.cells, strict=True):
        if sum(len(str(value)) for value in cells.values()) > LONGEST_ROW:
            problems.append(Problem(at, "This row is far too long."))
    block = Block(game or ENGINES[0].key, [_plain(cells) for cells in rows.cells])
    record = block.record() if not problems or game else {}
    problems += [
        Problem(rows.lines[wrong.row], wrong.message, wrong.column, wrong.value, wrong.mend, _who(rows, wrong.row))
        for wrong in block.problems
    ]
    return ParsedMatch(
        line,
        played_at,
        game,
        _people(rows),
        record,
        table=_words(first, "table", line, problems),
        night=_words(first, "place", line, problems),
        problems=problems,
        lines=_lines(rows, block),
    )


def _plain(cells: Cells) -> dict[str, Any]:
    """What a spreadsheet keeps as 3.0 is 3."""
    return {
        key: int(value) if isinstance(value, float) and value.is_integer() else value for key, value in cells.items()
    }


def _played_at(cells: Cells, line: int, order: str, problems: list[Problem]) -> datetime | None:
    column = next((name for name in ("date", "night") if _has(cells, name)), "date")
    value = cells.get(column, "")
    try:
        return aware(value) if isinstance(value, date) else moment(str(value), order)
    except (NoDay, OverflowError) as error:
        player, asks = str(cells.get("player", "")), DATE_ORDER if isinstance(error, Ambiguous) else ""
        problems.append(Problem(line, str(error), column, str(value)[:40], player=player, asks=asks))
        return None


def _who(rows: Rows, at: int) -> str:
    return str(rows.cells[at].get("player", "")).strip()


def _words(cells: Cells, column: str, line: int, problems: list[Problem]) -> str:
    text = str(cells.get(column, "")).strip()
    most = LETTERS.get(column, 60)
    if len(text) <= most and is_printable(text):
        return text
    wrong = f"At most {most} characters, please." if len(text) > most else UNPRINTABLE
    problems.append(Problem(line, wrong, column, text[:40]))
    return ""


def _people(rows: Rows) -> list[str]:
    return list(dict.fromkeys(name for at in range(len(rows.cells)) if (name := _who(rows, at))))


def _lines(rows: Rows, block: Block) -> dict[tuple[int, str], int]:
    """Where each round and each player of it stands; an engine counts rounds from 1, whatever the file does."""
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
