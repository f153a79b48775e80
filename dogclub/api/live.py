"""Endpoints for streams of versions. The web server keeps them open from there (docs/developers/live.md), which is why
their URLs end in /live/.
"""

from uuid import UUID

from django.http import HttpResponseBase
from rest_framework.decorators import renderer_classes
from rest_framework.request import Request

from clubs.access import club_access
from clubs.models import Scope
from dogclub.api.http.endpoint import EventStream, endpoint
from dogclub.api.http.session import plain
from dogclub.api.openapi import live as words
from dogclub.api.openapi.operation import described
from games.access import match_access
from games.live.publish import club_topic, night_topic
from games.live.streams import match_stream, topic_stream
from leagues.nights.tables import night_for


@described(GET=words.WATCH_CLUB)
@endpoint("GET", reads=Scope.TONIGHT)
@renderer_classes([EventStream])
def watch_club(request: Request, slug: str) -> HttpResponseBase:
    """The stream of the club's page."""
    access = club_access(plain(request), slug, spectators=True)
    return topic_stream(club_topic(access.club.pk), access)


@described(GET=words.WATCH_NIGHT)
@endpoint("GET", reads=Scope.TONIGHT)
@renderer_classes([EventStream])
def watch_night(request: Request, slug: str, pk: int) -> HttpResponseBase:
    """The stream of a night; for spectators of tonight alone."""
    access = club_access(plain(request), slug, spectators=True)
    return topic_stream(night_topic(night_for(access.club, access, pk).pk), access)


@described(GET=words.WATCH_MATCH)
@endpoint("GET", reads=Scope.TONIGHT)
@renderer_classes([EventStream])
def watch_match(request: Request, pk: UUID) -> HttpResponseBase:
    """The stream of a match, for whoever may watch it."""
    return match_stream(match_access(plain(request), pk, "watch"))
