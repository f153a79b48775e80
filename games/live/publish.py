"""What changed, told to whoever watches: a topic and its version, never what was written.

Told once the commit is on disk, to whatever `settings.LIVE` names. Nothing waits for it, and nothing fails with it:
whoever watches looks at the versions himself where nobody told him.
"""

import json
from collections.abc import Iterable, Mapping
from typing import TypeAlias
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from games.models import Match

# By topic; None is "another one than before: look it up".
Versions: TypeAlias = Mapping[str, int | None]


def match_topic(pk: UUID) -> str:
    return f"match:{pk}"


def forecast_topic(pk: UUID) -> str:
    """The chances of a match, which are worked out after what it says was written."""
    return f"forecast:{pk}"


def night_topic(pk: int) -> str:
    return f"night:{pk}"


def club_topic(pk: int) -> str:
    return f"club:{pk}"


def access_topic(pk: UUID | int) -> str:
    """Of a match or a club: never sent on; when it comes, whoever has access by that link is checked again."""
    return f"door:{pk}"


def account_topic(pk: int) -> str:
    """The same for whoever is signed in as this person."""
    return f"account:{pk}"


def publish(versions: Versions) -> None:
    """Once the transaction is committed; at no price in queries."""
    transaction.on_commit(lambda: _send(versions), robust=True)


def publish_match(match: Match) -> None:
    """The match at the version it has now, and with it its night and its club."""
    publish({match_topic(match.pk): match.version, **_night_and_club(match)})


def publish_many(matches: Iterable[Match]) -> None:
    """Their nights and clubs alone: nobody watched the matches yet."""
    publish({topic: None for match in matches for topic in _night_and_club(match)})


def _night_and_club(match: Match) -> dict[str, None]:
    night = [] if match.night_id is None else [night_topic(match.night_id)]
    return dict.fromkeys([*night, club_topic(match.club_id)])


def _send(versions: Versions) -> None:
    import_string(settings.LIVE)(versions)


def event(versions: Mapping[str, int]) -> str:
    """As a stream says it."""
    return f"event: version\ndata: {json.dumps(versions)}\n\n"


def is_newer(topic: str, known: int, version: int) -> bool:
    """A match’s versions grow, and one may be heard late; the numbers of nights and clubs are merely others."""
    return version > known if topic.startswith("match:") else version != known
