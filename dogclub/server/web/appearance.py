"""The colour theme: light, dark or the device's, stored in a cookie, so that the first paint already has it."""

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

THEMES = ("light", "dark")
YEAR = 60 * 60 * 24 * 365


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: `theme` is "light", "dark" or "" (as the device has it)."""
    chosen = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return {"theme": chosen if chosen in THEMES else ""}


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Store the posted theme in the cookie, or delete it for "auto" or none, and redirect to `next` on this host."""
    back = request.POST.get("next", "")
    response = redirect(back if url_has_allowed_host_and_scheme(back, None) else "/")
    name, chosen = settings.THEME_COOKIE_NAME, request.POST.get("theme", "")
    if chosen not in (*THEMES, "auto", ""):
        raise BadRequest("“theme” is one of light, dark, auto.")
    if chosen in THEMES:
        response.set_cookie(name, chosen, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.HTTPS)
    else:
        response.delete_cookie(name, samesite="Lax")
    return response
