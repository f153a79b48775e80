"""Django's catalogue: what the engines say by it, and what of it is too slow for a page of hundreds of texts."""

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
    speak_by(_pattern, _figure)
    vars(trans_real)["_active"] = Active()
    # English is the source and has no catalogue. Those of Django's own parts that stand behind it are empty: each
    # message of a page would be looked up in all five.
    vars(trans_real.translation(settings.LANGUAGE_CODE))["_fallback"] = None


def once_a_language(make: Callable[[], Made]) -> Callable[[], Made]:
    """Made when it is asked for first in each language: texts that a page says by the dozen."""
    made: dict[str | None, Made] = {}

    @wraps(make)
    def in_this_language() -> Made:
        language = get_language()
        if language not in made:
            made[language] = make()
        return made[language]

    return in_this_language


class Active:
    """Where Django's translation keeps the language of the request, as `value`; there is none before one is spoken.

    Django's own, asgiref's `Local`, compares threads at every look, and a page looks hundreds of times. A context
    variable follows a request into another thread just as well, and costs a fifth (ADR 64).
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
    """`gettext` of a language with all that stands behind it: Django asks each part of each catalogue for a message."""
    known: dict[str, str] = {}
    while language is not None:
        known = _single_texts(language) | known
        language = language._fallback
    return lambda message: known.get(message, message)


def _single_texts(language: Any) -> dict[str, str]:
    """What one catalogue says of each message without a number, then of one thing where there are two forms."""
    catalogue = language._catalog  # of a language that nobody translated Django into, no more than a dictionary
    parts = getattr(catalogue, "_catalogs", [catalogue])[::-1]  # the first part says what counts
    one = language.plural(1)
    of_one = {key[0]: text for part in parts for key, text in part.items() if isinstance(key, tuple) and key[1] == one}
    return of_one | {key: text for part in parts for key, text in part.items() if isinstance(key, str)}


def _figure(value: object) -> str:
    return minus(grouped(value) if isinstance(value, Thousands) else str(value))


def _pattern(pattern: str, many: str | None, count: int) -> str:
    return gettext(pattern) if many is None else ngettext(pattern, many, count)
