"""Django's message catalogue: used by the engines, and made faster for pages with hundreds of texts."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.conf import settings
from django.utils.translation import ngettext, trans_real

from clubs.language.active import ACTIVE, get_language, gettext
from clubs.language.figures import minus
from clubs.language.locales import grouped
from scoring.messages import Thousands, set_catalogue

Made = TypeVar("Made")


def connect() -> None:
    """Let the engines translate by Django, and replace the slow parts of Django's translation."""
    set_catalogue(_pattern, _figure)
    vars(trans_real)["_active"] = ACTIVE
    # English is the source and has no catalogue. Its fallbacks, from parts of Django, are empty, and each message
    # would be looked up in all five.
    vars(trans_real.translation(settings.LANGUAGE_CODE))["_fallback"] = None


def once_a_language(make: Callable[[], Made]) -> Callable[[], Made]:
    """Decorate a function without arguments: cache its result for each language. For texts used often on a page."""
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
