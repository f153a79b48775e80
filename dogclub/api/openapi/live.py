"""Streams of versions in the OpenAPI document."""

from dogclub.api.openapi.operation import MATCH_ID, NUMBERED, SLUG, Operation
from dogclub.api.openapi.terms import NUMBER, TEXT, one_of

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
