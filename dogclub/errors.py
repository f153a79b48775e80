"""The pages for what went wrong; only the 500 page must do without a database."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)


def broken(request: HttpRequest) -> HttpResponse:
    # No request for the template: reading the session or the user may be what broke.
    return HttpResponse(render_to_string("500.html"), status=500)
