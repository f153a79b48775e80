"""Live pages: a change is published as a topic and its version, never the content, and event streams carry it."""

import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Model, Sum
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.calendar.nights import AROUND, attended
from clubs.models import Attendance, Club, Membership, Night, NightAnswer, Session, SpectatorLink, User
from games.access import MatchAccess, match_view
from games.models import Forecast, Match, TabletPass

# Publishing of changes to open pages: a topic and its version, never the content.


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


# The response that opens an event stream: the versions of its topics, and the topics of the access to it.


# Versions of topics from the database: one or two queries per kind of topic, however many are followed.


NIGHT = ("pk", "starts_at", *Night.ABOUT, "closed_at", "called_off_at", "revision")
TABLE = ("night", "pk", "version", "table")
ATTENDANCE = ("night", "player", "state", "host", "expected_at", "arrived_at", "left_at")
ANSWERS = ("night", "pk", "player", "answer", "number", "note", "guests", "arrives_after")
# The rows shown on the pages of a night; a package above adds its own. The first field is the night's key.
ON_A_NIGHT: list[tuple[type[Model], Sequence[str]]] = [(Match, TABLE), (Attendance, ATTENDANCE), (NightAnswer, ANSWERS)]


def versions_of(topics: Iterable[str]) -> dict[str, int]:
    """Versions by topic; topics whose object is gone are left out."""
    pks_by_kind: dict[str, list[str]] = {}
    for topic in topics:
        kind, _, pk = topic.partition(":")
        pks_by_kind.setdefault(kind, []).append(pk)
    versions: dict[str, int] = {}
    for kind, read in KINDS.items():
        if kind in pks_by_kind:
            versions |= read(pks_by_kind[kind])
    return versions


def _matches(pks: Iterable[str]) -> dict[str, int]:
    rows = Match.objects.filter(pk__in=[UUID(pk) for pk in pks]).order_by().values_list("pk", "version")
    return {match_topic(pk): version for pk, version in rows}


def _forecasts(pks: Iterable[str]) -> dict[str, int]:
    """0 if there is no forecast yet, as it may come."""
    keys = [UUID(pk) for pk in pks]
    rows = dict(Forecast.objects.filter(pk__in=keys).order_by().values_list("pk", "version"))
    return {forecast_topic(pk): rows.get(pk, 0) for pk in keys}


def _nights(pks: Iterable[Any]) -> dict[str, int]:
    """A hash of everything on the pages of a night, as no row has such a version."""
    parts: dict[int, list[Any]] = {row[0]: [row] for row in Night.objects.filter(pk__in=pks).values_list(*NIGHT)}
    for model, names in ON_A_NIGHT:
        for row in model._default_manager.filter(night__in=parts).order_by("pk").values_list(*names):
            parts[row[0]].append(row)
    return {night_topic(pk): number(part) for pk, part in parts.items()}


def _clubs(pks: Iterable[Any]) -> dict[str, int]:
    """A hash of the versions of a club's matches, forecasts and current nights."""
    clubs = [int(pk) for pk in pks]
    parts: dict[int, list[Any]] = {club: [] for club in clubs}
    matches = Match.objects.filter(club__in=clubs).order_by().values_list("club")
    for row in matches.annotate(Count("pk"), Sum("version"), Max("started_at"), Sum("forecast__version")):
        parts[row[0]].append(row)
    now = timezone.now()
    near = Night.objects.filter(club__in=clubs, starts_at__gt=now - AROUND, starts_at__lt=now + AROUND)
    nights = dict(near.order_by("pk").values_list("pk", "club"))
    numbers = _nights(nights)
    for pk, club in nights.items():
        parts[club].append(numbers.get(night_topic(pk)))
    return {club_topic(pk): number(part) for pk, part in parts.items()}


def _access(pks: Iterable[str]) -> dict[str, int]:
    """A hash of everything that gives access to a club, or a tablet access to a match."""
    keys = list(pks)
    clubs = [int(pk) for pk in keys if pk.isdecimal()]
    matches = [UUID(pk) for pk in keys if not pk.isdecimal()]
    rows = [
        *Club.objects.filter(pk__in=clubs).order_by("pk").values_list("pk", "history_is_open", "deletes_at"),
        *Membership.objects.filter(club__in=clubs).order_by("pk").values_list("club", "user", "role"),
        *SpectatorLink.objects.filter(club__in=clubs).order_by("pk").values_list("club", "pk", "revoked_at"),
        *TabletPass.objects.filter(match__in=matches).order_by("pk").values_list("match", "pk", "revoked_at"),
    ]
    parts: dict[Any, list[Any]] = {}
    for row in rows:
        parts.setdefault(row[0], []).append(row)
    return {access_topic(pk): number(part) for pk, part in parts.items()}


def _accounts(pks: Iterable[str]) -> dict[str, int]:
    rows = User.objects.filter(pk__in=[int(pk) for pk in pks]).values_list("pk", "password", "is_active")
    return {account_topic(row[0]): number(row) for row in rows}


def number(parts: Any) -> int:
    """A keyed 48-bit hash: it changes with the parts, is exact in JavaScript, and does not reveal them."""
    return int(salted_hmac("dogclub.live", repr(parts)).hexdigest()[:12], 16)


KINDS: Mapping[str, Callable[[Iterable[str]], dict[str, int]]] = {
    "match": _matches,
    "forecast": _forecasts,
    "night": _nights,
    "club": _clubs,
    "access": _access,
    "account": _accounts,
}


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


# The first response of an event stream: access is checked, and the current versions are returned.
#
# The web server keeps the stream open from there. Without such a server the stream ends after this one message and the
# browser reconnects, which works too.


@require_safe
@match_view("watch")
def match_live(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    return match_stream(access)


@require_safe
@club_view(spectators=True)
def club_live(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return topic_stream(club_topic(club.pk), access)
