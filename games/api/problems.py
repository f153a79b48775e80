"""Every refusal as `{"error": {"code", "message", …}}`: the ledger's, the rules', and the framework's own."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, UnreadablePostError
from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games.api.answers import entry_json
from games.book import open_book
from games.drafts import Conflict, Gap, Refused
from scoring.base import RuleError
from scoring.records import error_json

STATUS = {"json": HTTPStatus.BAD_REQUEST, "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE}
SENTENCES = {
    HTTPStatus.FORBIDDEN: "Sign in with an account that may do this.",
    HTTPStatus.NOT_FOUND: "There is nothing here.",
}


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """What the framework asks about anything a view raised; None lets the server log it as its own fault."""
    if isinstance(error, RuleError):
        return Response(error_json(error), STATUS.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY))
    if isinstance(error, Refused):
        return Response({"error": refusal(error)}, HTTPStatus.CONFLICT)
    if isinstance(error, RequestDataTooBig):
        return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", "That is more than the club house takes.")
    if isinstance(error, UnreadablePostError):
        return problem(HTTPStatus.BAD_REQUEST, "unreadable", "The rest of that never arrived. Send it again.")
    response = exception_handler(error, context)
    return _in_our_words(error, response) if response else None


def problem(status: HTTPStatus, code: str, message: str) -> Response:
    return Response({"error": {"code": code, "message": message}}, status)


def refusal(error: Refused) -> dict[str, Any]:
    """A conflict names both sides, so that whoever asked can choose."""
    found: dict[str, Any] = {"code": error.code, "message": str(error)}
    if isinstance(error, Conflict | Gap):
        found |= {"yours": error.yours, "ours": error.ours}
    if isinstance(error, Conflict):
        book = open_book(error.entries[0].match) if error.entries else None
        found["entries"] = [entry_json(book, entry) for entry in error.entries] if book else []
    return found


def _in_our_words(error: Exception, response: Response) -> Response:
    """The framework's status and headers, our form."""
    status = HTTPStatus(response.status_code)
    code = error.get_codes() if isinstance(error, APIException) else status.phrase.lower().replace(" ", "-")
    said = SENTENCES.get(status) if isinstance(error, Http404 | PermissionDenied) else None
    message = said or str(getattr(error, "detail", status.description))
    response.data = {"error": {"code": str(code).replace("_", "-"), "message": message}}
    return response
