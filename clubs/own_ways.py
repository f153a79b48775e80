"""A club's own ways: its clock, and its words for the terms of the games."""

from collections.abc import Iterator
from contextlib import contextmanager

from clubs.language.terms import follow_terms, terms_of
from clubs.models import Club
from clubs.time_zone import clock_of, follow_clock


def follow_club(club: Club) -> None:
    """From here to the end of the request, or of what `ways_of` is round."""
    follow_clock(club)
    follow_terms(club)


@contextmanager
def ways_of(club: Club | None) -> Iterator[None]:
    """The server's clock and the usual words where there is no club."""
    with clock_of(club), terms_of(club):
        yield
