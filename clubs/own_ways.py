"""Activation of a club's own time zone and words for terms."""

from collections.abc import Iterator
from contextlib import contextmanager

from clubs.language.terms import follow_terms, terms_of
from clubs.models import Club
from clubs.time_zone import clock_of, follow_clock


def follow_club(club: Club) -> None:
    """Activate both for the rest of the request, or of a `ways_of` block."""
    follow_clock(club)
    follow_terms(club)


@contextmanager
def ways_of(club: Club | None) -> Iterator[None]:
    """Activate both in a block; for None, the server's time zone and the usual words."""
    with clock_of(club), terms_of(club):
        yield
