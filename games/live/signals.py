"""Publishing of changes outside the ledger: to nights, answers, memberships, links and accounts."""

from typing import Any

from django.db.models.signals import post_delete, post_save

from clubs.calendar.nights import attended
from clubs.models import Club, Membership, Night, NightAnswer, Session, SpectatorLink, User
from games.live.publish import access_topic, account_topic, club_topic, night_topic, publish
from games.models import TabletPass


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
