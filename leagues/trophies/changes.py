"""A signal before and after trophies change hands, so that its receivers can compare the holders."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.dispatch import Signal

from clubs.models import Club

# Sent before anything is written; `club` and `trophies` are keys. A receiver may return a function of the reason (a
# text, "" if there is none), which is called after the trophies have changed hands, in the same transaction.
about_to_pass = Signal()


@contextmanager
def passing(club_id: int, trophies: Collection[int], why: str = "") -> Iterator[None]:
    """Send the signal, run the body of the `with` statement, then call what the receivers returned with the reason."""
    answers: list[tuple[Any, Any]] = [*about_to_pass.send(Club, club=club_id, trophies=trophies)]
    yield
    for _, passed in answers:
        if passed:
            passed(why)
