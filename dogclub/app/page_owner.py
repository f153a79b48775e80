"""Whose page it is, in a word that says nothing else: a browser that keeps pages shows them to nobody after that."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

HEADER = "X-Kept-For"


def mark_owner(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: every page that was made for somebody says for whom."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.session.accessed and response.get("Content-Type", "").startswith("text/html"):
            response[HEADER] = word(request.session.get(SESSION_KEY, ""))
        return response

    return middleware


def word(account: str) -> str:
    """The same for one account every time; all who have not signed in are one."""
    return salted_hmac("dogclub.app.page_owner", account).hexdigest()[:16]
