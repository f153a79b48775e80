"""Browsers hand no answer of ours to the pages of another site, as a picture or a script neither."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
HEADER, ALONE = "Cross-Origin-Resource-Policy", "same-origin"


def of_static_files() -> dict[str, str]:
    """What Django's middleware says on every page, for static files and refusals, which never come by it."""
    over_https = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload"
    return {
        HEADER: ALONE,
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "frame-ancestors 'none'",
        **({"Strict-Transport-Security": over_https} if settings.SECURE_HSTS_SECONDS else {}),
    }


def for_this_site_alone(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware. TRACE and made-up methods get to no page, since many would answer them as they do a GET.

    Windows that others open are seen to by Django, where there is HTTPS: Cross-Origin-Opener-Policy.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_known = request.method in METHODS
        response = get_response(request) if is_known else HttpResponseNotAllowed(METHODS)
        response.headers[HEADER] = ALONE
        return response

    return middleware
