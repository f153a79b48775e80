"""Pages that need not be made or sent again. What a page depends on is said once, and decides both."""

import hashlib
import secrets
from collections.abc import Callable

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.safestring import SafeString

STARTED = secrets.token_hex(4)  # the next start may bring other templates
HOUR = 60 * 60


def fresh(request: HttpRequest, depends: object, render: Callable[[], HttpResponse]) -> HttpResponseBase:
    """304 when the browser has the page already; otherwise the page with its tag."""
    # The cookies hold the theme, who is asking and what their forms must carry.
    tag = f'W/"{_digest(depends, sorted(request.COOKIES.items()), request.headers.get("HX-Request"))}"'
    if not len(get_messages(request)) and (unchanged := get_conditional_response(request, etag=tag)) is not None:
        return unchanged
    response = render()
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def kept(depends: object, render: Callable[[], SafeString]) -> SafeString:
    """The same part of a page for everybody, made once for all who look at it within the hour."""
    key = f"page-{_digest(depends)}"
    found = cache.get(key)
    if not isinstance(found, SafeString):
        found = render()
        cache.set(key, found, HOUR)
    return found


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr((STARTED, parts)).encode()).hexdigest()[:24]
