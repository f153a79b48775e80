"""The words of the OpenAPI document that types alone cannot say."""

from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter

from games.api.shapes import DraftIn, Message
from scoring import schema

Json = dict[str, Any]
TEXT, NUMBER, TRUTH = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}


def _object(required: str, **properties: Any) -> Json:
    return {"type": "object", "properties": properties, "required": required.split()}


def _message() -> Json:
    """Inlined, so that the document needs nothing beside it."""
    _, found = msgspec.json.schema_components([Message, DraftIn], ref_template="#/{name}")
    message: Json = found["Message"]
    message["properties"]["drafts"]["items"] = found["DraftIn"]
    return message


ERROR = _object(
    "error",
    error=_object(
        "code message",
        code={**TEXT, "description": "For programs"},
        message={**TEXT, "description": "A sentence for a scorekeeper"},
        round=NUMBER,
        player=TEXT,
        field=TEXT,
        yours={**NUMBER, "description": "In a conflict: the version or line you sent"},
        ours={**NUMBER, "description": "In a conflict: what stands"},
        entries={"type": "array", "items": {"type": "object"}, "description": "In a conflict: what stands"},
    ),
)
RECORD = {"anyOf": [{"$ref": f"/api/v1/schema/records/{game}.json"} for game in schema.games()]}
SHEET = _object("game players", game=TEXT, players={"type": "array", "items": TEXT})
HIDDEN = {**TRUTH, "description": "Nobody may read yet what it says"}
ENTRY = _object(
    "id number revision version kind hidden",
    id=TEXT,
    number=NUMBER,
    revision=NUMBER,
    version=NUMBER,
    kind=TEXT,
    hidden=HIDDEN,
)
WRITTEN = _object("version again entries", version=NUMBER, again=TRUTH, entries={"type": "array", "items": ENTRY})
STANDING = _object(
    "id game version next_number sheet", id=TEXT, game=TEXT, version=NUMBER, next_number=NUMBER, sheet=SHEET
)

RATING = _object(
    "player name rating plus_minus at_least provisional matches since",
    player=NUMBER,
    name=TEXT,
    rating={"type": "number", "description": "The likely strength; a newcomer has 25"},
    plus_minus={"type": "number", "description": "How far off it may be, nineteen times in twenty"},
    at_least={"type": "number", "description": "The rating less what it may be off: what the list is ordered by"},
    provisional={**TRUTH, "description": "Still a guess"},
    matches=NUMBER,
    since={**TEXT, "format": "date-time", "description": "When their last match of the game ended"},
)
RATINGS: Json = {
    "operation_id": "ratings",
    "parameters": [OpenApiParameter("game", str, description="The key of a game; Dirty Dog unless told")],
    "responses": {
        200: _object("game ratings", game=TEXT, ratings={"type": "array", "items": RATING}),
        403: ERROR,
        404: ERROR,
    },
}

PLAYER = _object(
    "id name nickname label state guest called_before",
    id=NUMBER,
    name=TEXT,
    nickname=TEXT,
    label={**TEXT, "description": "As it stands on sheets; no two of a club are alike"},
    state={**TEXT, "enum": ["plays", "rests", "former"]},
    guest=TRUTH,
    called_before={"type": "array", "items": TEXT},
)
PLAYERS: Json = {
    "operation_id": "players",
    "responses": {200: _object("players", players={"type": "array", "items": PLAYER}), 403: ERROR, 404: ERROR},
}

_NIGHT = {"id": NUMBER, "title": TEXT, "starts_at": TEXT, "place": TEXT, "note": TEXT}
CALENDAR = _object("id title starts_at", **_NIGHT)
ATTENDANCE = _object(
    "player name state",
    player=NUMBER,
    name=TEXT,
    state={**TEXT, "enum": ["here", "late", "away", "left"]},
    host={**NUMBER, "nullable": True, "description": "Whose guest this is"},
    arrived_at={**TEXT, "nullable": True},
    minutes_late={**NUMBER, "nullable": True, "description": "After the first bark"},
    match={**TEXT, "nullable": True, "description": "Where the player sits now"},
)
TABLE = _object(
    "match game table version state players",
    match=TEXT,
    game=TEXT,
    table=TEXT,
    version=NUMBER,
    state=TEXT,
    round={**NUMBER, "nullable": True, "description": "The one on the table"},
    rounds={**NUMBER, "nullable": True, "description": "How many there will be, where anybody knows"},
    players={"type": "array", "items": {"type": "object"}},
)
NIGHTS: Json = {
    "operation_id": "nights",
    "responses": {
        200: _object("nights page pages", nights={"type": "array", "items": CALENDAR}, page=NUMBER, pages=NUMBER),
        403: ERROR,
        404: ERROR,
    },
}
NIGHT: Json = {
    "operation_id": "night",
    "responses": {
        200: _object(
            "id title starts_at attendance tables",
            **_NIGHT,
            attendance={"type": "array", "items": ATTENDANCE},
            tables={"type": "array", "items": TABLE},
        ),
        403: ERROR,
        404: ERROR,
    },
}

_CALLS: Json = {"type": "array", "items": _object("label words", label=TEXT, words=TEXT)}
REPORT: Json = {
    "operation_id": "night_report",
    "responses": {
        200: _object(
            "night headline opening paragraphs tables called_out tagged numbers next",
            night=NUMBER,
            headline=TEXT,
            opening=TEXT,
            paragraphs={"type": "array", "items": TEXT},
            tables={"type": "array", "items": {"type": "object"}},
            called_out=_CALLS,
            tagged=_CALLS,
            numbers={"type": "array", "items": {"type": "object"}},
            next=TEXT,
        ),
        403: ERROR,
        404: ERROR,
    },
}

HOLDER = _object(
    "player name since days defended back_to_back",
    player=NUMBER,
    name=TEXT,
    since=TEXT,
    days=NUMBER,
    defended={**NUMBER, "description": "The times it was kept, after the one it was taken"},
    back_to_back=TRUTH,
)
TROPHY = _object(
    "id name rule holders",
    id=NUMBER,
    name=TEXT,
    game={**TEXT, "nullable": True, "description": "None for a trophy of the whole club"},
    rule={**TEXT, "enum": ["winner", "loser", "hand"]},
    holders={"type": "array", "items": HOLDER, "description": "Several after a shared win"},
)
LINK = _object(
    "player name awarded_at mark",
    player=NUMBER,
    name=TEXT,
    awarded_at=TEXT,
    days={**NUMBER, "nullable": True, "description": "Until it was taken next; None while it is held"},
    mark={**TEXT, "description": "Back-to-Back and the like, or nothing"},
    withdrawn_because={**TEXT, "description": "Why it does not stand any more"},
)
CHAIN = _object("id name rule holders chain page pages", **TROPHY["properties"], page=NUMBER, pages=NUMBER)
CHAIN["properties"]["chain"] = {"type": "array", "items": LINK}
TROPHIES: Json = {
    "operation_id": "trophies",
    "responses": {200: _object("trophies", trophies={"type": "array", "items": TROPHY}), 403: ERROR, 404: ERROR},
}
TROPHY_CHAIN: Json = {"operation_id": "trophy", "responses": {200: CHAIN, 403: ERROR, 404: ERROR}}

_WHO = {**_object("player name", player=NUMBER, name=TEXT), "nullable": True}
PLAYOFF_ABOUT = {
    "id": NUMBER,
    "kind": {**TEXT, "enum": ["groups", "knockout", "round-robin"]},
    "game": TEXT,
    "started_at": TEXT,
    **{key: {**TEXT, "nullable": True} for key in ("finished_at", "called_off_at")},
    **dict.fromkeys(("winner", "loser"), _WHO),
}
_TABLES = {key: {"type": "array", "items": {"type": "object"}} for key in ("groups", "pairings", "standing")}
_PLAYOFFS = _object("playoffs", playoffs={"type": "array", "items": _object("id kind game", **PLAYOFF_ABOUT)})
_ONE_PLAYOFF = _object("id kind game", **PLAYOFF_ABOUT, **_TABLES)
PLAYOFFS: Json = {"operation_id": "playoffs", "responses": {200: _PLAYOFFS, 403: ERROR, 404: ERROR}}
PLAYOFF: Json = {"operation_id": "playoff", "responses": {200: _ONE_PLAYOFF, 403: ERROR, 404: ERROR}}
SEASON = _object(
    "id name starts_on ends_on closed",
    id=NUMBER,
    name=TEXT,
    starts_on=TEXT,
    ends_on={**TEXT, "description": "Both days included"},
    closed=TRUTH,
)
SEASONS: Json = {
    "operation_id": "seasons",
    "responses": {200: _object("seasons", seasons={"type": "array", "items": SEASON}), 403: ERROR, 404: ERROR},
}
ASKED = _object(
    "metric mine above verdict",
    metric=TEXT,
    mine={**NUMBER, "description": "Points, average places and best results in hundredths"},
    above=NUMBER,
    verdict={**TEXT, "enum": ["level", "decided", "unasked"]},
)
STANDING_ROW = _object(
    "place player name points played nights wins losses total best decided",
    place={**NUMBER, "nullable": True, "description": "None below the minimum of matches"},
    player=NUMBER,
    name=TEXT,
    points={**NUMBER, "description": "In hundredths"},
    played=NUMBER,
    nights=NUMBER,
    wins=NUMBER,
    losses=NUMBER,
    total=NUMBER,
    best={**NUMBER, "nullable": True},
    decided={"type": "array", "items": ASKED, "description": "What was asked against the row above"},
)
SEASON_TABLE = _object(
    "season game scheme rows",
    season={**NUMBER, "nullable": True, "description": "None for all time"},
    game={**TEXT, "nullable": True, "description": "None across all games"},
    scheme={"type": "object", "description": "How its points are counted"},
    rows={"type": "array", "items": STANDING_ROW},
)
STANDINGS: Json = {
    "operation_id": "standings",
    "parameters": [
        OpenApiParameter("season", str, description="An id, or all; without one the newest with a result"),
        OpenApiParameter("game", str, description="A key, or all; without one the one most of the club plays"),
    ],
    "responses": {200: SEASON_TABLE, 403: ERROR, 404: ERROR},
}

_FIGURE = _object("label value unit", label=TEXT, value={"type": "number"}, unit=TEXT)
_ROWS = {"type": "array", "items": {"type": "array", "items": TEXT}}
_TABLE = _object("title heads rows", title=TEXT, heads={"type": "array", "items": TEXT}, rows=_ROWS)
_MET = _object(
    "player name matches ahead behind", player=NUMBER, name=TEXT, matches=NUMBER, ahead=NUMBER, behind=NUMBER
)
_GAME = OpenApiParameter("game", str, description="The key of a game; Dirty Dog unless told")
STATISTICS: Json = {
    "operation_id": "player_statistics",
    "parameters": [_GAME],
    "responses": {
        200: _object(
            "player name game matches wins losses best worst figures tables called met",
            player=NUMBER,
            name=TEXT,
            game=TEXT,
            matches=NUMBER,
            wins=NUMBER,
            losses=NUMBER,
            best={**NUMBER, "nullable": True},
            worst={**NUMBER, "nullable": True},
            figures={"type": "array", "items": _FIGURE},
            tables={"type": "array", "items": _TABLE},
            called={"type": "object", "additionalProperties": NUMBER, "description": "Times, by call-out"},
            met={"type": "array", "items": _MET, "description": "The hundred met most often; who finished higher"},
        ),
        403: ERROR,
        404: ERROR,
    },
}
_FAME = _object(
    "player name cups cones wins best", player=NUMBER, name=TEXT, cups=NUMBER, cones=NUMBER, wins=NUMBER, best=NUMBER
)
_RECORD_HELD = _object(
    "title value player name match words", title=TEXT, value=NUMBER, player=NUMBER, name=TEXT, match=TEXT, words=TEXT
)
_CALLED = _object(
    "term label times most tagged",
    term=TEXT,
    label=TEXT,
    times=NUMBER,
    most={"type": "array", "items": TEXT, "description": "Whose it was most often; nobody: the whole table"},
    tagged={**TRUTH, "description": "Put there by hand"},
)
HALL: Json = {
    "operation_id": "club_records",
    "parameters": [_GAME, OpenApiParameter("season", str, description="An id; all time unless told")],
    "responses": {
        200: _object(
            "game season fame records called",
            game=TEXT,
            season={**TEXT, "nullable": True},
            fame={"type": "array", "items": _FAME},
            records={"type": "array", "items": _RECORD_HELD},
            called={"type": "array", "items": _CALLED},
        ),
        403: ERROR,
        404: ERROR,
    },
}

SCORE: Json = {
    "operation_id": "score",
    "request": {"application/json": RECORD},
    "responses": {200: SHEET, 400: ERROR, 413: ERROR, 422: ERROR, 429: ERROR},
}
RECORD_SCHEMA: Json = {"operation_id": "record_schema", "responses": {200: {"type": "object"}, 404: ERROR}}
MATCH: Json = {"operation_id": "match", "responses": {200: STANDING, 403: ERROR, 404: ERROR}}
ENTRIES: Json = {
    "operation_id": "write_entries",
    "request": {"application/json": _message()},
    "responses": {
        201: WRITTEN,
        200: WRITTEN,
        400: ERROR,
        403: ERROR,
        404: ERROR,
        409: ERROR,
        413: ERROR,
        422: ERROR,
    },
}
