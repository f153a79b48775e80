"""Light, dark or as the device likes it: kept in a cookie, so that the first paint is right."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

THEMES = ("light", "dark")
YEAR = 60 * 60 * 24 * 365


def theme(request: HttpRequest) -> dict[str, str]:
    """For every template: `theme` is "light", "dark" or nothing."""
    chosen = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return {"theme": chosen if chosen in THEMES else ""}


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    back = request.POST.get("next", "")
    response = redirect(back if url_has_allowed_host_and_scheme(back, None) else "/")
    name, chosen = settings.THEME_COOKIE_NAME, request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(name, chosen, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.HTTPS)
    else:
        response.delete_cookie(name, samesite="Lax")
    return response
