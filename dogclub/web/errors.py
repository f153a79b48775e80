"""The pages for what went wrong, and for programs the problem; only the 500 page must do without a database."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django_guid import get_guid

from clubs.access import LinkClosed
from dogclub.api.http.problems import page_problem


def is_program(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_program(request):
        return page_problem(request, "bad-request", "That request cannot be read.")
    return render(request, "400.html", status=400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_program(request):
        return page_problem(request, "permission-denied", "Sign in with an account that may do this.")
    if isinstance(exception, LinkClosed):
        return render(request, "clubs/links/closed.html", {"reason": "watch"}, status=410)
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_program(request):
        return page_problem(request, "not-found", "There is nothing here.")
    return render(request, "404.html", status=404)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)


def broken(request: HttpRequest) -> HttpResponse:
    if is_program(request):
        return page_problem(request, "broken", f"Something broke here, and it is in the log as {get_guid()}.")
    # No request for the template: reading the session or the user may be what broke.
    return HttpResponse(render_to_string("500.html", {"number": get_guid()}), status=500)
