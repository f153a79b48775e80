"""Seasons and their schemes in the OpenAPI document."""

from dogclub.api.openapi.operation import NUMBERED, PAGED, SLUG, Operation, in_path
from dogclub.api.openapi.terms import (
    DAY,
    ID,
    TEXT,
    TRUTH,
    Json,
    a_page,
    object_schema,
    ref,
)

SEASONS = "Seasons"
ONE = (SLUG, NUMBERED)
SEASON: Json = object_schema(id=ID, name=TEXT, starts_on=DAY, ends_on=DAY, closed=TRUTH)

LIST_SEASONS = Operation(
    "list_seasons",
    SEASONS,
    "The seasons of a club",
    {200: a_page("seasons", ref("Season"))},
    query=PAGED,
    words="For members, and for everybody where the club’s history is open. The newest first.",
)
ADD_SEASON = Operation(
    "add_season",
    SEASONS,
    "Create a season",
    {201: ref("Season")},
    body=ref("NewSeason"),
    example={"name": "Autumn 2026", "starts_on": "2026-09-01", "ends_on": "2026-12-31"},
    words="Seasons never overlap. Nights and matches of these days come into it, and the tables follow.",
)
READ_SEASON = Operation(
    "read_season",
    SEASONS,
    "One season",
    {200: ref("Season")},
    ONE,
    words="For members, and for everybody where the club’s history is open.",
)
CHANGE_SEASON = Operation(
    "change_season",
    SEASONS,
    "Change, close or open a season",
    {200: ref("Season")},
    ONE,
    body=ref("SeasonChange"),
    example={"closed": True},
    matched=True,
    words="For organisers; keys left out stay as they are. Nights and matches of days that it gains or loses follow.",
)
TABLE_OF_SEASON = (*ONE, in_path("game", TEXT, "The key of a game, or `all` for the table across all games"))
READ_POINTS = Operation(
    "read_points",
    SEASONS,
    "How the points of a season are counted",
    {200: ref("Scheme")},
    TABLE_OF_SEASON,
    words="For members, and for everybody where the club’s history is open.",
)
CHANGE_POINTS = Operation(
    "change_points",
    SEASONS,
    "Change how the points of a season are counted",
    {200: ref("Scheme")},
    TABLE_OF_SEASON,
    body=ref("Scheme"),
    example={"way": "places", "places": [5, 3, 2], "coming": 1, "tie_breaks": ["wins", "meetings"]},
    matched=True,
    words="The whole scheme: what is left out has its default. The tables are recalculated. "
    "A closed season is refused.",
)
