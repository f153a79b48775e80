"""The owner mark of a page, a keyed hash of the account: a browser that stores pages shows them to no other account."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject

HEADER = "X-Kept-For"


def mark_owner(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: every HTML page whose session was read carries its owner mark in the header X-Kept-For."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.session.accessed and response.get("Content-Type", "").startswith("text/html"):
            response[HEADER] = _owner(request)
        return response

    return middleware


def owner(request: HttpRequest) -> "dict[str, SimpleLazyObject[str]]":
    """Context processor: the owner mark as `page_owner`, for when the browser restores the page from its memory."""
    return {"page_owner": SimpleLazyObject(lambda: _owner(request))}


def _owner(request: HttpRequest) -> str:
    session = getattr(request, "session", {})  # a request that was refused early has none
    return owner_mark(session.get(SESSION_KEY, ""))


def owner_mark(account: str) -> str:
    """Return the owner mark, 16 hex digits: always the same for one account id, and the same for everyone not signed in
    ("").
    """
    return salted_hmac("dogclub.app.page_owner", account).hexdigest()[:16]
