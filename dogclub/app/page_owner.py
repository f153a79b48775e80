"""Whose page it is, in a word that says nothing else: a browser that keeps pages shows them to nobody after that."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject

HEADER = "X-Kept-For"


def mark_owner(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: every page that was made for somebody says for whom."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.session.accessed and response.get("Content-Type", "").startswith("text/html"):
            response[HEADER] = _owner(request)
        return response

    return middleware


def owner(request: HttpRequest) -> "dict[str, SimpleLazyObject[str]]":
    """Context processor: the same word in the page, for the day it comes out of the browser’s memory."""
    return {"page_owner": SimpleLazyObject(lambda: _owner(request))}


def _owner(request: HttpRequest) -> str:
    session = getattr(request, "session", {})  # a request that was refused early has none
    return word(session.get(SESSION_KEY, ""))


def word(account: str) -> str:
    """The same for one account every time; all who have not signed in are one."""
    return salted_hmac("dogclub.app.page_owner", account).hexdigest()[:16]
