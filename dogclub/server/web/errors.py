"""The error pages, as HTML or as problem documents for the API. Those for server errors work without a database."""

import logging
import sys
from collections.abc import Callable
from time import monotonic
from uuid import UUID

from django.conf import settings
from django.core.exceptions import DisallowedHost, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_guid import get_guid

from clubs.access import LinkClosed, account
from clubs.links.tokens import is_local
from clubs.models import Membership, Role
from clubs.security import mark_refused
from dogclub.api.http.problems import SENTENCES, page_problem
from dogclub.database import AWAY_ADVICE, SOON, is_away, is_full
from dogclub.storage import UNREACHABLE, Refused

# Finds the club that awaits deletion, so that its members get a page about this instead of a 404.


def closed_club(request: HttpRequest) -> Membership | None:
    """Return the user's membership in the club that awaits deletion and that this URL belongs to, by slug or match id;
    else None. At most one query.
    """
    user, route = account(request), request.resolver_match
    if user is None or route is None:
        return None
    rows = Membership.objects.select_related("club").filter(user=user, club__deletes_at__isnull=False)
    slug, match = route.kwargs.get("slug"), route.kwargs.get("pk")
    if slug:
        return rows.filter(club__slug=slug).first()
    return rows.filter(club__matches=match).first() if isinstance(match, UUID) else None


# The answer under a name or address that ALLOWED_HOSTS does not contain: where Dog Club is instead.


PAUSE = 3600  # seconds between two lines of the log: strangers who try every address must not fill it
# Without the name that was asked for, which is what a stranger typed.
LINE = (
    "A request came under a name or address that is not in ALLOWED_HOSTS. Open BASE_URL, or add what people open to "
    "ALLOWED_HOSTS. This is logged once an hour."
)
logger = logging.getLogger(__name__)
_last = {"logged": float("-inf")}


def wrong_host(request: HttpRequest) -> HttpResponse:
    """The 400 page or problem that names BASE_URL; a line in the log, at most once an hour."""
    if monotonic() - _last["logged"] > PAUSE:
        _last["logged"] = monotonic()
        logger.warning(LINE)
    if request.path.startswith("/api/"):
        sentence = _("Dog Club is not at this address, but at {base_url}.").format(base_url=settings.BASE_URL)
        return page_problem(request, "bad-request", sentence)
    path = request.get_full_path() if request.method == "GET" else "/"
    context = {"base_url": settings.BASE_URL, "path": path, "is_local": is_local(settings.BASE_URL)}
    return HttpResponse(render_to_string("400_host.html", context), status=400)


NO_ROOM = gettext_lazy(
    "The server’s disk is full, so this was not saved. Whoever runs it must free some space; then try again."
)


def is_program(request: HttpRequest) -> bool:
    """Whether the request is one to the API."""
    return request.path.startswith("/api/")


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 400 page; under a wrong host the one that names the right one."""
    if isinstance(exception, DisallowedHost):
        return wrong_host(request)
    if is_program(request):
        return page_problem(request, "bad-request", _("That request cannot be read."))
    return render(request, "400.html", status=400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 403 page; 410 for a spectator link that was closed."""
    if is_program(request):
        return page_problem(request, *SENTENCES[PermissionDenied])
    if isinstance(exception, LinkClosed):
        return render(request, "clubs/links/closed.html", {"reason": "watch"}, status=410)
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 page; 410 for a member of the club while it awaits deletion."""
    if is_program(request):
        return page_problem(request, *SENTENCES[Http404])
    if row := closed_club(request):
        context = {"club": row.club, "owns": row.role == Role.OWNER}
        return render(request, "clubs/deletion/closed.html", context, status=410)
    return render(request, "404.html", status=404)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a failed CSRF check; a browser that sent no cookie at all is told that it accepts none."""
    mark_refused(request, "csrf")
    return render(request, "403_csrf.html", {"is_without_cookies": not request.COOKIES}, status=403)


def broken(request: HttpRequest) -> HttpResponse:
    """The page for an uncaught exception: 507 where the disk is full, 503 where database or file storage do not answer,
    else 500.
    """
    error = sys.exception() or Exception()
    # Templates get no request: reading the session or the user may have caused the error.
    if is_full(error):
        if is_program(request):
            return page_problem(request, "disk-full", str(NO_ROOM))
        return HttpResponse(render_to_string("507.html", {"number": get_guid()}), status=507)
    if is_away(error) or isinstance(error, Refused):
        return wait(request, is_storage=isinstance(error, Refused))
    if is_program(request):
        return page_problem(
            request, "broken", _("Something went wrong. It is in the log as {number}.").format(number=get_guid())
        )
    return HttpResponse(render_to_string("500.html", {"number": get_guid()}), status=500)


def wait(request: HttpRequest, *, is_storage: bool = False) -> HttpResponse:
    """The 503 page, with Retry-After in seconds."""
    context = {"number": get_guid(), "is_form": request.method == "POST", "is_storage": is_storage}
    response = (
        page_problem(request, "busy", str(UNREACHABLE) if is_storage else AWAY_ADVICE)
        if is_program(request)
        else HttpResponse(render_to_string("503.html", context), status=503)
    )
    response.headers["Retry-After"] = str(SOON)
    return response


# API requests over plain HTTP are refused instead of redirected, so that a key sent in the clear is noticed at once.


Respond = Callable[[HttpRequest], HttpResponseBase]


def refuse_programs(get_response: Respond) -> Respond:
    """Middleware, placed before Django's redirect to HTTPS, which then applies to browsers only."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and is_program(request) and not request.is_secure():
            detail = _("Call {base_url} instead. If a key was sent, revoke it: others may have read it.").format(
                base_url=settings.BASE_URL
            )
            return page_problem(request, "https", detail)
        return get_response(request)

    return middleware
