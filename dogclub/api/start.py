"""Endpoints that every program needs: the root, from which it can find everything else, kinds of problems, and streams
of versions.
"""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponseBase
from django.urls import reverse
from rest_framework.decorators import renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Scope
from dogclub.api.http.endpoint import EventStream, endpoint
from dogclub.api.http.etags import answer_read
from dogclub.api.http.problem_types import KINDS, PROBLEMS
from dogclub.api.http.session import plain
from dogclub.api.openapi import start as words
from dogclub.api.openapi.operation import described
from games.access import match_access
from games.live import club_topic, match_stream, night_topic, topic_stream
from leagues.nights.tables import night_for

LEADS_TO = {name: f"api-{name}" for name in ("clubs", "docs", "games", "problems", "schema", "score")}


@described(GET=words.ROOT)
@endpoint("GET", anybody=True)
def root(request: Request) -> Response:
    """Return the version of the API and the URLs of its resources."""
    links = {name: request.build_absolute_uri(reverse(route)) for name, route in LEADS_TO.items()}
    return answer_read(request, {"version": words.VERSION, **links})


# Endpoints for streams of versions. The web server keeps them open from there (docs/developers/live.md), which is why
# their URLs end in /live/.


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


# Endpoints that explain each type of problem, at the URLs in `type` of problem documents.


@described(GET=words.PROBLEMS)
@endpoint("GET", anybody=True)
def problems(request: Request) -> Response:
    """List all types of problems."""
    return answer_read(request, {"problems": [_json(code) for code in KINDS]})


@described(GET=words.PROBLEM_PAGE)
@endpoint("GET", anybody=True)
def problem(request: Request, code: str) -> Response:
    """One type of problem: its cause and what to do."""
    if code not in KINDS:
        raise Http404
    return answer_read(request, _json(code))


def _json(code: str) -> dict[str, Any]:
    kind = KINDS[code]
    return {"type": PROBLEMS + code, "title": kind.title, "status": kind.status, "about": kind.about}
