"""Translated messages for scripts: those of a bundle are in the page, those of parts loaded later in a file.

Both are JSON, keyed by the codes that `npm run build` gives the English texts; a value is a message, or its plural
forms by CLDR category. English, the source language, needs neither.
"""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from clubs.language.locales import locale

# Written by `npm run build`: for each bundle a list of [code, message] or [code, singular, plural]. Under
# `<bundle>.late` are the messages that only the later loaded parts of a match page use.
MESSAGES = Path(__file__).resolve().parent.parent / "static" / "dogclub" / "messages.json"
LATE = ".late"
ENOUGH = 201  # numbers from 0 in which every CLDR category occurs that a count of this program can have
YEAR = 365 * 24 * 60 * 60  # seconds


class Compact(json.JSONEncoder):
    """A JSON encoder without spaces that does not escape non-ASCII letters."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "ensure_ascii": False, "separators": (",", ":")})


@cache
def in_page(bundle: str, language: str) -> SafeString:
    """Return the JSON script element that stands before the bundle in a page; `language` must be the active one. Empty
    where no message differs from English.
    """
    messages = translated(bundle)
    return json_script(messages, f"messages-{bundle}", Compact) if messages else SafeString()


def own(words: Mapping[str, str]) -> SafeString:
    """Return the JSON script element with a club's own words, given by the English text of the message; empty without
    any.
    """
    codes = {one: code for messages in _by_bundle().values() for code, one, *_ in messages}
    own_words = {codes[text]: word for text, word in words.items()}
    return json_script(own_words, "messages-own", Compact) if own_words else SafeString()


@cache
def address_of_late(bundle: str, language: str) -> str:
    """Return the URL of the file of messages for the bundle's parts that are loaded later; "" where there are none."""
    name = bundle + LATE
    return reverse("script-messages", args=[language, name, _digest(name, language)]) if name in _by_bundle() else ""


@require_safe
def late_messages(request: HttpRequest, language: str, name: str, digest: str) -> HttpResponse:
    """Answer with a message file. A digest of another build gets the current messages too (codes are stable), uncached.
    404 for an unknown language or bundle.
    """
    is_offered = language in dict((*settings.LANGUAGES, *settings.PARTIAL_LANGUAGES))
    if not is_offered or name not in _by_bundle() or not name.endswith(LATE):
        raise Http404
    answer = HttpResponse(_text(name, language), content_type="application/json")
    if digest == _digest(name, language):
        patch_cache_control(answer, public=True, immutable=True, max_age=YEAR)
    else:
        patch_cache_control(answer, no_cache=True)
    return answer


@cache
def _text(name: str, language: str) -> str:
    with translation.override(language):
        return json.dumps(translated(name), cls=Compact)


def _digest(name: str, language: str) -> str:
    return sha256(_text(name, language).encode()).hexdigest()[:12]


def translated(name: str) -> dict[int, str | dict[str, str]]:
    """Return the messages of the active language by code, without those that are the same as in English."""
    found: dict[int, str | dict[str, str]] = {}
    for code, one, *many in _by_bundle().get(name, []):
        forms = _plurals(one, *many) if many else {}
        if forms and {*forms.values()} != {one, *many}:
            found[code] = forms
        elif not many and (text := gettext(one)) != one:
            found[code] = text
    return found


def _plurals(one: str, many: str) -> dict[str, str]:
    """Return the forms of a message by CLDR category, as Intl.PluralRules names it."""
    form = locale().plural_form
    # Nought last: where it falls into the category of one, as in Portuguese, the category is that of one thing.
    numbers = {form(0): 0} | {form(number): number for number in reversed(range(1, ENOUGH))}
    return {category: ngettext(one, many, number) for category, number in numbers.items()}


@cache
def _by_bundle() -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = json.loads(MESSAGES.read_text("utf-8"))
    return found
