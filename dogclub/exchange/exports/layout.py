"""The sheet layout: a match as a table with one row for each player and round; reading it gives the same record.

A game's columns are derived from the types of its record: a value for each player is a column filled for each player, a
value for the round stands in each of its rows, and anything else stands as JSON in its first row.
docs/developers/sheet-layout.md shows the layout.
"""

import json
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.functional import Promise
from msgspec import inspect

from scoring import engine
from scoring.base import Line, Sheet, places

# A table as a value: typed columns, and rows that can be iterated once.

PIECE = 500  # rows
MOST_ROWS = 1_048_575  # rows of an Excel sheet below its headings
Cell = str | int | float | date | datetime | UUID | None
Seen = Callable[[int], None]  # called with the number of rows written so far


class TooLong(Exception):
    """Raised for more rows than an Excel sheet can hold."""


class Word(str):
    """A cell with a word of the program, which Excel shows in the reader's language."""


YES = Word("yes")


class Kind(Enum):
    """The type of a column; the value is its number format in a spreadsheet."""

    TEXT = "@"
    INT = "0"
    DECIMAL = "0.00"
    DATE = "yyyy-mm-dd"
    TIME = "yyyy-mm-dd hh:mm"


@dataclass(frozen=True)
class Column:
    """A column; `title` is its heading in English, `words` that in Excel where the title has several meanings, `width`
    is in characters, 0 for the usual width.
    """

    title: str
    kind: Kind = Kind.TEXT
    width: int = 0
    words: str | Promise = ""

    @property
    def letters(self) -> int:
        """The width in characters."""
        usual = {Kind.TEXT: 18, Kind.DATE: 11, Kind.TIME: 16}.get(self.kind, 8)
        return self.width or max(usual, len(self.title) + 2)


@dataclass(frozen=True)
class Grid:
    """A table. `key` names the file, `title` the sheet in it. The rows can be iterated once; None is an empty cell."""

    key: str
    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]


def texts(*titles: str) -> list[Column]:
    """Return columns of texts."""
    return [Column(title) for title in titles]


def ints(*titles: str) -> list[Column]:
    """Return columns of whole numbers."""
    return [Column(title, Kind.INT) for title in titles]


def local(moment: datetime) -> datetime:
    """Return an aware datetime by the club's clock; a naive one unchanged."""
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment


# Escaping of texts that a spreadsheet would take for a formula.
# A text that begins like a formula gets an apostrophe before it, and so does one that begins with apostrophes and
# then like a formula: removing one apostrophe from such a text gives exactly the original.


# The signs a formula begins with, also full-width, after characters that spreadsheets skip.
LIKE_A_FORMULA = re.compile(r"'*[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\t\r\n]")


def harmless(text: str) -> str:
    """Return the escaped text.

    >>> harmless("=1+1"), harmless("Ann"), harmless("'=1")
    ("'=1+1", 'Ann', "''=1")
    """
    return f"'{text}" if LIKE_A_FORMULA.match(text) else text


def as_written(cell: str) -> str:
    """Return the original of a text that `harmless` may have escaped.

    >>> as_written("'=1+1"), as_written("'t Hart")
    ('=1+1', "'t Hart")
    """
    return cell[1:] if cell.startswith("'") and LIKE_A_FORMULA.match(cell) else cell


Json = Mapping[str, Any]
BEFORE = ("match", "date", "ended", "state", "night", "table", "game", "round", "player", "seat")
AFTER = ("points", "total", "place", "options", "finish")
NUMBERS = {"round", "seat", "points", "total", "place"}
TIMES = {"date", "ended"}


class Part(Enum):
    """How a field of a round is written in a table."""

    EACH = "a whole number for each player"
    NUMBER = "a whole number for the round"
    YES = "yes or no for the round"
    WORDS = "words for the round"
    NESTED = "JSON in the first row of the round"


@dataclass(frozen=True)
class About:
    """The data of a match that are not in its record; datetimes are aware, `night` is a day."""

    match: str
    started_at: datetime
    ended_at: datetime | None = None
    state: str = ""
    night: date | None = None
    table: str = ""


@cache
def fields_of(game: str) -> Mapping[str, Part]:
    """Return the fields of a round of this game, in order."""
    form: Any = inspect.type_info(engine(game).record_format.record)
    rounds = next(field for field in form.fields if field.name == "rounds")
    fields = _bare(_bare(rounds.type).item_type).fields
    return types.MappingProxyType({field.encode_name: _part(_bare(field.type)) for field in fields})


def _bare(kind: Any) -> Any:
    """Return a type without its description and without None."""
    if isinstance(kind, inspect.Metadata):
        return _bare(kind.type)
    if isinstance(kind, inspect.UnionType):
        types = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return _bare(types[0]) if len(types) == 1 else kind
    return kind


def _part(kind: Any) -> Part:
    if isinstance(kind, inspect.DictType) and isinstance(_bare(kind.value_type), inspect.IntType):
        return Part.EACH
    simple: dict[Any, Part] = {inspect.IntType: Part.NUMBER, inspect.BoolType: Part.YES}
    words = (inspect.StrType, inspect.LiteralType)
    return Part.WORDS if isinstance(kind, words) else simple.get(type(kind), Part.NESTED)


def names_of(*games: str) -> list[str]:
    """Return the columns of a file with these games, each once."""
    fields = dict.fromkeys(name for game in games for name in fields_of(game))
    return [*BEFORE, *fields, *AFTER]


def columns(*games: str) -> list[Column]:
    """Return the typed columns of a file with these games."""
    parts = {name: part for game in games for name, part in fields_of(game).items()}
    return [Column(name, _kind(name, parts.get(name)), 36 if name == "match" else 0) for name in names_of(*games)]


def _kind(name: str, part: Part | None) -> Kind:
    if name in NUMBERS or part in (Part.EACH, Part.NUMBER):
        return Kind.INT
    return Kind.TIME if name in TIMES else Kind.DATE if name == "night" else Kind.TEXT


def rows_of(about: About, record: Json, names: Sequence[str], sheet: Sheet) -> Iterator[dict[str, Cell]]:
    """Yield the rows of a match by column: `names` are by seat with every late arrival, `sheet` is the sheet of the
    record.

    Without rounds the options are always written: they show that the totals are not all that is known.
    """
    head = _head(about, record)
    once: dict[str, Cell] = {} if record.get("rounds") else {"options": "{}"}
    once |= {key: _nested(record[key]) for key in ("options", "finish") if record.get(key)}
    for row in _rows(record, names, sheet):
        yield head | row | once
        once = {}


def _head(about: About, record: Json) -> dict[str, Cell]:
    return {
        "match": about.match,
        "date": about.started_at,
        "ended": about.ended_at,
        "state": about.state,
        "night": about.night,
        "table": about.table,
        "game": record["game"],
    }


def _rows(record: Json, names: Sequence[str], sheet: Sheet) -> Iterator[dict[str, Cell]]:
    rounds = record.get("rounds", ())
    if not rounds:
        place = {seat: rank.place for rank in places(sheet.totals) for seat in rank.seats}
        for seat, name in enumerate(record["players"]):
            yield {"player": name, "seat": seat + 1, "total": sheet.totals[seat], "place": place[seat]}
    for number, played in enumerate(rounds, 1):
        line = sheet.lines[number - 1] if number <= len(sheet.lines) else None
        yield from _round(number, played, _people(number, played, record, names), line, fields_of(record["game"]))


def _people(number: int, played: Json, record: Json, names: Sequence[str]) -> list[tuple[str, int | None]]:
    """Return the names with rows in a round, with their seats: everybody it names; all who began, in the first round or
    if it names none.

    A dummy has a row and no seat.
    """
    parts = fields_of(record["game"])
    named = dict.fromkeys(name for key, each in played.items() if parts[key] is Part.EACH for name in each)
    began = record["players"] if number == 1 or not named else ()
    seated = [(name, seat) for seat, name in enumerate(names) if name in named or name in began]
    return [*seated, *((name, None) for name in named if name not in names)]


def _round(
    number: int,
    played: Json,
    people: Sequence[tuple[str, int | None]],
    line: Line | None,
    parts: Mapping[str, Part],
) -> Iterator[dict[str, Cell]]:
    place = {seat: rank.place for rank in places(line.totals) for seat in rank.seats} if line else {}
    once: dict[str, Cell] = {key: _nested(value) for key, value in played.items() if parts[key] is Part.NESTED}
    each = {key: value for key, value in played.items() if parts[key] is Part.EACH}
    whole = {key: _simple(value) for key, value in played.items() if key not in once and key not in each}
    for name, seat in people:
        row: dict[str, Cell] = {"round": number, "player": name, "seat": None if seat is None else seat + 1}
        row |= whole | {key: value[name] for key, value in each.items() if name in value}
        if line and seat is not None:
            row |= {"points": line.points.get(seat), "total": line.totals.get(seat), "place": place.get(seat)}
        yield row | once
        once = {}


def _simple(value: Any) -> Cell:
    cell: Cell = ("no", "yes")[value] if isinstance(value, bool) else value
    return cell


def _nested(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
