"""Who is asking: the browser's session, with its CSRF token for whatever writes."""

from typing import Any

from django.http import HttpRequest
from drf_spectacular.authentication import SessionScheme
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from leagues.models import User

SAFE = ("GET", "HEAD", "OPTIONS")


class Session(SessionAuthentication):
    """Also for the tablet that was handed a match: nobody is signed in on it, and yet it writes."""

    def authenticate(self, request: Request) -> tuple[User, Any] | None:
        found = super().authenticate(request)
        if found is None and request.method not in SAFE:
            self.enforce_csrf(request)
        return found


def plain(request: Request) -> HttpRequest:
    """The request as the access rules know it."""
    inner: HttpRequest = request._request
    return inner


class SessionInSchema(SessionScheme):
    """How the API's own documentation describes it: as the session cookie it is."""

    target_class = "games.api.session.Session"
