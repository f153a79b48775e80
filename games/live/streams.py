"""The first answer of a stream: at which version its topics are, and what gives access to them."""

import json
import secrets
from collections.abc import Iterable

from django.http import HttpResponse

from clubs.access import Access
from games.live.publish import access_topic, account_topic, event

TOPICS, DOORS = "X-Live-Topics", "X-Live-Doors"
SOONEST, SPREAD = 1_000, 7_000  # milliseconds after which a browser comes back: not everybody at once


def access_topics(access: Access) -> list[str]:
    """What somebody came in by."""
    return [access_topic(access.club.pk), *([account_topic(access.user.pk)] if access.user else [])]


def stream(versions: dict[str, int], ways: Iterable[str]) -> HttpResponse:
    back = SOONEST + secrets.randbelow(SPREAD)
    response = HttpResponse(f"retry: {back}\n{event(versions)}", content_type="text/event-stream")
    response[TOPICS], response[DOORS] = json.dumps(versions), " ".join(ways)
    response["Cache-Control"], response["X-Accel-Buffering"] = "no-store, no-transform", "no"
    return response
