"""Authentication: programs by key, browsers by session, with a CSRF token for writes."""

from math import ceil
from typing import Any, Literal

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from clubs import api_keys
from clubs.models import ApiKey, User
from clubs.queries import optional_write
from clubs.security import report_event
from dogclub.api.http.problems import CHALLENGE

# Rate limits of the API; the rates are in the settings.


SAFE = ("GET", "HEAD", "OPTIONS")
SKEW = 1  # seconds by which the clocks of several servers may differ
Rate = Literal["", "score", "guess"]


class Throttle(SimpleRateThrottle):
    """Counts by key, else by account, else by address. Without a rate of their own, reads and writes are
    counted apart.
    """

    def __init__(self, rate: Rate = "") -> None:
        self.scope = rate or None

    def allow_request(self, request: Request, view: Any) -> bool:
        self.scope = self.scope or ("read" if request.method in SAFE else "write")
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        self.drop_future_requests(self.get_cache_key(request, view))
        is_allowed = bool(super().allow_request(request, view))
        if isinstance(request, Request):
            vars(request)["rate_limit"] = self.headers()
        return is_allowed

    def headers(self) -> dict[str, str]:
        """Return the headers that tell a client its rate: requests in a window of seconds, how many of them are left,
        and the seconds until the oldest one no longer counts.
        """
        assert self.num_requests  # every scope has a rate
        assert self.duration
        left = max(self.num_requests - len(self.history), 0)
        again = ceil(self.duration - (self.now - self.history[-1])) if self.history else self.duration
        policy = f'"{self.scope}"'
        return {
            "RateLimit-Policy": f"{policy};q={self.num_requests};w={self.duration}",
            "RateLimit": f"{policy};r={left};t={again}",
        }

    def drop_future_requests(self, key: str) -> None:
        """Remove requests later than now, so that nobody is blocked after the clock was set back.

        A monotonic clock is no alternative: servers that share a cache have each their own.
        """
        seen, now = self.cache.get(key, []), self.timer()
        past = [at for at in seen if at <= now + SKEW]
        if len(past) < len(seen):
            self.cache.set(key, past, self.duration)

    def get_cache_key(self, request: Request, view: Any) -> str:
        # Clients that guess keys are counted by address.
        who = self.get_ident(request) if self.scope == "guess" else self.who(request)
        return f"api.{self.scope}.{who}"

    def who(self, request: Request) -> str:
        """Return whom a request is counted for, as part of the cache key."""
        return requester_of(request) or f"address.{self.get_ident(request)}"


def requester_of(request: Request) -> str:
    """Return the key or else the account that sends a request, as text; empty for nobody."""
    if isinstance(request.auth, ApiKey):
        return f"key.{request.auth.pk}"
    return f"user.{request.user.pk}" if request.user.is_authenticated else ""


UNKNOWN = gettext_lazy("Unknown key. Create one on the page “API keys”, and send it as: Bearer dk_live_…")
REVOKED = gettext_lazy("This key was revoked. Create a new one on the page “API keys”.")
EXPIRED = gettext_lazy("This key has expired. Create a new one on the page “API keys”.")


class ByKey(BaseAuthentication):
    """`Authorization: Bearer dk_live_…`. An invalid key is an error, even with a valid session."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, ApiKey] | None:
        scheme, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        key = api_keys.find(token.strip())
        now = timezone.now()
        if key is None or not key.is_open(now) or not (key.user is None or key.user.is_active):
            raise self.rejection(request, key)
        with optional_write("The use of a key"):
            api_keys.note_use(key, now)
        report_event("key-used", key=key)
        return key.user or AnonymousUser(), key

    def rejection(self, request: Request, key: ApiKey | None) -> AuthenticationFailed | Throttled:
        """Return the error for an invalid key; Throttled after too many of them."""
        guesses = Throttle("guess")
        if not guesses.allow_request(request, None):
            return Throttled(guesses.wait())
        if key is None or (key.user and not key.user.is_active):
            return AuthenticationFailed(UNKNOWN, "key")
        return AuthenticationFailed(REVOKED if key.revoked_at else EXPIRED, "key")

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class Session(SessionAuthentication):
    """Session authentication that also checks CSRF for a scoring device without a signed-in user.

    A request without a session cookie has nothing that CSRF could abuse; the access rules refuse it.
    """

    def authenticate(self, request: Request) -> tuple[User, Any] | None:
        authenticated = super().authenticate(request)
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if authenticated is None and has_session and request.method not in SAFE:
            self.enforce_csrf(request)
        return authenticated


def plain(request: Request) -> HttpRequest:
    """Return Django's request, which the access rules expect; they find the key on it."""
    inner: HttpRequest = request._request
    return inner


class KeyInSchema(OpenApiAuthenticationExtension):
    """The security scheme of keys in the OpenAPI document."""

    target_class = "dogclub.api.http.session.ByKey"
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "dk_live_…"}


class SessionInSchema(SessionScheme):
    """The security scheme of the session cookie in the OpenAPI document."""

    target_class = "dogclub.api.http.session.Session"
