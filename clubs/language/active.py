"""The language in use and its messages: the answers of Django's functions at a fraction of their cost.

A page asks some two hundred times which language it is in, and for a hundred messages (ADR 64).
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.utils import translation
from django.utils.translation import trans_real

NONE = object()


class Active:
    """Where Django's translation keeps the language of the request, as `value`; there is none before one is spoken.

    Django's own, asgiref's `Local`, compares threads at every look. A context variable follows a request into another
    thread just as well, and costs a fifth (ADR 64).
    """

    def __init__(self) -> None:
        self._value: ContextVar[Any] = ContextVar("language", default=NONE)
        self.translation: Callable[[], Any] = self._value.get  # NONE before a language is in use

    @property
    def value(self) -> Any:
        spoken = self.translation()
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


ACTIVE = Active()


def get_language() -> str | None:
    """The code of the language in use, as Django's function of this name; None where translation is switched off."""
    spoken = ACTIVE.translation()
    language: str | None = translation.get_language() if spoken is NONE else spoken.to_language()
    return language


def gettext(message: str) -> str:
    """The translation of a message without line breaks or markup, for which Django's function of this name looks."""
    spoken = ACTIVE.translation()
    text: str = translation.gettext(message) if spoken is NONE else spoken.gettext(message)
    return text


def _in_one_look(language: Any) -> Callable[[str], str]:
    """`gettext` of a language and its fallbacks by one dict: Django asks each part of each catalogue for a message."""
    known: dict[str, str] = {}
    while language is not None:
        known = _single_texts(language) | known
        language = language._fallback
    return lambda message: known.get(message, message)


def _single_texts(language: Any) -> dict[str, str]:
    """The translations of one catalogue by message; of a message with plural forms, the form for one."""
    catalogue = language._catalog  # of a language that nobody translated Django into, no more than a dictionary
    parts = getattr(catalogue, "_catalogs", [catalogue])[::-1]  # the first part says what counts
    one = language.plural(1)
    of_one = {key[0]: text for part in parts for key, text in part.items() if isinstance(key, tuple) and key[1] == one}
    return of_one | {key: text for part in parts for key, text in part.items() if isinstance(key, str)}
