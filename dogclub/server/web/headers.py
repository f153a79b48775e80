"""Headers of every response: isolation, caching, compression, and cookies named like the server's others."""

import re
import secrets
from collections.abc import Callable

import brotli
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect
from django.utils.cache import has_vary_header, patch_cache_control, patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

# Headers of every response: it is the club's own, and no other site may load it, not even as a picture.


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
HEADER, ALONE = "Cross-Origin-Resource-Policy", "same-origin"
OURS = ("X-Dog-Club", "1")  # by which a tablet tells an answer of the club from that of a portal or a proxy (ADR 77)


def of_static_files() -> dict[str, str]:
    """Return the security headers of Django's middleware, for static files and refusals, which do not pass
    through it.
    """
    below = "; includeSubDomains; preload" if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else ""
    over_https = f"max-age={settings.SECURE_HSTS_SECONDS}{below}"
    return {
        HEADER: ALONE,
        OURS[0]: OURS[1],
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "frame-ancestors 'none'",
        **({"Strict-Transport-Security": over_https} if settings.SECURE_HSTS_SECONDS else {}),
    }


def own_headers(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: sets Cross-Origin-Resource-Policy and the club's mark, and "private, no-store" where a response
    varies by cookie and has no Cache-Control, so that neither a proxy nor the browser of a shared tablet stores it.
    Answers 405 to TRACE and unknown methods, which many views would treat as GET.

    Django itself isolates windows (Cross-Origin-Opener-Policy) where there is HTTPS.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_known = request.method in METHODS
        response = get_response(request) if is_known else HttpResponseNotAllowed(METHODS)
        response.headers[HEADER] = ALONE
        response.headers[OURS[0]] = OURS[1]
        if has_vary_header(response, "Cookie") and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        return response

    return middleware


# Compression of pages: brotli for clients that accept it (all browsers, over HTTPS and on localhost), gzip for
# others.
# A random number of padding bytes hides the length of the page, as gzip's random file name does, so that an
# eavesdropper cannot find out a secret in it by text placed beside it (https://breachattack.com).


ACCEPTED = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))")
SHORTEST_BODY = 200  # bytes, as for gzip
# A twelfth shorter than 4, for an eighth of a millisecond a page.
QUALITY = 5
WINDOW = 18  # of 2 ** 18 bytes, so that repetitions in long pages are found
# An empty block of metadata (RFC 7932, 9.2), as a stream has one after each flush. Its bits, the lowest first: not the
# last block (0), no length of data (11), a bit that is reserved (0), nothing to skip (00).
NOTHING = bytes([0b000110])


class CompressionMiddleware(GZipMiddleware):
    """Compresses with brotli. Streams and clients without brotli are left to gzip; short or compressed responses stay
    as they are.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if (
            not isinstance(response, HttpResponse)
            or response.has_header("Content-Encoding")
            or len(response.content) < SHORTEST_BODY
            or not ACCEPTED.search(request.headers.get("Accept-Encoding", ""))
        ):
            unchanged: HttpResponseBase = super().process_response(request, response)
            return unchanged
        patch_vary_headers(response, ("Accept-Encoding",))
        response.content = compressed(response.content, secrets.randbelow(self.max_random_bytes))
        response.headers["Content-Length"] = str(len(response.content))
        response.headers["Content-Encoding"] = "br"
        tag = response.headers.get("ETag", "")
        if tag.startswith('"'):
            response.headers["ETag"] = f"W/{tag}"
        return response


def compressed(content: bytes, hidden: int) -> bytes:
    """Return the content compressed with brotli, with `hidden` bytes of padding."""
    stream = brotli.Compressor(quality=QUALITY, lgwin=WINDOW)
    packed: bytes = stream.process(content) + stream.flush() + NOTHING * hidden + stream.finish()
    return packed


# Django's messages in a cookie that is named like the other cookies of this server.


class InCookie(CookieStorage):
    """CookieStorage with another cookie name: Django's is fixed and no setting changes it."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Messages(FallbackStorage):
    """Stores messages in a cookie, and those too long for it in the session."""

    storage_classes = (InCookie, SessionStorage)


# The colour theme: light, dark or the device's, stored in a cookie, so that the first paint already has it.

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
