"""The neutral form of what comes in: every reader turns its file into matches as open records, with their problems.

A reader is a value in the list of `readers.py`. It never touches the database but to read, trusts nothing, and says
what is wrong in the club's words: `Unreadable` for the whole file, a `Problem` at its line for one match.
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
HEAD = 65_536  # bytes a reader may look at to recognise its file


class Unreadable(Exception):
    """Nothing of the file can be read; the text says why, and what to do."""


@dataclass(frozen=True)
class Problem:
    """What keeps a match out. `line` counts from 1, as the file's own editor does; `player` names whose row it is.

    `column` and `value` say which cell is wrong and what stands in it; `mend` is the value proposed instead. Without a
    column there is nothing that could be typed in here. `asks` is what to answer for the whole file instead.
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
    """One match of the file. `played_at` is aware, or None where the file does not say; `players` are the names in seat
    order, late arrivals after them, as they stand in `record`.

    `lines` says where in the file something stands: by (round, player), (round, "") for a round as a whole, (0, player)
    for a player's first row. What is not in it stands at `line`. `night` is a name or a place for the evening.
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
        places = ((number or 0, player or ""), (number or 0, ""), (0, player or ""))
        return next((self.lines[place] for place in places if place in self.lines), self.line)

    def but(self, *problems: Problem) -> "ParsedMatch":
        """The same with these problems as well."""
        return replace(self, problems=(*self.problems, *problems))


@dataclass(frozen=True)
class ParsedFile:
    """The matches in the file's own order, one after the other: a large file is never all in memory.

    `notes` are sentences about the file as a whole; a reader may add to them while it reads. `size` is how many lines
    there are, where that is known. `layout` is how a sheet was understood, as plain data; none for other files. `games`
    are the names of games in the file, where it has its own: {"name", "key", "plays", "means"}.
    """

    matches: Iterable[ParsedMatch]
    notes: list[str] = field(default_factory=list)
    size: int = 0
    layout: Mapping[str, Any] = field(default_factory=dict)
    games: Sequence[Mapping[str, Any]] = ()


class Read(Protocol):
    """Raises Unreadable, at once or while the matches are read. `mends` are values typed in instead of those in the
    file, by "line:column"."""

    def __call__(self, file: BinaryIO, club: Club, mends: Mapping[str, str]) -> ParsedFile: ...


def anything(file: BinaryIO) -> None:
    """For files that are read piece by piece anyway."""


@dataclass(frozen=True)
class Reader:
    """A kind of file. `recognises(head, name)` is asked with the first bytes and the file's name, nothing more; `check`
    looks at the whole file before it is kept, in a second and without much memory, and raises Unreadable."""

    key: str
    label: str | Promise
    recognises: Callable[[bytes, str], bool]
    read: Read
    check: Callable[[BinaryIO], None] = anything


DATE_ORDER = "0:date-order"  # its key among the mends: what stands first in 3/5/2026, for the whole file


def place(line: int, column: str) -> str:
    """The key of a cell among the mends.

    >>> place(4, "bid")
    '4:bid'
    """
    return f"{line}:{column}"
