"""Endpoints for the user's clubs and for the games."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, SignInFirst, access_of, account, club_access, with_role, with_spectator
from clubs.api_keys.keys import key_of
from clubs.models import Club, Scope
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer_read
from dogclub.api.http.paging import page
from dogclub.api.http.session import plain
from dogclub.api.openapi import people
from dogclub.api.openapi.operation import described
from scoring import ENGINES
from scoring.base import Engine


@described(GET=people.LIST_CLUBS)
@endpoint("GET", reads=Scope.TONIGHT)
def clubs(request: Request) -> Response:
    """List the clubs of the user, or the one of a club's key."""
    user, key = account(plain(request)), key_of(plain(request))

    def to_json(row: Any) -> dict[str, Any]:
        return club_json(access_of(row, row, user, key))

    return answer_read(request, page(request, _mine(request), "slug", to_json, "clubs"))


def _mine(request: Request) -> QuerySet[Any]:
    user, key = account(plain(request)), key_of(plain(request))
    if user is None and key is None:
        raise SignInFirst
    rows = Club.objects.filter(pk=key.club_id) if key and key.club_id else Club.objects.filter(memberships__user=user)
    return with_spectator(with_role(rows.filter(deletes_at=None), user.pk if user else None), ())


@described(GET=people.READ_CLUB)
@endpoint("GET", reads=Scope.TONIGHT)
def club(request: Request, slug: str) -> Response:
    """Read a club, and what the key may do in it."""
    return answer_read(request, club_json(club_access(plain(request), slug, spectators=True)))


def club_json(access: Access) -> dict[str, Any]:
    return shaped(
        people.CLUB,
        access.club,
        role=access.role.name.lower() if access.role else None,
        can_record=access.can_record,
        can_organise=access.can_organise,
        url=access.club.get_absolute_url(),
    )


@described(GET=people.LIST_GAMES)
@endpoint("GET", anybody=True)
def games(request: Request) -> Response:
    """List the games."""
    return answer_read(request, {"games": [_game(each) for each in ENGINES]})


def _game(game: Engine[Any]) -> dict[str, Any]:
    least, most = game.seats
    return shaped(people.GAME, game, least=least, most=most, rule_version=game.version, entries=list(game.entries))
