"""The service worker: worker.js, preceded by the list of files of this build that a match page needs and by the offline
page's address. Its version changes when one of these files does.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_safe

from games.registry import TABLE_GAMES

SOURCE = Path(__file__).with_name("worker.js")
TABLES = [
    *("dogclub/table.css", "dogclub/form.table.js", "dogclub/table.extras.js"),
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
