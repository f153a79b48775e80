"""Security headers against other sites: none may load a response of ours, not even as a picture or a script."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
HEADER, ALONE = "Cross-Origin-Resource-Policy", "same-origin"


def of_static_files() -> dict[str, str]:
    """Return the security headers of Django's middleware, for static files and refusals, which do not pass
    through it.
    """
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
    """Middleware: sets Cross-Origin-Resource-Policy, and answers 405 to TRACE and unknown methods, which many views
    would treat as GET.

    Django itself isolates windows (Cross-Origin-Opener-Policy) where there is HTTPS.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_known = request.method in METHODS
        response = get_response(request) if is_known else HttpResponseNotAllowed(METHODS)
        response.headers[HEADER] = ALONE
        return response

    return middleware
