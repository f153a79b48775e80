"""The service worker: worker.js, preceded by the list of files of this build that a match page needs and by the offline
page's address. Its version changes when one of these files does.
"""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_safe

from games.registry import TABLE_GAMES

SOURCE = Path(__file__).with_name("worker.js")
TABLES = [
    *("dogclub/table.css", "dogclub/asides.css", "dogclub/form.table.js", "dogclub/table.extras.js"),
    *("dogclub/dirty_dog.table.js", "dogclub/dirty_dog.offline.js"),
]
SHELL = [
    *("django_htmx/htmx-4.min.js", "dogclub/favicon.svg", "dogclub/offline.js", "dogclub/book.css"),
    *("vendor/fonts/public-sans-ascii.woff2", "vendor/fonts/besley-numerals.woff2"),
    *("vendor/fonts/public-sans-west.woff2", "vendor/fonts/public-sans-signs.woff2"),
    *("vendor/fonts/public-sans-latin.woff2", "vendor/fonts/besley-latin.woff2"),
    *("vendor/fonts/public-sans-latin-ext.woff2", "vendor/fonts/besley-latin-ext.woff2"),
]


def shell() -> list[str]:
    """Return the URLs of every file that a match page or the offline page needs."""
    styles = {game.style for game in TABLE_GAMES if game.style}
    return [static(name) for name in sorted({*SHELL, *TABLES, *styles})]


@cache
def script() -> tuple[str, str]:
    """Return the worker's version and its whole text; cached until the server restarts."""
    files, source = json.dumps(shell()), SOURCE.read_text()
    with translation.override(settings.LANGUAGE_CODE):  # the language of the first request must not decide the version
        page = offline_page()
    version = sha256(f"{files}{source}{page}".encode()).hexdigest()[:12]
    constants = f'const VERSION = "{version}", SHELL = {files};\n'
    constants += f'const OFFLINE = "{reverse("app-offline")}", SIGN_OUT = "{reverse("account_logout")}";\n'
    return version, constants + source


@require_safe
@cache_control(no_cache=True)
@etag(lambda _: f'"{script()[0]}"')
def worker(request: HttpRequest) -> HttpResponse:
    return HttpResponse(script()[1], content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    return HttpResponse(offline_page())


def offline_page() -> str:
    """Return the HTML of the offline page, rendered without a request, so that it is the same for everybody."""
    return render_to_string("app/offline.html")


# The web app manifest, with which browsers offer to install Dog Club: its name, colours and icons.


PAPER = "#f5f8f2"
ICONS = [
    ("app-192.png", "192x192", "any"),
    ("app-512.png", "512x512", "any"),
    ("maskable-192.png", "192x192", "maskable"),
    ("maskable-512.png", "512x512", "maskable"),
    ("app.svg", "any", "any"),
]
KINDS = {"png": "image/png", "svg": "image/svg+xml"}


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> JsonResponse:
    return JsonResponse(about(), content_type="application/manifest+json")


def about() -> dict[str, Any]:
    """Return the manifest as a dict, in the active language."""
    return {
        "id": "/",
        "name": "Dog Club",
        "short_name": "Dog Club",
        "description": _("Scores for the club: at the table, on the wall, on paper."),
        "lang": get_language() or settings.LANGUAGE_CODE,
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": reverse("front"),
        "scope": "/",
        "display": "standalone",
        # A manifest takes only one colour; base.html sets those for light and dark once a page is open.
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": [_icon(*each) for each in ICONS],
        "shortcuts": [
            {"name": _("Unsent entries"), "url": reverse("app-offline")},
            {"name": _("Enter a code"), "url": reverse("tablet-code")},
        ],
    }


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    source = static(f"dogclub/icons/{name}")
    return {"src": source, "sizes": sizes, "type": KINDS[name.rpartition(".")[2]], "purpose": purpose}


# The owner mark of a page, a keyed hash of the account: a browser that stores pages shows them to no other account.


SALT = "dogclub.app.page_owner"
HEADER = "X-Kept-For"


def mark_owner(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: every HTML page whose session was read carries its owner mark in the header X-Kept-For."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.session.accessed and response.get("Content-Type", "").startswith("text/html"):
            response[HEADER] = owner_mark(request.session.get(SESSION_KEY, ""))
        return response

    return middleware


def owner(request: HttpRequest) -> "dict[str, SimpleLazyObject[str]]":
    """Context processor: the owner mark as `page_owner`, for when the browser restores the page from its memory."""
    session = getattr(request, "session", {})  # a request that was refused early has none
    return {"page_owner": SimpleLazyObject(lambda: owner_mark(session.get(SESSION_KEY, "")))}


def owner_mark(account: str) -> str:
    """Return the owner mark, 16 hex digits: always the same for one account id, and the same for everyone not signed in
    ("").
    """
    return salted_hmac(SALT, account).hexdigest()[:16]
