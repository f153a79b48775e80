"""What a club calls the terms of the games where it has words of its own, in whatever language a page is.

They stand on the club's row, so that no page asks for them: whoever finds the club follows them (`clubs/own_ways.py`).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from django.core.signals import request_finished, request_started

from clubs.models import Club
from clubs.names import plain_name
from scoring.messages import name_by

LONGEST_TERM = 40
USUAL: Mapping[str, str] = MappingProxyType({})

_active: ContextVar[Mapping[str, str]] = ContextVar("terms", default=USUAL)


def follow_terms(club: Club) -> None:
    """From here to the end of the request, or of what `terms_of` is round."""
    _active.set(club.terms)


@contextmanager
def terms_of(club: Club | None) -> Iterator[None]:
    """The usual ones where there is no club."""
    before = own_words()
    _active.set(club.terms if club else USUAL)
    try:
        yield
    finally:
        _active.set(before)


def usable(words: Mapping[str, str]) -> dict[str, str]:
    """Those of a file that a form would take too."""
    tidy = {code: plain_name(word) for code, word in words.items()}
    return {code: word for code, word in tidy.items() if word and len(word) <= LONGEST_TERM}


def own_words() -> Mapping[str, str]:
    """The club's, by the code of the term; what is made with them depends on them."""
    return _active.get()


def own_word(code: str) -> str:
    """The club's word for a term; "" where it says the usual one."""
    return own_words().get(code, "")


def _reset(**_: object) -> None:
    _active.set(USUAL)


def connect() -> None:
    """Terms are said by them, and no request begins with those of the club that the one before it asked for."""
    name_by(own_word)
    request_started.connect(_reset, dispatch_uid="usual terms, before")
    request_finished.connect(_reset, dispatch_uid="usual terms, after")
