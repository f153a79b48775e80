"""A page's scripts, each with what it says in the language of the page."""

import json
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from clubs.language.locales import locale

register = template.Library()

# Written by `npm run build`: what each bundle says, a message or its singular and plural.
MESSAGES = Path(__file__).resolve().parent.parent / "static" / "dogclub" / "messages.json"
ENOUGH = 201  # numbers to have met every category of the CLDR that a count of this program can fall into


@register.simple_tag
def script(name: str) -> SafeString:
    """A bundle of dogclub/scripts/; `{% script "live" %}`. In English, its source, it needs no messages."""
    return format_html('{}<script type="module" src="{}"></script>', _said(name), static(f"dogclub/{name}.js"))


def _said(name: str) -> str:
    language = get_language() or settings.LANGUAGE_CODE
    return "" if language == settings.LANGUAGE_CODE else _messages(name, language)


@cache
def _messages(name: str, language: str) -> str:
    said = {one: _plurals(one, *many) if many else gettext(one) for one, *many in _by_bundle().get(name, [])}
    return json_script(said, f"messages-{name}") if said else ""


def _plurals(one: str, many: str) -> dict[str, str]:
    """The forms of a message by the categories of the CLDR, as a browser asks for them."""
    form = locale().plural_form
    numbers = {form(number): number for number in reversed(range(ENOUGH))}
    return {category: ngettext(one, many, number) for category, number in numbers.items()}


@cache
def _by_bundle() -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = json.loads(MESSAGES.read_text("utf-8"))
    return found
