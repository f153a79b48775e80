"""What the engines say, by Django's catalogue."""

from django.conf import settings
from django.utils.translation import gettext, ngettext
from django.utils.translation.trans_real import translation

from clubs.language.figures import minus
from scoring.messages import speak_by


def connect() -> None:
    speak_by(_pattern, minus)
    # English is the source and has no catalogue. Those of Django's own parts that stand behind it are empty: each
    # message of a page would be looked up in all five.
    vars(translation(settings.LANGUAGE_CODE))["_fallback"] = None


def _pattern(pattern: str, many: str | None, count: int) -> str:
    return gettext(pattern) if many is None else ngettext(pattern, many, count)
