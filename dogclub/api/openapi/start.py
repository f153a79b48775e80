"""What a program needs first: the entry point of the API and the description of the OpenAPI document, its problem
documents (RFC 9457), and streams of versions.
"""

from dogclub.api.http.problem_types import KINDS
from dogclub.api.openapi.operation import (
    MATCH_ID,
    NUMBER,
    NUMBERED,
    SLUG,
    TEXT,
    Json,
    Operation,
    array,
    explained,
    in_path,
    object_schema,
    one_of,
    open_object,
    optional,
    ref,
)

START = "Start"
VERSION = "1"
ABOUT = (
    "Everything the pages of a club do, for programs. It is only ever added to: what a client of today sends and reads "
    "stays as it is for as long as the address says v1."
)
ADDRESS: Json = {**TEXT, "format": "uri"}
ROOT_SCHEMA: Json = object_schema(
    version=explained(TEXT, "Of the API; another one is another address"),
    clubs=explained(ADDRESS, "The clubs you may see"),
    docs=explained(ADDRESS, "This document for people"),
    games=explained(ADDRESS, "The games there are"),
    problems=explained(ADDRESS, "Every kind of problem"),
    schema=explained(ADDRESS, "This document"),
    score=explained(ADDRESS, "Scores a record for anybody"),
)
ROOT = Operation(
    "read_root",
    START,
    "What there is, by its address",
    {200: ref("Root")},
    (),
    public=True,
    words="Addresses of clubs, games, problems, this document and its pages. Needs no key.",
)


# Streams of versions in the OpenAPI document.

LIVE = "Live"
_EVENT = {
    "type": "object",
    "properties": {"event": one_of("version", "beat", "bye"), "data": TEXT, "retry": NUMBER},
    "required": ["event", "data"],
}
_EVENTS = {200: _EVENT}
_WORDS = (
    "Server-sent events: `version` first and after every change, with the topic and its version, `beat` every four "
    "seconds, and `bye` where the server stops or your access ends. Nothing of the sheet is in them: read it when the "
    "version differs."
)

WATCH_CLUB = Operation(
    "watch_club", LIVE, "Be told of changes in a club", _EVENTS, kind="text/event-stream", held=False, words=_WORDS
)
WATCH_NIGHT = Operation(
    "watch_night",
    LIVE,
    "Be told of changes in a night",
    _EVENTS,
    (SLUG, NUMBERED),
    kind="text/event-stream",
    held=False,
    words=_WORDS,
)
WATCH_MATCH = Operation(
    "watch_match",
    LIVE,
    "Be told of changes in a match",
    _EVENTS,
    (MATCH_ID,),
    kind="text/event-stream",
    held=False,
    words=_WORDS,
)


# Problem documents (RFC 9457) in the OpenAPI document.

PROBLEM_TAG = "Problems"
ERROR: Json = open_object(
    optional(
        object_schema(
            code=explained(TEXT, "For programs"),
            message=explained(TEXT, "A sentence for people"),
            round=NUMBER,
            player=TEXT,
            field=TEXT,
            entries=array(ref("Entry"), "In a conflict: what stands"),
        ),
        "round",
        "player",
        "field",
        "entries",
    ),
    "In a conflict also `yours` and `ours`, both sides of it",
)
PROBLEM: Json = open_object(
    object_schema(
        type={**TEXT, "format": "uri-reference"},
        title=TEXT,
        status=NUMBER,
        detail=TEXT,
        instance=TEXT,
        error=ref("Error"),
    ),
    "RFC 9457 problem details. The codes have a page each under /api/v1/problems/",
)
KIND: Json = object_schema(type=TEXT, title=TEXT, status=NUMBER, about=TEXT)
SCHEMAS = {"Root": ROOT_SCHEMA, "Error": ERROR, "Problem": PROBLEM, "KindOfProblem": KIND}
PROBLEMS = Operation(
    "list_problems",
    PROBLEM_TAG,
    "Every kind of problem there is",
    {200: object_schema(problems=array(KIND))},
    (),
    public=True,
    words="The codes of `error`, each with its status. Needs no key.",
)
PROBLEM_PAGE = Operation(
    "read_problem",
    PROBLEM_TAG,
    "One kind of problem: when it comes, and what to do",
    {200: ref("KindOfProblem")},
    (in_path("code", one_of(*KINDS), "Its code"),),
    public=True,
    words="The page that the `type` of a problem leads to. Needs no key.",
)
