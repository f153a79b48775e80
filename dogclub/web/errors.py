"""The error pages, as HTML or as problem documents for the API. Those for server errors work without a database."""

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_guid import get_guid

from clubs.access import LinkClosed
from clubs.models import Role
from clubs.security.events import mark_refused
from dogclub.api.http.problems import page_problem
from dogclub.database.away import ADVICE, SOON, is_away
from dogclub.database.full_disk import is_full
from dogclub.storage.s3 import UNREACHABLE, Refused
from dogclub.web.closed_club import closed_club

NO_ROOM = gettext_lazy(
    "The server’s disk is full, so this was not saved. Whoever runs it must free some space; then try again."
)


def is_program(request: HttpRequest) -> bool:
    """Whether the request is one to the API."""
    return request.path.startswith("/api/")


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_program(request):
        return page_problem(request, "bad-request", _("That request cannot be read."))
    return render(request, "400.html", status=400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 403 page; 410 for a spectator link that was closed."""
    if is_program(request):
        return page_problem(request, "permission-denied", _("Sign in with an account that may do this."))
    if isinstance(exception, LinkClosed):
        return render(request, "clubs/links/closed.html", {"reason": "watch"}, status=410)
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 page; 410 for a member of the club while it awaits deletion."""
    if is_program(request):
        return page_problem(request, "not-found", _("There is nothing here."))
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
        page_problem(request, "busy", str(UNREACHABLE) if is_storage else ADVICE)
        if is_program(request)
        else HttpResponse(render_to_string("503.html", context), status=503)
    )
    response.headers["Retry-After"] = str(SOON)
    return response
