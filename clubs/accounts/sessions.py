"""Sessions of an account: recorded, listed, ended by the user, by disuse, or by age."""

import time
from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa import signals as factors
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Session, User
from clubs.queries import optional_write

# A browser's user agent in plain words.


TOUCH_COOKIE = "touch"  # set by pages/device.js: a Mac with a touch screen is an iPad

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
# In this order: an Android tablet's user agent has Linux, too, and an iPhone's "like Mac OS X".
DEVICES = (
    ("iPad", gettext_lazy("an iPad")),
    ("iPhone", gettext_lazy("an iPhone")),
    ("Android", gettext_lazy("an Android tablet")),
    ("CrOS", gettext_lazy("a Chromebook")),
    ("Windows", "Windows"),
    ("Macintosh", gettext_lazy("a Mac")),
    ("Linux", "Linux"),
)


def user_agent(request: HttpRequest) -> str:
    """Return the request's user agent, with iPad for a Mac with a touch screen."""
    agent = request.headers.get("User-Agent", "")
    return agent.replace("Macintosh", "iPad") if TOUCH_COOKIE in request.COOKIES else agent


def words(agent: str) -> str:
    """Return a text such as “Firefox on Windows”; unknown parts are “A browser” and “an unknown device”."""
    browser = next((name for mark, name in BROWSERS if mark in agent), _("A browser"))
    device = next((str(name) for mark, name in DEVICES if mark in agent), _("an unknown device"))
    if "Android" in agent and "Mobile" in agent:
        device = _("an Android phone")
    return _("{browser} on {device}").format(browser=browser, device=device)


SIGNED_IN, SEEN = "signed_in_at", "seen_at"  # session keys: seconds since 1970
SEEN_EVERY = 15 * 60  # seconds between two updates, so that not every page writes
A_DAY = 24 * 60 * 60
ROWS_AT_ONCE = 500
ELSEWHERE = gettext_lazy('Other browsers are still signed in. <a href="{}">Sign out of those you don’t know</a>.')


def connect() -> None:
    """Connect the receivers to their signals."""
    user_logged_in.connect(_begun, dispatch_uid="a session begins")
    for changed in (factors.authenticator_added, factors.authenticator_removed, factors.authenticator_reset):
        changed.connect(_factor_changed, dispatch_uid="another factor: the other sessions")


def note_sessions(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: prolong a session that is used, and record when that was.

    A response that did not read the session is skipped, and so is an open event stream, which is no use by a person.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.session.accessed and request.headers.get("Accept") != "text/event-stream":
            now = time.time()
            if SESSION_KEY in request.session and now - request.session.get(SEEN, 0) >= SEEN_EVERY:
                _note_use(request, now)
        return response

    return middleware


def _note_use(request: HttpRequest, now: float) -> None:
    with optional_write("The use of a session"), transaction.atomic():
        _seen(request, request.user, now)


def _begun(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Record a new session; signing in again in the same browser starts a new one."""
    now = time.time()
    request.session[SIGNED_IN] = now
    _seen(request, user, now)


def _factor_changed(signal: Any, request: HttpRequest, user: User, authenticator: Authenticator, **_: Any) -> None:
    """Offer to end the other sessions. Recovery codes that are added or removed with another factor do not count as
    a change.
    """
    follows = authenticator.type == Authenticator.Type.RECOVERY_CODES and signal is not factors.authenticator_reset
    others = UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key)
    if not follows and others.exists():
        messages.info(request, format_html(str(ELSEWHERE), reverse("usersessions_list")))


def _seen(request: HttpRequest, user: Any, now: float) -> None:
    """Record the use, and set the expiry: idle sessions end after some days, and every one after SESSION_COOKIE_AGE."""
    session = request.session
    if user.is_authenticated and session.session_key and "REMOTE_ADDR" in request.META:
        defaults = {
            "user": user,
            "ip": get_adapter(request).get_client_ip(request),
            "user_agent": user_agent(request)[:200],
            "last_seen_at": timezone.now(),
        }
        UserSession.objects.update_or_create(session_key=session.session_key, defaults=defaults)
    begun = session.setdefault(SIGNED_IN, now - A_DAY)  # a session from before this was recorded: at least not recent
    session[SEEN] = now
    session.set_expiry(max(1, int(min(settings.SESSION_IDLE_DAYS * A_DAY, begun + settings.SESSION_COOKIE_AGE - now))))


def end_other_sessions(request: HttpRequest, user: User) -> int:
    """End all sessions but that of this request; return their number."""
    return end_sessions(user, keep=request.session.session_key or "")


def end_sessions(user: User, keep: str = "") -> int:
    """End all sessions but `keep`; return their number."""
    ended, _ = sessions_of(user).exclude(pk=keep).filter(expire_date__gt=timezone.now()).delete()
    UserSession.objects.filter(user=user).exclude(session_key=keep).delete()
    return ended


def sessions_of(user: User) -> "QuerySet[Session]":
    """Return the sessions of an account.

    During an update, processes of the previous version still serve: a session they create has no account until it is
    used again, and is found by its UserSession.
    """
    listed = UserSession.objects.filter(user=user).values("session_key")
    return Session.objects.filter(pk__in=Session.objects.filter(account=user.pk).values("pk").union(listed))


def clear_expired() -> None:
    """Delete expired sessions in small batches, so that no other write waits for long."""
    gone = Session.objects.filter(expire_date__lt=timezone.now())
    while keys := list(gone.values_list("pk", flat=True)[:ROWS_AT_ONCE]):
        Session.objects.filter(pk__in=keys).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("pk")).delete()
