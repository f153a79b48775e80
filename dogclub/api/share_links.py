"""Endpoints for share links (make, list, revoke), and for the user's own page as a picture."""

from http import HTTPStatus
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.decorators import renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.links.tokens import public_url
from clubs.models import Club
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import Png, created, endpoint
from dogclub.api.http.etags import AWARDS, MATCHES, PLAYERS, TROPHIES, answer_file, answer_read, of_club
from dogclub.api.http.messages import NewShareLink, read_as
from dogclub.api.http.paging import piece
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import results
from dogclub.api.openapi import share_links as words
from dogclub.api.openapi.operation import described
from games.models import Match
from leagues.sharing import links
from leagues.sharing.links import Listed, Subject
from leagues.sharing.players import player_subject, two_players_subject
from leagues.sharing.subjects import match_subject, name_of, report_subject, standings_subject

T = TypeVar("T")


@described(GET=words.LIST_SHARE_LINKS, POST=words.MAKE_SHARE_LINK)
@endpoint("GET", "POST")
def share_links(request: Request, slug: str) -> Response:
    """List the working links (the user's own, for organisers all of the club), or make one."""
    access = club_access(plain(request), slug)
    if request.method == "POST":
        return _make(request, access)
    mine = {} if access.can_organise else {"created_by": access.user}
    rows = [link_json(each) for each in links.listed(access, timezone.now(), **mine)]
    return answer_read(request, piece(request, rows, "links"))


def _make(request: Request, access: Access) -> Response:
    new = read_as(request, NewShareLink)
    subject = _subject(access, new)
    if subject is None:
        raise Http404
    try:
        row, token = links.make(access, subject.columns, new.expires)
    except links.NotAllowed as why:
        raise Problem("refused", str(why)) from why
    (made,) = links.listed(access, timezone.now(), pk=row.pk)
    url = public_url(plain(request), reverse("shared", args=[token]))
    return created(request, {**link_json(made), "url": url})


def _subject(access: Access, new: NewShareLink) -> Subject | None:
    """Return what the link shows; None where that does not exist or has no result yet."""
    club = access.club
    if new.kind == "standings":
        season = get_object_or_404(club.seasons, pk=new.season) if new.season else None
        return standings_subject(club, season, new.game)
    if new.kind == "player":
        player = club.players.filter(pk=access.player_id).first() if access.player_id else None
        return player_subject(club, player) if player else None
    if new.kind == "head-to-head":
        return _two_players(club, new)
    if new.kind == "report":
        night = club.nights.filter(pk=_given(new.night, "night")).first()
        return report_subject(club, night) if night else None
    match = Match.objects.select_related("club").filter(club=club, pk=_given(new.match, "match")).first()
    return match_subject(match) if match else None


def _two_players(club: Club, new: NewShareLink) -> Subject | None:
    one, other = (
        get_object_or_404(club.players, pk=_given(key, field))
        for field, key in (("player", new.player), ("opponent", new.opponent))
    )
    season = get_object_or_404(club.seasons, pk=new.season) if new.season else None
    return two_players_subject(club, one, other, season, new.game)


def _given(key: T | None, field: str) -> T:
    """Return the key. Raises Problem where it is missing."""
    if key is None:
        raise Problem("invalid", _("Say which {field}.").format(field=field), field=field)
    return key


@described(GET=results.PLAYER_PICTURE)
@endpoint("GET")
@renderer_classes([Png])
def player_picture(request: Request, slug: str, pk: int) -> HttpResponseBase:
    """The same picture as where the user's own page is shared; 404 for any other player."""
    access = club_access(plain(request), slug)
    about = (access.club.branding, access.player_id)
    edition = of_club(access, MATCHES, PLAYERS, AWARDS, TROPHIES, about=about)
    return answer_file(request, edition, lambda: _picture(request, access, pk))


def _picture(request: Request, access: Access, pk: int) -> HttpResponseBase:
    player = access.club.players.filter(pk=pk).first() if pk == access.player_id else None
    subject = player_subject(access.club, player) if player else None
    if subject is None:
        raise Http404
    try:
        return subject.picture(plain(request))
    except BadRequest as error:
        raise Problem("query", str(error)) from error


@described(DELETE=words.REVOKE_SHARE_LINK)
@endpoint("DELETE")
def share_link(request: Request, slug: str, pk: UUID) -> Response:
    """Revoke a link: the user's own, for organisers any of the club."""
    links.revoke(get_object_or_404(links.revocable(club_access(plain(request), slug)), pk=pk))
    return Response(status=HTTPStatus.NO_CONTENT)


def link_json(link: Listed) -> dict[str, Any]:
    """Return a share link without its URL, which only its creation returns."""
    row: Any = link.row
    ends = {"expires_at": row.ends_at, "name": name_of(row), "mine": not link.maker}
    return shaped(words.SHARE_LINK, row, shared_by=link.maker or links.maker_of(row), **ends)
