"""Django's message catalogue: used by the engines, and made faster for pages with hundreds of texts."""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.utils.translation import get_language, gettext, ngettext, trans_real

from clubs.language.figures import minus
from clubs.language.locales import grouped
from scoring.messages import Thousands, speak_by

Made = TypeVar("Made")
NONE = object()


def connect() -> None:
    """Let the engines translate by Django, and replace the slow parts of Django's translation."""
    speak_by(_pattern, _figure)
    vars(trans_real)["_active"] = Active()
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


class Active:
    """The store of the request's active language in Django's translation, as `value`; AttributeError before it is set.

    Django's own, asgiref's `Local`, compares threads at each access, and a page has hundreds. A context variable also
    follows a request into another thread, at a fifth of the time (ADR 64).
    """

    def __init__(self) -> None:
        self._value: ContextVar[Any] = ContextVar("language", default=NONE)

    @property
    def value(self) -> Any:
        spoken = self._value.get()
        if spoken is NONE:
            raise AttributeError("value")
        return spoken

    @value.setter
    def value(self, spoken: Any) -> None:
        if isinstance(spoken, trans_real.DjangoTranslation) and "gettext" not in vars(spoken):
            vars(spoken)["gettext"] = _in_one_look(spoken)
        self._value.set(spoken)

    @value.deleter
    def value(self) -> None:
        self._value.set(NONE)


def _in_one_look(language: Any) -> Callable[[str], str]:
    """Return a `gettext` for a language and its fallbacks with a single lookup: Django's searches each part of each
    catalogue."""
    known: dict[str, str] = {}
    while language is not None:
        known = _single_texts(language) | known
        language = language._fallback
    return lambda message: known.get(message, message)


def _single_texts(language: Any) -> dict[str, str]:
    """Return a catalogue's translations without plural, and the singular of those with plural."""
    catalogue = language._catalog  # a plain dictionary for a language without a translation of Django
    parts = getattr(catalogue, "_catalogs", [catalogue])[::-1]  # the first part takes precedence
    one = language.plural(1)
    of_one = {key[0]: text for part in parts for key, text in part.items() if isinstance(key, tuple) and key[1] == one}
    return of_one | {key: text for part in parts for key, text in part.items() if isinstance(key, str)}


def _figure(value: object) -> str:
    return minus(grouped(value) if isinstance(value, Thousands) else str(value))


def _pattern(pattern: str, many: str | None, count: int) -> str:
    return gettext(pattern) if many is None else ngettext(pattern, many, count)
