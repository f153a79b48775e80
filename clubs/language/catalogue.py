"""Connects the engines' messages, and pages with many texts, to Django's catalogues."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.conf import settings
from django.utils.translation import ngettext, trans_real

from clubs.language.active import ACTIVE, get_language, gettext
from clubs.language.figures import minus
from clubs.language.locales import grouped
from scoring.messages import Thousands, speak_by

Made = TypeVar("Made")


def connect() -> None:
    """Called once, when the app is ready."""
    speak_by(_pattern, _figure)
    vars(trans_real)["_active"] = ACTIVE
    # English is the source and has no catalogue. Those of Django's own parts that stand behind it are empty: each
    # message of a page would be looked up in all five.
    vars(trans_real.translation(settings.LANGUAGE_CODE))["_fallback"] = None


def once_a_language(make: Callable[[], Made]) -> Callable[[], Made]:
    """Caches the result of `make` by language, for texts that a page shows by the dozen."""
    made: dict[str | None, Made] = {}

    @wraps(make)
    def in_this_language() -> Made:
        language = get_language()
        if language not in made:
            made[language] = make()
        return made[language]

    return in_this_language


def _figure(value: object) -> str:
    return minus(grouped(value) if isinstance(value, Thousands) else str(value))


def _pattern(pattern: str, many: str | None, count: int) -> str:
    return gettext(pattern) if many is None else ngettext(pattern, many, count)
