"""A club's own words for terms of the games, the same in all languages.

They are stored on the club's row, so that they need no query: finding the club activates them (`clubs/own_ways.py`).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from django.core.signals import request_finished, request_started

from clubs.models import Club
from clubs.names import plain_name
from scoring.messages import set_term_lookup

LONGEST_TERM = 40
USUAL: Mapping[str, str] = MappingProxyType({})

_active: ContextVar[Mapping[str, str]] = ContextVar("terms", default=USUAL)


def follow_terms(club: Club) -> None:
    """Activate a club's words for the rest of the request, or of a `terms_of` block."""
    _active.set(club.terms)


@contextmanager
def terms_of(club: Club | None) -> Iterator[None]:
    """Activate a club's words in a block; the usual ones for None."""
    before = own_words()
    _active.set(club.terms if club else USUAL)
    try:
        yield
    finally:
        _active.set(before)


def usable(words: Mapping[str, str]) -> dict[str, str]:
    """Return those words of a file that the form would accept."""
    tidy = {code: plain_name(word) for code, word in words.items()}
    return {code: word for code, word in tidy.items() if word and len(word) <= LONGEST_TERM}


def own_words() -> Mapping[str, str]:
    """Return the active words by the code of their term; whatever is cached with them depends on this."""
    return _active.get()


def own_word(code: str) -> str:
    """Return the club's word for a term; "" if it uses the usual one."""
    return _active.get().get(code, "")


def _reset(**_: object) -> None:
    _active.set(USUAL)


def connect() -> None:
    """Let engines use the words, and reset them before and after each request, as requests share threads."""
    set_term_lookup(own_word)
    request_started.connect(_reset, dispatch_uid="usual terms, before")
    request_finished.connect(_reset, dispatch_uid="usual terms, after")
