"""The kinds of problem there are: RFC 9457's `type`, told on a page of its own at /api/v1/problems/<code>.

Knows nothing of the framework, since the server refuses some requests before any page is asked.
"""

from typing import Any, NamedTuple

MEDIA_TYPE = "application/problem+json"
PROBLEMS = "/api/v1/problems/"


class Kind(NamedTuple):
    """`status` is what it usually comes with."""

    status: int
    title: str
    about: str


KINDS: dict[str, Kind] = {
    "bad-request": Kind(400, "Not understood", "The request cannot be read as HTTP asks for it."),
    "cursor": Kind(400, "No such place in the list", "Take `cursor` from `next` of the page before, or leave it out."),
    "json": Kind(400, "Not JSON", "The body is no JSON text, or holds what JSON does not know, such as NaN."),
    "limit": Kind(400, "No such length of page", "`limit` is a whole number from 1 to 200."),
    "parse-error": Kind(400, "Not JSON", "The body cannot be read as what its Content-Type says."),
    "query": Kind(400, "No such question", "A parameter of the address has a value that means nothing here."),
    "unreadable": Kind(400, "Cut off", "The end of the body never arrived. Send it again."),
    "key": Kind(401, "The key lets nobody in", "It is unknown, revoked or has run out. Make a new one."),
    "csrf": Kind(403, "No CSRF token", "A browser that writes sends X-CSRFToken. A program with a key needs none."),
    "permission-denied": Kind(403, "Not yours to do", "Sign in, or ask an organiser for more."),
    "scope": Kind(403, "The key may do less", "`scope` says which one this needs. Make a key that may do it."),
    "not-found": Kind(404, "Nothing here", "There is nothing at this address, or nothing you may know of."),
    "method-not-allowed": Kind(405, "Not to be done here", "`Allow` lists the methods of this address."),
    "not-acceptable": Kind(406, "Only JSON", "Answers are JSON; `Accept` must allow for it."),
    "too-slow": Kind(408, "Too slow", "The rest of the body took too long. Send it again."),
    "closed": Kind(409, "The match was abandoned", "Reopen it to write in it."),
    "conflict": Kind(409, "Somebody wrote meanwhile", "`error` holds `yours`, `ours` and the entries that stand."),
    "gap": Kind(409, "A line too far", "`error.ours` is the next free line of the sheet."),
    "not-asked": Kind(409, "Nobody asks", "The sheet does not wait to be confirmed, or not by this seat."),
    "refused": Kind(409, "Refused", "What stands in the book does not allow it; `detail` says why."),
    "stale": Kind(412, "Changed meanwhile", "Read it again: its ETag is not the one of your If-Match any more."),
    "too-large": Kind(413, "Too large", "It is more than the club house takes at once."),
    "unsupported-media-type": Kind(415, "Only JSON", "Send it as `Content-Type: application/json`."),
    "invalid": Kind(422, "Not like this", "`error.field` names the member of the body, `detail` what is wrong."),
    "rules": Kind(422, "Against the rules", "`error` holds the code, and where they apply the round, player, field."),
    "throttled": Kind(429, "Too often", "`Retry-After` says how many seconds to wait."),
    "broken": Kind(500, "Our fault", "Something broke here. It is in the log; try again later."),
    "busy": Kind(503, "Busy", "Try again in a moment."),
}


def problem_document(code: str, detail: str, instance: str, *, status: int = 0, **members: Any) -> dict[str, Any]:
    """The document. A code without a page of its own is one of the many the rules have."""
    kind = KINDS.get(code, KINDS["rules"])
    return {
        "type": PROBLEMS + (code if code in KINDS else "rules"),
        "title": kind.title,
        "status": status or kind.status,
        "detail": detail,
        "instance": instance,
        "error": {"code": code, "message": detail},
        **members,
    }
