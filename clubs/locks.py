"""One change of a club's people at a time, so that what a form has checked still holds when it is saved."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponseBase

from clubs.models import Club

P = ParamSpec("P")
ClubView = Callable[Concatenate[HttpRequest, Club, P], HttpResponseBase]


def take_turns(view: ClubView[P]) -> ClubView[P]:
    """For views under `club_view`: a POST waits until the one before it, on the same club, is through."""

    @wraps(view)
    def inner(request: HttpRequest, club: Club, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, club, *args, **kwargs)
        with transaction.atomic():
            wait_for(club)
            return view(request, club, *args, **kwargs)

    return inner


def wait_for(club: Club) -> Club:
    """The club as it now stands. Inside a transaction; SQLite has taken its turn already when the transaction began."""
    return Club.objects.select_for_update().get(pk=club.pk)


def wait_for_results(club_id: int) -> None:
    """Inside a transaction: what follows from two results of one club is written one after the other.

    New matches and people of the club need not wait, and SQLite has taken its turn already.
    """
    if connection.features.has_select_for_update:
        Club.objects.select_for_update(no_key=True).get(pk=club_id)
