"""Turns all errors of the API into problem documents (RFC 9457): those of the ledger, the rules and the framework.

Besides `type`, `title`, `status`, `detail` and `instance` there is `error`, which existed before them: {"code",
"message", "round", "player", "field", "yours", "ours", "entries"}.

An endpoint raises `Problem("cursor", "A sentence.", field="cursor")`; the codes are those of `problem_types.KINDS`.
"""

from http import HTTPStatus
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse, UnreadablePostError
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from rest_framework.exceptions import APIException, Throttled
from rest_framework.response import Response
from rest_framework.views import exception_handler

from clubs.access import SignInFirst
from clubs.security import mark_refused
from dogclub.api.answers import entry_json
from dogclub.api.http.problem_types import KINDS, MEDIA_TYPE, problem_document
from games.entries.drafts import Conflict, Gap, Refused
from games.entries.match_state import load
from scoring.base import RuleError
from scoring.messages import translated
from scoring.records import error_json

AnyResponse = TypeVar("AnyResponse", bound=HttpResponseBase)
SENTENCES: dict[type[Exception], tuple[str, str | Promise]] = {
    PermissionDenied: ("permission-denied", gettext_lazy("Sign in with an account that may do this.")),
    Http404: ("not-found", gettext_lazy("There is nothing here.")),
    RequestDataTooBig: ("too-large", gettext_lazy("That is more than the server accepts.")),
    UnreadablePostError: ("unreadable", gettext_lazy("The request was cut short. Send it again.")),
}
CHALLENGE = 'Bearer realm="Dog Club"'
SIGN_IN = gettext_lazy("Send a key as: Authorization: Bearer dk_live_…, or sign in with an account that may do this.")
VARIES = ("Authorization", "Cookie")


class Problem(APIException):
    """An error response; `members` are added to `error`, `headers` to the response."""

    def __init__(
        self, code: str, sentence: str | Promise, headers: dict[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(str(sentence), code)
        self.status_code = KINDS[code].status
        self.headers, self.members = headers or {}, members


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's exception handler: return the response, or None for an error to be logged as a server error."""
    path = context["request"].path
    if isinstance(error, SignInFirst):
        mark_refused(context["request"]._request, "refused")
        return _problem(Problem("sign-in", SIGN_IN, {"WWW-Authenticate": CHALLENGE}), path)
    for kind, (code, sentence) in SENTENCES.items():
        if isinstance(error, kind):
            return problem(code, sentence, path)
    if isinstance(error, RuleError):
        body = error_json(error)
        return problem(error.code, translated(error.message), path, **body)
    if isinstance(error, Refused):
        return problem(error.code, str(error), path, error=refusal(error))
    if isinstance(error, Problem):
        return _problem(error, path)
    response = exception_handler(error, context)
    return _in_our_words(error, response, context["request"]._request) if response else None


def problem(code: str, detail: str | Promise, path: str, *, status: int = 0, **members: Any) -> Response:
    """Return the response for a problem; `path` becomes its `instance`."""
    document = _spoken(problem_document(code, str(detail), path, status=status, **members))
    return private(Response(document, document["status"], content_type=MEDIA_TYPE))


def page_problem(request: HttpRequest, code: str, detail: str | Promise) -> JsonResponse:
    """Return a problem as a plain response, for errors outside of endpoints: unknown URLs and server errors."""
    document = _spoken(problem_document(code, str(detail), request.path))
    return JsonResponse(document, status=document["status"], content_type=MEDIA_TYPE)


def _spoken(document: dict[str, Any]) -> dict[str, Any]:
    """Translate the title into the user's language; the code stays the same."""
    return {**document, "title": _(document["title"])}


def private(response: AnyResponse) -> AnyResponse:
    """Mark a response as private to the user and to be revalidated."""
    patch_vary_headers(response, VARIES)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def refusal(error: Refused) -> dict[str, Any]:
    """Return the `error` of a refused write; a conflict contains both sides, so that the client can choose."""
    body: dict[str, Any] = {"code": error.code, "message": str(error)}
    if isinstance(error, Conflict | Gap):
        body |= {"yours": error.yours, "ours": error.ours}
    if isinstance(error, Conflict):
        state = load(error.entries[0].match) if error.entries else None
        body["entries"] = [entry_json(state, entry) for entry in error.entries] if state else []
    return body


def _problem(error: Problem, path: str) -> Response:
    code, detail = str(error.get_codes()), str(error.detail)
    response = problem(code, detail, path, error={"code": code, "message": detail, **error.members})
    for name, value in error.headers.items():
        response.headers[name] = value
    return response


def _too_many(seconds: str) -> str:
    """Return the sentence for the number of seconds in Retry-After, which may be ""."""
    if not seconds:
        return _("Too many requests. Try again in a few seconds.")
    count = int(seconds)
    words = ngettext(
        "Too many requests. Try again in {count} second.", "Too many requests. Try again in {count} seconds.", count
    )
    return words.format(count=count)


def _in_our_words(error: Exception, response: Response, request: HttpRequest) -> Response:
    """Return the framework's error as a problem, with its status and headers."""
    status = HTTPStatus(response.status_code)
    code = str(error.get_codes() if isinstance(error, APIException) else status.phrase).lower().replace("_", "-")
    detail = str(getattr(error, "detail", status.description))
    if isinstance(error, Throttled):
        detail = _too_many(response.headers.get("Retry-After", ""))
    if detail.startswith("CSRF Failed"):
        code = "csrf"
        mark_refused(request, "csrf")
    document = problem(code, detail, request.path, status=status)
    for name in ("Allow", "Retry-After", "WWW-Authenticate"):
        if name in response.headers:
            document.headers[name] = response.headers[name]
    return document
