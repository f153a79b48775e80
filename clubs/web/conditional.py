"""Pages that need not be made or sent again. What a page depends on is said once, and decides both."""

import hashlib
import secrets
from collections.abc import Callable

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubs.language.terms import own_words

STARTED = secrets.token_hex(4)  # the next start may bring other templates
HOUR = 60 * 60


def conditional(request: HttpRequest, depends: object, render: Callable[[], HttpResponse]) -> HttpResponseBase:
    """304 when the browser has the page already; otherwise the page with its tag."""
    # The cookies hold the theme, who is asking and what their forms must carry.
    tag = f'W/"{_digest(depends, sorted(request.COOKIES.items()), request.headers.get("HX-Request"))}"'
    if not len(get_messages(request)) and (unchanged := get_conditional_response(request, etag=tag)) is not None:
        unchanged["ETag"] = tag
        return unchanged
    response = render()
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def cached_fragment(depends: object, render: Callable[[], SafeString]) -> SafeString:
    """The same part of a page for everybody, made once for all who look at it within the hour."""
    key = f"page-{_digest(depends)}"
    html = cache.get(key)
    if not isinstance(html, SafeString):
        html = render()
        cache.set(key, html, HOUR)
    return html


def polled(request: HttpRequest, depends: object, render: Callable[[str], HttpResponse]) -> HttpResponseBase:
    """A page that asks for what is new: 204 while it shows all there is. `render` gets the word for what it shows."""
    since = stamp_of(depends)
    if request.GET.get("since") == since:
        return HttpResponse(status=204)
    return conditional(request, depends, lambda: render(since))


def stamp_of(depends: object) -> str:
    """The same in every process of the server, and after the next start."""
    return hashlib.sha256(repr((depends, _own_words())).encode()).hexdigest()[:16]


def fragment(request: HttpRequest, template: str) -> str:
    """What a page that follows asks for is the part of it that changes; a browser gets all of it."""
    return f"{template}#live" if is_following(request) else template


def is_following(request: HttpRequest) -> bool:
    """Asked by a page that follows already: it goes on to do so until it is left."""
    return "HX-Request" in request.headers


def _digest(*parts: object) -> str:
    reader = timezone.get_current_timezone_name(), get_language(), _own_words()
    return hashlib.sha256(repr((STARTED, reader, parts)).encode()).hexdigest()[:24]


def _own_words() -> list[tuple[str, str]]:
    """The club's; a term that is called something else changes every page."""
    return sorted(own_words().items())
