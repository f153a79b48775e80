"""Who holds what, and who held it before, for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import openapi
from games.api.session import Session, plain
from games.chains import Link, chain
from games.trophies import Holder, on_show
from leagues.access import club_access
from leagues.models import Trophy


@extend_schema(**openapi.TROPHIES)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def trophies_of_club(request: Request, slug: str) -> Response:
    """Every trophy that is not retired, with who holds it now."""
    club = club_access(plain(request), slug, readers=True).club
    return Response({"trophies": [_trophy(trophy, held) for trophy, held in on_show(club.pk)]})


@extend_schema(**openapi.TROPHY_CHAIN)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def trophy_chain(request: Request, slug: str, pk: int) -> Response:
    """The chain of one trophy, the newest first, `?page=` by page; withdrawn awards stand in it with their reason."""
    club = club_access(plain(request), slug, readers=True).club
    trophy = get_object_or_404(Trophy, club=club, pk=pk)
    held = next((held for each, held in on_show(club.pk, trophy.game) if each == trophy), [])
    found = chain(plain(request), trophy)
    pages = {"page": found.page.number, "pages": found.page.paginator.num_pages}
    return Response({**_trophy(trophy, held), **pages, "chain": [_link(link) for link in found.links]})


def _trophy(trophy: Trophy, held: list[Holder]) -> dict[str, Any]:
    return {
        "id": trophy.pk,
        "name": trophy.name,
        "about": trophy.about,
        "game": trophy.game or None,
        "rule": trophy.rule,
        "retired_at": trophy.retired_at,
        "holders": [_holder(holder) for holder in held],
    }


def _holder(holder: Holder) -> dict[str, Any]:
    return {
        "player": holder.player.pk,
        "name": holder.player.label,
        "since": holder.since,
        "days": holder.days,
        "defended": holder.defended,
        "back_to_back": holder.back_to_back,
    }


def _link(link: Link) -> dict[str, Any]:
    award = link.award
    return {
        "player": award.player_id,
        "name": award.player.label,
        "awarded_at": award.awarded_at,
        "match": award.match_id,
        "playoff": award.playoff_id,
        "night": link.night.pk if link.night else None,
        "reason": award.reason,
        "days": link.days,
        "mark": link.mark,
        "withdrawn_at": award.withdrawn_at,
        "withdrawn_because": award.withdrawn_because,
    }
