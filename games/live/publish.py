"""Publishing of changes to open pages: a topic and its version, never the content.

Sent to the backend in `settings.LIVE` once the commit is on disk. Nothing waits for it, and its failure fails nothing:
without it, open pages get the versions from the database.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.utils.module_loading import import_string

from clubs.calendar.nights import attended
from clubs.models import Club, Membership, Night, NightAnswer, Session, SpectatorLink, User
from games.models import Match, TabletPass

# By topic; None means that the version changed and has to be looked up.
Versions: TypeAlias = Mapping[str, int | None]


def match_topic(pk: UUID) -> str:
    return f"match:{pk}"


def forecast_topic(pk: UUID) -> str:
    """The forecast of a match, which is calculated after the write to the match."""
    return f"forecast:{pk}"


def night_topic(pk: int) -> str:
    return f"night:{pk}"


def club_topic(pk: int) -> str:
    return f"club:{pk}"


def access_topic(pk: UUID | int) -> str:
    """The access to a match or a club.

    Not sent to browsers: it makes the server check again everybody who has access by it.
    """
    return f"access:{pk}"


def account_topic(pk: int) -> str:
    """The access of everybody signed in with this account; like `access_topic` it is not sent to browsers."""
    return f"account:{pk}"


def publish(versions: Versions) -> None:
    """Publish versions once the transaction is committed; makes no queries."""
    transaction.on_commit(lambda: import_string(settings.LIVE)(versions), robust=True)


def publish_match(match: Match) -> None:
    """Publish the match's current version, and that its night and club changed."""
    publish({match_topic(match.pk): match.version, **_night_and_club(match)})


def publish_many(matches: Iterable[Match]) -> None:
    """Publish that the nights and clubs of new matches changed; nobody follows the matches themselves yet."""
    publish({topic: None for match in matches for topic in _night_and_club(match)})


def _night_and_club(match: Match) -> dict[str, None]:
    night = [] if match.night_id is None else [night_topic(match.night_id)]
    return dict.fromkeys([*night, club_topic(match.club_id)])


def event(versions: Mapping[str, int]) -> str:
    """The versions as a message of an event stream."""
    return f"event: version\ndata: {json.dumps(versions)}\n\n"


def is_newer(topic: str, known: int, version: int) -> bool:
    """Whether `version` replaces the known one.

    Versions of a match grow, and an old one may arrive late; those of other topics are only equal or different.
    """
    return version > known if topic.startswith("match:") else version != known


# Publishing of changes outside the ledger: to nights, answers, memberships, links and accounts.


def night_changed(night: Night) -> None:
    """Publish that a night changed, and its club with it."""
    publish({night_topic(night.pk): None, club_topic(night.club_id): None})


def connect() -> None:
    """Connect the signals; called once, when all models are loaded."""
    post_save.connect(_night_saved, Night, dispatch_uid="a night, told")
    post_save.connect(_answered, NightAnswer, dispatch_uid="answers, told")
    attended.connect(_attended, dispatch_uid="attendance, told")
    post_save.connect(_pass_changed, TabletPass, dispatch_uid="tablet passes, told")
    post_save.connect(_club_changed, Club, dispatch_uid="clubs, told")
    post_save.connect(_account_changed, User, dispatch_uid="accounts, told")
    post_delete.connect(_session_ended, Session, dispatch_uid="sessions, told")
    for model in (Membership, SpectatorLink):
        for signal in (post_save, post_delete):
            signal.connect(_of_club_changed, model, dispatch_uid=f"{model.__name__}, told")


def _night_saved(instance: Night, **_: Any) -> None:
    night_changed(instance)


def _answered(instance: NightAnswer, **_: Any) -> None:
    night_changed(instance.night)


def _attended(night: Night, **_: Any) -> None:
    night_changed(night)


def _pass_changed(instance: TabletPass, **_: Any) -> None:
    publish({access_topic(instance.match_id): None})


def _club_changed(instance: Club, **_: Any) -> None:
    publish({access_topic(instance.pk): None})


def _of_club_changed(instance: Membership | SpectatorLink, **_: Any) -> None:
    publish({access_topic(instance.club_id): None})


def _account_changed(instance: User, update_fields: Any = None, **_: Any) -> None:
    """A changed password ends sessions; signing in only changes `last_login`, which is not published."""
    if update_fields is None or set(update_fields) - {"last_login"}:
        publish({account_topic(instance.pk): None})


def _session_ended(instance: Session, **_: Any) -> None:
    if instance.account:
        publish({account_topic(instance.account): None})
