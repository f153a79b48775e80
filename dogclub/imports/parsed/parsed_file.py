"""The common form of an imported file: every reader turns its file into matches as open records, with their problems.

A reader is a value in the list of `readers.py`. It only reads the database, does not trust the file, and reports what
is wrong in words for the club: `Unreadable` for the whole file, a `Problem` with its line for one match.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, BinaryIO, Protocol

from django.utils.functional import Promise

from clubs.models import Club

MOST_ROWS = 400_000
MOST_COLUMNS = 100
MOST_MATCHES = 20_000
HEAD = 65_536  # first bytes that a reader gets to recognise its file


class Unreadable(Exception):
    """Raised if nothing of the file can be read; the text says why, and what to do."""


@dataclass(frozen=True)
class Problem:
    """A problem that prevents the import of a match. `line` counts from 1, as text editors do; `player` is the name
    whose row it is.

    `column` and `value` are the wrong cell and its content; `mend` is the proposed value. Without a column no value can
    be entered for it. `asks` is the key of a setting for the whole file that answers it instead.
    """

    line: int
    message: str | Promise
    column: str = ""
    value: str = ""
    mend: str = ""
    player: str = ""
    asks: str = ""


@dataclass(frozen=True)
class ParsedMatch:
    """One match of the file. `played_at` is aware, or None if the file does not say; `players` are the names in seat
    order, late arrivals last, as they stand in `record`.

    `lines` maps parts of the match to lines of the file: (round, player), (round, "") for a whole round, (0, player)
    for a player's first row. Everything else is at `line`. `night` is a name or place for the evening.
    """

    line: int
    played_at: datetime | None
    game: str
    players: Sequence[str]
    record: Mapping[str, Any]
    table: str = ""
    night: str = ""
    note: str = ""
    problems: Sequence[Problem] = ()
    lines: Mapping[tuple[int, str], int] = field(default_factory=dict)

    def line_of(self, number: int | None = None, player: str | None = None) -> int:
        """Return the line of a round, of a player or of a player in a round; the match's own line if it is not
        known.
        """
        places = ((number or 0, player or ""), (number or 0, ""), (0, player or ""))
        return next((self.lines[place] for place in places if place in self.lines), self.line)

    def with_problems(self, *problems: Problem) -> "ParsedMatch":
        """Return a copy with these problems added."""
        return replace(self, problems=(*self.problems, *problems))


@dataclass(frozen=True)
class ParsedFile:
    """A parsed file. `matches` yields them one by one in the file's order, so that a large file is never all in memory.

    `notes` are sentences about the whole file; a reader may add to them while matches are read. `size` is the number of
    lines, 0 if not known. `layout` is the detected layout of a sheet as plain data; empty for other files. `games` are
    the file's own names of games, if it has any: {"name", "key", "plays", "means"}.
    """

    matches: Iterable[ParsedMatch]
    notes: list[str] = field(default_factory=list)
    size: int = 0
    layout: Mapping[str, Any] = field(default_factory=dict)
    games: Sequence[Mapping[str, Any]] = ()


class Read(Protocol):
    """Reads a file. Raises Unreadable, at once or while the matches are iterated. `corrections` are values entered in
    place of those in the file, by "line:column".
    """

    def __call__(self, file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile: ...


def accept_any(file: BinaryIO) -> None:
    """Accept every file: the default `check`, for formats that are read piece by piece anyway."""


@dataclass(frozen=True)
class Reader:
    """A file format. `recognises(head, name)` gets the first bytes and the file name only; `check` examines the
    whole file before it is stored, within a second and with little memory, and raises Unreadable.
    """

    key: str
    label: str | Promise
    recognises: Callable[[bytes, str], bool]
    read: Read
    check: Callable[[BinaryIO], None] = accept_any


DATE_ORDER = "0:date-order"  # key among the corrections: does the day or the month come first in 3/5/2026


def place(line: int, column: str) -> str:
    """Return the key of a cell among the corrections.

    >>> place(4, "bid")
    '4:bid'
    """
    return f"{line}:{column}"
