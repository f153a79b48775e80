"""The kinds of jobs that programs may request, and the parameters of each."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from dogclub.api.http.messages import Key, Nothing

Paper = Literal["a4", "letter"]
Which = Annotated[Key | Literal["all"], Meta(description="A season’s id, or all")]
Part = Literal["reports", "sheets", "dogs"]
BY_SEASON = ("hands", "matches", "results", "standings", "fame", "records", "called")
Table = Literal[
    "hands",
    "matches",
    "results",
    "standings",
    "ratings",
    "fame",
    "records",
    "called",
    "trophies",
    "players",
    "nights",
    "seasons",
]


class AskedBook(Struct, frozen=True, forbid_unknown_fields=True):
    """A season book with these parts."""

    season: Which
    paper: Paper = "a4"
    parts: Annotated[tuple[Part, ...], Meta(max_length=3)] = ("reports", "sheets", "dogs")


class AskedNight(Struct, frozen=True, forbid_unknown_fields=True):
    """A printable file of one night."""

    night: Key
    paper: Paper = "a4"


class AskedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as a file; `hands` contains every hand of the club, in the layout that imports read."""

    table: Table = "hands"
    form: Literal["csv", "xlsx"] = "csv"
    season: Which = "all"


class AskedArchive(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole club, or one season of it, in one file that any Dog Club can restore."""

    season: Which = "all"


REQUESTS: dict[str, type[Struct]] = {
    "rebuild": Nothing,
    "season-book": AskedBook,
    "night-sheets": AskedNight,
    "night-report": AskedNight,
    "table": AskedTable,
    "archive": AskedArchive,
}
_SHAPES = [{"$ref": f"#/components/schemas/{name}"} for name in sorted({each.__name__ for each in REQUESTS.values()})]


class Asking(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for work in the background."""

    kind: Annotated[str, Meta(min_length=1, max_length=30, extra_json_schema={"enum": list(REQUESTS)})]
    asked: Annotated[dict[str, Any], Meta(extra_json_schema={"anyOf": _SHAPES})] = {}
    wants_mail: bool = False
