"""What is logged of requests and accounts: a line for each request, and the events of the security log.

In the security log accounts, addresses and keys appear as keyed hashes: equal ones can be recognised, and nobody can
read from a line whose they are (docs/developers/adr/0040).
"""

import logging
import re
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as factors
from axes.signals import user_locked_out
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.core.cache import cache
from django.dispatch import Signal
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.access import key_of
from clubs.models import ApiKey, User
from clubs.security import REFUSED, security_event
from dogclub.operations.logs.formats import CURRENT, route_of

logger = logging.getLogger("dogclub.security")
BY_STATUS = {401: "key-refused", 403: "refused", 429: "throttled"}
DOWNLOADS = "-file"  # suffix of the route names that download a file of a club
FIELDS = ("event", "account", "address", "key", "subject", "detail", "route")
DAY = 60 * 60 * 24


def hashed(kind: str, value: str) -> str:
    """Return 16 hex digits, the same for a value as long as SECRET_KEY stays the same; "" for ""."""
    return salted_hmac(f"dogclub.security.{kind}", value, algorithm="sha256").hexdigest()[:16] if value else ""


def note_response(request: HttpRequest, status: int) -> None:
    """Write the event of a response that refuses, or is the download of a file of a club."""
    kind = getattr(request, REFUSED, "") or BY_STATUS.get(status, "")
    if kind and status >= 400:
        note(kind)
    elif status == 200 and request.method == "GET" and route_of(request).endswith(DOWNLOADS):
        note("download")


def note(
    kind: str, *, account: str = "", subject: User | None = None, key: ApiKey | None = None, detail: str = ""
) -> None:
    """Write an event. `account` is an email address, for when nobody is signed in; `detail` is a word from the code,
    never user input.
    """
    request = CURRENT.get()
    key = key or (key_of(request) if request else None)
    values = {
        "event": kind,
        "account": hashed("account", account.strip().lower() or _account(request)),
        "address": hashed("address", request.META.get("REMOTE_ADDR", "") if request else ""),
        "key": hashed("key", str(key.pk) if key else ""),
        "subject": hashed("account", subject.email.lower() if subject else ""),
        "detail": detail,
        "route": route_of(request) if request else "",
    }
    fields = {name: value for name, value in values.items() if value}
    logger.info("%s", " ".join(f"{name}={value}" for name, value in fields.items()), extra=fields)


def is_first_use(key: ApiKey) -> bool:
    """Whether the key is used from this address for the first time today, since an event for each request would be too
    many.
    """
    request = CURRENT.get()
    address = hashed("address", request.META.get("REMOTE_ADDR", "")) if request else ""
    return bool(cache.add(f"security.key.{key.pk}.{address}.{timezone.now():%Y-%m-%d}", value=1, timeout=DAY))


def _account(request: HttpRequest | None) -> str:
    """Return the email address of the request's user if it was loaded already; makes no query."""
    user: Any = getattr(request, "_cached_user", None)
    return user.email.lower() if isinstance(user, User) else ""


# Writes security events for signals of Django, allauth, axes and the clubs: sign-ins, lockouts, changes of access.


# Each of these signals sends the account as `user`.
OF_AN_ACCOUNT: dict[str, Signal] = {
    "sign-in": user_logged_in,
    "sign-out": user_logged_out,
    "sign-up": account.user_signed_up,
    "password-set": account.password_set,
    "password-changed": account.password_changed,
    "password-reset": account.password_reset,
    "mail-added": account.email_added,
    "mail-changed": account.email_changed,
    "mail-removed": account.email_removed,
    "code-refused": account.login_code_rejected,
    "reset-code-refused": account.password_reset_code_rejected,
    "mail-code-refused": account.email_verification_code_rejected,
    "factor-added": factors.authenticator_added,
    "factor-removed": factors.authenticator_removed,
    "factor-renewed": factors.authenticator_reset,
}


def connect() -> None:
    """Connect all signals to the security log."""
    for kind, signal in OF_AN_ACCOUNT.items():
        signal.connect(_reporter(kind), weak=False, dispatch_uid=f"security log: {kind}")
    user_login_failed.connect(_failed, dispatch_uid="security log: sign-in-failed")
    user_locked_out.connect(_locked_out, dispatch_uid="security log: locked-out")
    account.email_confirmed.connect(_confirmed, dispatch_uid="security log: mail-confirmed")
    security_event.connect(_of_a_club, dispatch_uid="security log: clubs")


def _reporter(kind: str) -> Callable[..., None]:
    """Return a receiver that writes an event of this kind."""

    def report(user: Any = None, authenticator: Any = None, **_: Any) -> None:
        """`authenticator` is the second factor, whose type is logged."""
        note(kind, account=getattr(user, "email", ""), detail=getattr(authenticator, "type", ""))

    return report


def _failed(credentials: dict[str, Any] | None = None, **_: Any) -> None:
    given = credentials or {}
    note("sign-in-failed", account=str(given.get("email") or given.get("username") or ""))


def _locked_out(username: str | None = None, **_: Any) -> None:
    note("locked-out", account=username or "")


def _confirmed(email_address: Any, **_: Any) -> None:
    note("mail-confirmed", account=email_address.email)


def _of_a_club(kind: str, subject: User | None = None, key: ApiKey | None = None, detail: str = "", **_: Any) -> None:
    if kind != "key-used" or (key and is_first_use(key)):
        note(kind, subject=subject, key=key, detail=detail)


# Times every request, outside all other middleware, for the metrics and the request log.


request_logger = logging.getLogger("dogclub.requests")
WELL_FORMED = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
NUMBER = "HTTP_X_REQUEST_ID"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


# Counters are plain numbers, so that a server without monitoring need not load prometheus_client.


BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


@dataclass
class Timing:
    """Durations of one route: their sum in seconds, and how many requests ended in each bucket, the last for longer
    ones.
    """

    seconds: float = 0.0
    ended: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))

    def buckets(self) -> list[tuple[str, float]]:
        """Return (upper limit, cumulative count) for each bucket, as a Prometheus histogram needs them."""
        sums, total = [], 0
        for limit, number in zip([*map(str, BUCKETS), "+Inf"], self.ended, strict=True):
            total += number
            sums.append((limit, float(total)))
        return sums


class Requests:
    """Counts by (route name, status class such as "2xx") and durations by route, since the process started."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.answered: Counter[tuple[str, str]] = Counter()
        self.timings: dict[str, Timing] = {}

    def add(self, route: str, status: int, seconds: float) -> None:
        """Count a response; `seconds` is how long it took."""
        with self._lock:
            self.answered[route, f"{status // 100}xx"] += 1
            timing = self.timings.get(route) or self.timings.setdefault(route, Timing())
            timing.seconds += seconds
            timing.ended[bisect_left(BUCKETS, seconds)] += 1


requests = Requests()


def log_requests(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware. A request id from outside is accepted only if well-formed; else the next middleware generates one."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        if not WELL_FORMED.fullmatch(request.META.get(NUMBER, "")):
            request.META.pop(NUMBER, None)
        token = CURRENT.set(request)
        try:
            response = get_response(request)
            if response.status_code >= 400 or request.method == "GET":
                note_response(request, response.status_code)
        finally:
            CURRENT.reset(token)
        seconds, route = time.perf_counter() - begun, route_of(request)
        requests.add(route, response.status_code, seconds)
        if request_logger.isEnabledFor(logging.INFO):
            log_request(request, response, route, seconds)
        return response

    return middleware


def log_request(request: HttpRequest, response: HttpResponseBase, route: str, seconds: float) -> None:
    """Log one request by route and figures, without user or club; `seconds` is its duration."""
    method = request.method if request.method in METHODS else "other"
    fields = {"route": route, "method": method, "status": response.status_code, "ms": round(seconds * 1000)}
    size = size_of(response)
    request_logger.info(
        "%s %s %s, %s ms, %s bytes", *fields.values(), "?" if size is None else size, extra=fields | {"bytes": size}
    )


def size_of(response: HttpResponseBase) -> int | None:
    """Return the length of the body in bytes; None for a stream without a Content-Length."""
    if not response.streaming:
        return len(response.content)  # type: ignore[attr-defined]
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isdigit() else None
