"""The language in use and its messages: the answers of Django's functions at a fraction of their cost.

A page asks some two hundred times which language it is in, and for a hundred messages (ADR 64).
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.utils.translation import trans_real

NONE = object()


class Active:
    """The store of the request's active language in Django's translation, as `value`; AttributeError before it is set.

    Django's own, asgiref's `Local`, compares threads at each access. A context variable also follows a request into
    another thread, at a fifth of the time (ADR 64).
    """

    def __init__(self) -> None:
        self._value: ContextVar[Any] = ContextVar("language", default=NONE)
        self._code: ContextVar[Any] = ContextVar("code", default=NONE)
        # Both return NONE before a language is in use.
        self.translation: Callable[[], Any] = self._value.get
        self.code: Callable[[], Any] = self._code.get

    @property
    def value(self) -> Any:
        current = self.translation()
        if current is NONE:
            raise AttributeError("value")
        return current

    @value.setter
    def value(self, current: Any) -> None:
        if type(current) is trans_real.DjangoTranslation and "gettext" not in vars(current):
            vars(current)["gettext"] = _in_one_look(current)
        self._value.set(current)
        # Django gives the translation of “no language” its method afterwards.
        self._code.set(current.to_language() if hasattr(current, "to_language") else None)

    @value.deleter
    def value(self) -> None:
        self._value.set(NONE)
        self._code.set(NONE)


class Texts(dict[str, str]):
    """Translations by message; the message itself where there is none."""

    def __missing__(self, message: str) -> str:
        return message


ACTIVE = Active()


def connect() -> None:
    """Take the place of Django's store."""
    vars(trans_real)["_active"] = ACTIVE
    # English is the source and has no catalogue. Its fallbacks, from parts of Django, are empty, and each message
    # would be looked up in all five.
    vars(trans_real.translation(settings.LANGUAGE_CODE))["_fallback"] = None


def _in_one_look(language: Any) -> Callable[[str], str]:
    """Return a `gettext` for a language and its fallbacks with a single lookup: Django's searches each part of each
    catalogue.
    """
    known: dict[str, str] = {}
    while language is not None:
        known = _single_texts(language) | known
        language = language._fallback
    return Texts(known).__getitem__


def _single_texts(language: Any) -> dict[str, str]:
    """Return a catalogue's translations without plural, and the singular of those with plural."""
    catalogue = language._catalog  # a plain dictionary for a language without a translation of Django
    parts = getattr(catalogue, "_catalogs", [catalogue])[::-1]  # the first part takes precedence
    one = language.plural(1)
    of_one = {key[0]: text for part in parts for key, text in part.items() if isinstance(key, tuple) and key[1] == one}
    return of_one | {key: text for part in parts for key, text in part.items() if isinstance(key, str)}
