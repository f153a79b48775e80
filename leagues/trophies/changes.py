"""Tells those above the league that trophies are about to pass, so that they can say afterwards who has them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.dispatch import Signal

from clubs.models import Club

# Before anything is written: `club` and `trophies` are keys. A receiver may return a function of the reason (a text,
# "" where there is none); it is called once the trophies have passed, in the same transaction.
about_to_pass = Signal()


@contextmanager
def passing(club_id: int, trophies: Collection[int], why: str = "") -> Iterator[None]:
    answers: list[tuple[Any, Any]] = [*about_to_pass.send(Club, club=club_id, trophies=trophies)]
    yield
    for _, passed in answers:
        if passed:
            passed(why)
