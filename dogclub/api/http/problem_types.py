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
    "bad-request": Kind(400, "Bad request", "The request is not valid HTTP."),
    "cursor": Kind(400, "Invalid cursor", "Take `cursor` from `next` of the page before, or leave it out."),
    "json": Kind(400, "Not JSON", "The body is not valid JSON; NaN, for instance, is not JSON."),
    "limit": Kind(400, "Invalid page size", "`limit` is a whole number from 1 to 200."),
    "parse-error": Kind(400, "Not JSON", "The body does not match its Content-Type."),
    "query": Kind(400, "Invalid parameter", "A query parameter has an invalid value, or is none of this address."),
    "unreadable": Kind(400, "Incomplete body", "The end of the body never arrived. Send it again."),
    "sign-in": Kind(401, "Not signed in", "Send a key as `Authorization: Bearer dk_live_…`, or sign in."),
    "key": Kind(401, "Invalid key", "It is unknown, revoked or expired. Create a new one."),
    "csrf": Kind(403, "No CSRF token", "Browsers must send X-CSRFToken with writes. Programs with a key need none."),
    "https": Kind(403, "HTTPS only", "The API speaks HTTPS here. A key that was sent in the clear should be revoked."),
    "permission-denied": Kind(403, "Forbidden", "Sign in, or ask an organiser for a role that may."),
    "scope": Kind(403, "Insufficient scope", "`scope` says which scope this needs. Create a key with it."),
    "not-found": Kind(404, "Not found", "There is nothing at this URL, or nothing you may see."),
    "method-not-allowed": Kind(405, "Method not allowed", "`Allow` lists the methods of this address."),
    "not-acceptable": Kind(406, "Only JSON", "Answers are JSON; `Accept` must allow for it."),
    "too-slow": Kind(408, "Request timeout", "The rest of the body took too long. Send it again."),
    "closed": Kind(409, "The match was abandoned", "Reopen it to write in it."),
    "conflict": Kind(409, "Conflict", "`error` holds `yours`, `ours` and the entries that stand."),
    "gap": Kind(409, "Line out of order", "`error.ours` is the next free line of the sheet."),
    "not-asked": Kind(
        409, "Not awaiting confirmation", "The sheet is not waiting to be confirmed, or not by this seat."
    ),
    "refused": Kind(409, "Refused", "The current data does not allow it; `detail` says why."),
    "stale": Kind(412, "Precondition failed", "Read it again: its ETag no longer matches your If-Match."),
    "too-large": Kind(413, "Too large", "It is more than the server accepts at once."),
    "unsupported-media-type": Kind(415, "Only JSON", "Send it as `Content-Type: application/json`."),
    "invalid": Kind(422, "Invalid data", "`error.field` names the member of the body, `detail` what is wrong."),
    "rules": Kind(422, "Against the rules", "`error` holds the code, and where they apply the round, player, field."),
    "throttled": Kind(429, "Too many requests", "`Retry-After` says how many seconds to wait."),
    "broken": Kind(500, "Server error", "Something went wrong and was logged. Try again later."),
    "busy": Kind(503, "Busy", "Try again in a moment."),
    "disk-full": Kind(
        507, "Disk full", "The server’s disk is full; nothing was saved. Send it again when there is space."
    ),
}


def problem_document(code: str, detail: str, instance: str, *, status: int = 0, **members: Any) -> dict[str, Any]:
    """The document. A code without a page of its own is one of the many the rules have, but for a body built wrong."""
    name = "invalid" if code == "malformed" else code if code in KINDS else "rules"
    kind = KINDS[name]
    return {
        "type": f"{PROBLEMS}{name}",
        "title": kind.title,
        "status": status or kind.status,
        "detail": detail,
        "instance": instance,
        "error": {"code": code, "message": detail},
        **members,
    }
