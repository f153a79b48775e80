"""The common form of an imported file: every reader turns its file into matches as open records, with their problems.

A reader is a value in the list of `readers.py`. It only reads the database, does not trust the file, and reports what
is wrong in words for the club: `Unreadable` for the whole file, a `Problem` with its line for one match.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, BinaryIO, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from clubs.language.terms import names_of
from clubs.models import Club
from scoring import ENGINES

MOST_ROWS = 400_000
MOST_COLUMNS = 100
MOST_SHEETS = 1_000
MOST_MATCHES = 20_000
MOST_NAMES = 2_000
MOST_DOUBTS = 500
FIRST_BYTES = 65_536  # first bytes that a reader gets to recognise its file


def not_a_number(text: str) -> str:
    """Return the problem of a cell that should hold a number."""
    return _("“{text}” is not a number.").format(text=text[:20])


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
class Doubt:
    """A row or column (the other is 0) that is not read, or is a player's although its label has a meaning. `sample`
    is what stands in it; `can_change` is false if it cannot be a player's.
    """

    row: int
    column: int
    text: str
    sample: str = ""
    is_player: bool = False
    can_change: bool = True


@dataclass(frozen=True)
class ParsedFile:
    """A parsed file. `matches` yields them one by one in the file's order, so that a large file is never all in memory.

    `notes` are sentences about the whole file; a reader may add to them while matches are read. `size` is the number of
    lines, 0 if not known. `layout` is the detected layout of a sheet as plain data; empty for other files. `games` are
    the file's own names of games, if it has any: {"name", "key", "plays", "means"}. `doubts` is what of a sheet is not
    read; rows are added while matches are read.
    """

    matches: Iterable[ParsedMatch]
    notes: list[str] = field(default_factory=list)
    size: int = 0
    layout: Mapping[str, Any] = field(default_factory=dict)
    games: Sequence[Mapping[str, Any]] = ()
    doubts: list[Doubt] = field(default_factory=list)


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


EACH_SHEET = 1_000_000  # what a line's number grows by with each further sheet that is read: more than MOST_ROWS


def in_sheet(sheet: int, line: int) -> int:
    """Return the number of a line that tells it from the same line of another sheet; `sheet` counts those read, from 0.

    >>> in_sheet(0, 4), in_sheet(2, 4)
    (4, 2000004)
    """
    return sheet * EACH_SHEET + line


def sheet_and_row(line: int) -> tuple[int, int]:
    """Return which of the sheets read a line is in, from 0, and its row there.

    >>> sheet_and_row(2000004)
    (2, 4)
    """
    return divmod(line, EACH_SHEET)


def place(line: int, column: str) -> str:
    """Return the key of a cell among the corrections.

    >>> place(4, "bid")
    '4:bid'
    """
    return f"{line}:{column}"


# Games by the names that other programs use: one of Dog Club's by its name, any Oh Hell as Dirty Dog, or as answered
# before.


GAME_OF = "0:game-of-"  # + letters(name): key among the corrections for the game that a name means, or SKIP
SKIP = "skip"
LONGEST_NAME = 60
OH_HELL = {  # other names of Oh Hell, of which Dirty Dog is a variant
    *("ohhell", "ohpshaw", "ohwell", "blackout", "nominationwhist", "contractwhist", "upanddowntheriver"),
    *("escalier", "lescalier", "ascenseur", "lascenseur", "rikiki", "stichansage", "stichvorhersage"),
    *("boerenbridge", "chineespoepen", "podrida", "lapodrida", "pocha", "plump", "predictionwhist"),
}


def letters(name: str) -> str:
    """Return the letters and digits of a name in lower case; a name without any is returned without its spaces.

    >>> letters("Pack O’ Dogs"), letters("!?")
    ('packodogs', '!?')
    """
    return ("".join(filter(str.isalnum, name.casefold())) or "".join(name.split()))[:LONGEST_NAME]


def setting(name: str) -> str:
    """Return the key for a name of a game among the corrections.

    >>> setting("Oh No!")
    '0:game-of-ohno'
    """
    return GAME_OF + letters(name)


def engine_key_of(name: str, corrections: Mapping[str, str]) -> str:
    """Return the key of the engine for a name, or "" for a game to skip. Only totals are imported, so that any Oh
    Hell is Dirty Dog.
    """
    if answer := corrections.get(setting(name)):
        return "" if answer == SKIP else answer
    if letters(name) in OH_HELL:
        return ENGINES[0].key
    return next((engine.key for engine in ENGINES if letters(name) in map(letters, names_of(engine))), "")
