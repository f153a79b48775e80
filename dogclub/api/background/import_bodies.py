"""Request bodies about a whole file: how it is read, and the season its matches count in."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from dogclub.api.http.messages import Key, Line, Short
from dogclub.imports.parsed.game_names import SKIP, setting
from dogclub.imports.parsed.parsed_file import MOST_COLUMNS

# The sheet first, since choosing another one resets the meaning of columns.
SETTINGS = ("sheet", "date_order", "year", "day", "decimal", "game", "figures")


class ColumnMeaning(Struct, frozen=True, forbid_unknown_fields=True):
    """What a column of the file means, in all of its rows."""

    column: Annotated[int, Meta(ge=1, le=MOST_COLUMNS, description="From 1, as in `layout`")]
    means: Annotated[str, Meta(max_length=60, description="One of `can_be` in `layout`")]


class GameName(Struct, frozen=True, forbid_unknown_fields=True):
    """Which game of Dog Club a game of the file is."""

    name: Annotated[str, Meta(min_length=1, max_length=60, description="As in `games` of the import")]
    game: Annotated[Short | None, Meta(description="The key of ours, or null to skip it")]


class NewImportSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """A season created with the import; it runs from the first day of the file to its last."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


Wished = Key | NewImportSeason | UnsetType | None


class ImportChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys left out stay unchanged. If one change is refused, none is applied."""

    columns: Annotated[list[ColumnMeaning], Meta(max_length=MOST_COLUMNS)] = []
    date_order: Annotated[Literal["day", "month"] | UnsetType, Meta(description="What comes first in 3/5/2026")] = UNSET
    year: Annotated[Line | UnsetType, Meta(description="Of dates without one: 2026, or 2025/26 for a season")] = UNSET
    day: Annotated[Line | UnsetType, Meta(description="Of a sheet without dates: 2026-03-12")] = UNSET
    decimal: Annotated[
        Literal[",", "."] | UnsetType, Meta(description="The decimal sign: with a comma 1.200 is 1200")
    ] = UNSET
    game: Annotated[Short | UnsetType, Meta(description="Where the file names none")] = UNSET
    figures: Annotated[
        Line | UnsetType, Meta(description="What the numbers of a round are: points, running, or a column of the game")
    ] = UNSET
    sheet: Annotated[Line | UnsetType, Meta(description="Which sheet of the workbook is read")] = UNSET
    games: Annotated[list[GameName], Meta(max_length=100, description="What games of another program are")] = []
    season: Annotated[Wished, Meta(description="A season’s id, a new one, or null for by date")] = UNSET

    @property
    def corrections(self) -> list[tuple[str, str, str]]:
        """The changes as (field of this body, column of line 0, value)."""
        said = [(name, getattr(self, name)) for name in SETTINGS]
        settings = [(name, name.replace("_", "-"), value) for name, value in said if value is not UNSET]
        columns = [("columns", f"column-{each.column}", each.means) for each in self.columns]
        games = [("games", setting(each.name).removeprefix("0:"), each.game or SKIP) for each in self.games]
        return settings + columns + games
