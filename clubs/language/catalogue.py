"""What the engines say, by Django's catalogue."""

from django.conf import settings
from django.utils.translation import gettext, ngettext
from django.utils.translation.trans_real import translation

from clubs.language.figures import minus
from clubs.language.locales import grouped
from scoring.messages import Thousands, speak_by


def connect() -> None:
    speak_by(_pattern, _figure)
    # English is the source and has no catalogue. Those of Django's own parts that stand behind it are empty: each
    # message of a page would be looked up in all five.
    vars(translation(settings.LANGUAGE_CODE))["_fallback"] = None


def _figure(value: object) -> str:
    return minus(grouped(value) if isinstance(value, Thousands) else str(value))


def _pattern(pattern: str, many: str | None, count: int) -> str:
    return gettext(pattern) if many is None else ngettext(pattern, many, count)
