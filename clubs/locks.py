"""Locks that serialise changes of a club's people, so that what a form has validated still holds when it is saved."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponseBase

from clubs.models import Club

P = ParamSpec("P")
ClubView = Callable[Concatenate[HttpRequest, Club, P], HttpResponseBase]


def serialised(view: ClubView[P]) -> ClubView[P]:
    """Decorate a view under `club_view`: POSTs to one club run one after the other, each in a transaction."""

    @wraps(view)
    def inner(request: HttpRequest, club: Club, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, club, *args, **kwargs)
        with transaction.atomic():
            lock_club(club)
            return view(request, club, *args, **kwargs)

    return inner


def lock_club(club: Club) -> Club:
    """Lock the club's row and return it as it is now. Must be in a transaction; on SQLite that alone is the lock.

    New matches and players do not wait for it: a row that refers to the club locks only its key.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def lock_club_for_results(club_id: int) -> None:
    """Lock a club for consequences of results, so that those of two results are written one after the other. Must be in
    a transaction; on SQLite that alone is the lock, and costs no query.
    """
    if connection.features.has_select_for_update:
        Club.objects.select_for_update(no_key=True).get(pk=club_id)
