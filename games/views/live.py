"""The beginning of a stream: who may watch what, and at which version it is. The server keeps it open from there on.

Whoever asks without such a server in front gets the one message there is, and asks again: that works too.
"""

import json
import secrets
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.access import MatchAccess, match_view
from games.live import account_topic, club_topic, door_topic, event, match_topic, night_topic
from games.models import Match
from games.views.night import found
from games.watched import versions_of
from leagues.access import Access, club_view
from leagues.models import Club

TOPICS, DOORS = "X-Live-Topics", "X-Live-Doors"
SOONEST, SPREAD = 1_000, 7_000  # milliseconds after which a browser comes back: not everybody at once


@require_safe
@match_view("watch")
def match_live(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    return stream({match_topic(match.pk): match.version}, [door_topic(match.pk), *doors(access.club_access)])


@require_safe
@club_view(spectators=True)
def night_live(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """A visitor’s ends with the night, as the page does."""
    topic = night_topic(found(club, access, pk).pk)
    return stream(versions_of([topic]), doors(access))


@require_safe
@club_view(spectators=True)
def club_live(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return stream(versions_of([club_topic(club.pk)]), doors(access))


def doors(access: Access) -> list[str]:
    """What somebody came in by."""
    return [door_topic(access.club.pk), *([account_topic(access.user.pk)] if access.user else [])]


def stream(versions: dict[str, int], ways: Iterable[str]) -> HttpResponse:
    back = SOONEST + secrets.randbelow(SPREAD)
    response = HttpResponse(f"retry: {back}\n{event(versions)}", content_type="text/event-stream")
    response[TOPICS], response[DOORS] = json.dumps(versions), " ".join(ways)
    response["Cache-Control"], response["X-Accel-Buffering"] = "no-store, no-transform", "no"
    return response
