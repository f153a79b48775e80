"""The types of problem documents (RFC 9457), each with a page at /api/v1/problems/<code>.

Imports nothing of Django, since the server refuses some requests before any page is called.
"""

from typing import Any, NamedTuple

MEDIA_TYPE = "application/problem+json"
PROBLEMS = "/api/v1/problems/"


def gettext_noop(text: str) -> str:
    """Mark a text for the catalogues; it is translated where it is shown."""
    return text


class Kind(NamedTuple):
    """A type of problem; `status` is its usual HTTP status."""

    status: int
    title: str
    about: str


KINDS: dict[str, Kind] = {
    "bad-request": Kind(400, gettext_noop("Bad request"), gettext_noop("The request is not valid HTTP.")),
    "cursor": Kind(
        400,
        gettext_noop("Invalid cursor"),
        gettext_noop("Take `cursor` from `next` of the page before, or leave it out."),
    ),
    "idempotency-header": Kind(
        400,
        gettext_noop("Invalid Idempotency-Key"),
        gettext_noop("`Idempotency-Key` is 1 to 255 visible ASCII characters, such as a UUID."),
    ),
    "json": Kind(
        400, gettext_noop("Not JSON"), gettext_noop("The body is not valid JSON; NaN, for instance, is not JSON.")
    ),
    "limit": Kind(400, gettext_noop("Invalid page size"), gettext_noop("`limit` is a whole number from 1 to 200.")),
    "parse-error": Kind(400, gettext_noop("Not JSON"), gettext_noop("The body does not match its Content-Type.")),
    "query": Kind(
        400,
        gettext_noop("Invalid parameter"),
        gettext_noop("A query parameter has an invalid value, or is none of this address."),
    ),
    "unreadable": Kind(
        400, gettext_noop("Incomplete body"), gettext_noop("The end of the body never arrived. Send it again.")
    ),
    "sign-in": Kind(
        401, gettext_noop("Not signed in"), gettext_noop("Send a key as `Authorization: Bearer dk_live_…`, or sign in.")
    ),
    "key": Kind(401, gettext_noop("Invalid key"), gettext_noop("It is unknown, revoked or expired. Create a new one.")),
    "csrf": Kind(
        403,
        gettext_noop("No CSRF token"),
        gettext_noop("Browsers must send X-CSRFToken with writes. Programs with a key need none."),
    ),
    "https": Kind(
        403,
        gettext_noop("HTTPS only"),
        gettext_noop("The API speaks HTTPS here. A key that was sent in the clear should be revoked."),
    ),
    "permission-denied": Kind(
        403, gettext_noop("Forbidden"), gettext_noop("Sign in, or ask an organiser for a role that may.")
    ),
    "scope": Kind(
        403,
        gettext_noop("Insufficient scope"),
        gettext_noop("`scope` says which scope this needs. Create a key with it."),
    ),
    "not-found": Kind(
        404, gettext_noop("Not found"), gettext_noop("There is nothing at this URL, or nothing you may see.")
    ),
    "method-not-allowed": Kind(
        405, gettext_noop("Method not allowed"), gettext_noop("`Allow` lists the methods of this address.")
    ),
    "not-acceptable": Kind(
        406, gettext_noop("Only JSON"), gettext_noop("Answers are JSON; `Accept` must allow for it.")
    ),
    "too-slow": Kind(
        408, gettext_noop("Request timeout"), gettext_noop("The rest of the body took too long. Send it again.")
    ),
    "closed": Kind(409, gettext_noop("The match was abandoned"), gettext_noop("Reopen it to write in it.")),
    "conflict": Kind(
        409, gettext_noop("Conflict"), gettext_noop("`error` holds `yours`, `ours` and the entries that stand.")
    ),
    "gap": Kind(
        409, gettext_noop("Line out of order"), gettext_noop("`error.ours` is the next free line of the sheet.")
    ),
    "not-asked": Kind(
        409,
        gettext_noop("Not awaiting confirmation"),
        gettext_noop("The sheet is not waiting to be confirmed, or not by this seat."),
    ),
    "refused": Kind(
        409, gettext_noop("Refused"), gettext_noop("The current data does not allow it; `detail` says why.")
    ),
    "stale": Kind(
        412,
        gettext_noop("Precondition failed"),
        gettext_noop("Read it again: its ETag no longer matches your If-Match."),
    ),
    "too-large": Kind(413, gettext_noop("Too large"), gettext_noop("It is more than the server accepts at once.")),
    "unsupported-media-type": Kind(
        415, gettext_noop("Only JSON"), gettext_noop("Send it as `Content-Type: application/json`.")
    ),
    "idempotency-key": Kind(
        422,
        gettext_noop("Idempotency-Key used before"),
        gettext_noop("Within a day a key belongs to one request. Send another request with a new key."),
    ),
    "invalid": Kind(
        422,
        gettext_noop("Invalid data"),
        gettext_noop("`error.field` names the member of the body, `detail` what is wrong."),
    ),
    "rules": Kind(
        422,
        gettext_noop("Against the rules"),
        gettext_noop("`error` holds the code, and where they apply the round, player, field."),
    ),
    "throttled": Kind(
        429, gettext_noop("Too many requests"), gettext_noop("`Retry-After` says how many seconds to wait.")
    ),
    "broken": Kind(
        500, gettext_noop("Server error"), gettext_noop("Something went wrong and was logged. Try again later.")
    ),
    "busy": Kind(503, gettext_noop("Busy"), gettext_noop("Try again in a moment.")),
    "disk-full": Kind(
        507,
        gettext_noop("Disk full"),
        gettext_noop("The server’s disk is full; nothing was saved. Send it again when there is space."),
    ),
}


def problem_document(code: str, detail: str, instance: str, *, status: int = 0, **members: Any) -> dict[str, Any]:
    """Return the document. `malformed` has the type `invalid`; all other codes without a type are codes of the
    rules.
    """
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
