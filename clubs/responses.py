"""Conditional responses and cached fragments, paging, and what the page after a form says."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.language.terms import own

STARTED = secrets.token_hex(4)  # changes with each start, which may have other templates
HOUR = 60 * 60


def conditional(request: HttpRequest, depends: object, render: Callable[[], HttpResponse]) -> HttpResponseBase:
    """Return 304 if the browser has the current page; otherwise the rendered page with its ETag."""
    # The page also depends on cookies: theme, session and CSRF token.
    tag = f'W/"{_digest(depends, sorted(request.COOKIES.items()), request.headers.get("HX-Request"))}"'
    if not len(get_messages(request)) and (unchanged := get_conditional_response(request, etag=tag)) is not None:
        unchanged["ETag"] = tag
        return unchanged
    response = render()
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def cached_fragment(depends: object, render: Callable[[], SafeString]) -> SafeString:
    """Return a part of a page that is the same for all users, cached for an hour."""
    key = f"page-{_digest(depends)}"
    html = cache.get(key)
    if not isinstance(html, SafeString):
        html = render()
        cache.set(key, html, HOUR)
    return html


def polled(request: HttpRequest, depends: object, render: Callable[[str], HttpResponse]) -> HttpResponseBase:
    """Return the page, or 204 if its query `since` is the present stamp. `render` gets that stamp."""
    since = stamp_of(depends)
    if request.GET.get("since") == since:
        return HttpResponse(status=204)
    return conditional(request, depends, lambda: render(since))


def stamp_of(depends: object) -> str:
    """Return a hash of `depends` that is the same in every process and after a restart."""
    return hashlib.sha256(repr((depends, own())).encode()).hexdigest()[:16]


def fragment(request: HttpRequest, template: str) -> str:
    """Return the template name for a full page, or for the part `live` of it if the request is for an update."""
    return f"{template}#live" if is_following(request) else template


def is_following(request: HttpRequest) -> bool:
    """Whether the request is for an update of a page that is already open."""
    return "HX-Request" in request.headers


def _digest(*parts: object) -> str:
    reader = timezone.get_current_timezone_name(), get_language(), own()
    return hashlib.sha256(repr((STARTED, reader, parts)).encode()).hexdigest()[:24]


# Paging of lists.


def page_of(request: HttpRequest, rows: QuerySet[Any] | Sequence[Any], size: int = 50) -> Page[Any]:
    """Return the page of the query; the first for an invalid number, the last for one too high."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


# What the page after a form says: that it is saved.


def saved(name: str = "") -> str:
    """Return the message that the thing of this name is saved."""
    return _("{save}: saved.").format(save=name) if name else _("Saved.")
