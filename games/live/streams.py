"""The response that opens an event stream: the versions of its topics, and the topics of the access to it."""

import json
import secrets
from collections.abc import Iterable

from django.http import HttpResponse

from clubs.access import Access
from games.access import MatchAccess
from games.live.publish import access_topic, account_topic, event, match_topic
from games.live.versions import versions_of

TOPICS, ACCESS_TOPICS = "X-Live-Topics", "X-Live-Doors"
SOONEST, SPREAD = 1_000, 7_000  # milliseconds before a browser reconnects, spread at random


def access_topics(access: Access) -> list[str]:
    """The topics on which somebody's access to a club depends."""
    return [access_topic(access.club.pk), *([account_topic(access.user.pk)] if access.user else [])]


def match_stream(access: MatchAccess) -> HttpResponse:
    """The stream of a match."""
    match = access.match
    return stream({match_topic(match.pk): match.version}, [access_topic(match.pk), *access_topics(access.club_access)])


def topic_stream(topic: str, access: Access) -> HttpResponse:
    """The stream of a topic of the club."""
    return stream(versions_of([topic]), access_topics(access))


def stream(versions: dict[str, int], granted_by: Iterable[str]) -> HttpResponse:
    """The response with the current versions; `granted_by` are the topics of what gave access.

    Both are also in headers, by which the web server keeps the stream open. Reconnection is spread over 7 seconds.
    """
    back = SOONEST + secrets.randbelow(SPREAD)
    response = HttpResponse(f"retry: {back}\n{event(versions)}", content_type="text/event-stream")
    response[TOPICS], response[ACCESS_TOPICS] = json.dumps(versions), " ".join(granted_by)
    response["Cache-Control"], response["X-Accel-Buffering"] = "no-store, no-transform", "no"
    return response
