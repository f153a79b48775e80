"""Checks of an installation: those of `/health/ready`, each with a sentence for its result, and of `./run check`."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.core import checks
from django.core.files.storage import default_storage
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.timesince import timesince
from django.views.decorators.http import require_safe

from clubs.links.tokens import is_local
from clubs.models import Club
from dogclub.configuration.environment import PROGRAM, text
from dogclub.jobs.queue import oldest_waiting
from dogclub.operations.backup.scheduled import last_done
from dogclub.operations.health import stopping
from dogclub.operations.health.database import state
from dogclub.server.staticfiles import are_changed, are_here
from dogclub.storage import Refused

if TYPE_CHECKING:
    from dogclub.storage import BucketFiles

STALLED_AFTER = timedelta(minutes=5)  # a job may wait for others; after this long no worker is running
ROOM = 100_000_000  # bytes that must be free on the disk


@dataclass(frozen=True)
class Finding:
    """The result of one check; `counts` is False where a failure does not make the server unready."""

    name: str
    is_well: bool
    words: str
    counts: bool = True


def find_all() -> list[Finding]:
    """Run all checks. Those that read rows are left out where the database does not answer."""
    database = of_database()
    rows = [of_work(), *of_backups()] if database.is_well else []
    return [database, *of_redis(), *rows, *of_files(), of_static(), of_disk()]


def of_database() -> Finding:
    database = state()
    if database.trouble:
        return Finding("database", is_well=False, words=database.trouble)
    if database.is_older:
        return Finding("database", is_well=False, words="The database is older than the program: run migrate.")
    return Finding("database", is_well=True, words="There and up to date.")


def of_redis() -> list[Finding]:
    if not settings.REDIS_URL:
        return []
    import redis

    client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1)
    try:
        client.ping()
    except redis.RedisError:
        return [Finding("redis", is_well=False, words="Redis does not answer.")]
    finally:
        client.close()
    return [Finding("redis", is_well=True, words="There.")]


def of_work() -> Finding:
    """Check that no due job has waited for more than five minutes."""
    since, number = oldest_waiting()
    if since and timezone.now() - since > STALLED_AFTER:
        words = f"{number} waiting, the oldest for {timesince(since)}: is there a worker?".replace("\xa0", " ")
        return Finding("work", is_well=False, words=words)
    return Finding("work", is_well=True, words=f"{number} waiting.")


def of_files() -> list[Finding]:
    """Check the bucket of FILES_TO; none for a folder, since its disk is checked anyway."""
    if not settings.FILES_TO.startswith("s3://"):
        return []
    try:
        default_storage.listdir("trial")
    except Refused as error:
        return [Finding("files", is_well=False, words=str(error))]
    return [Finding("files", is_well=True, words="There.")]


def of_static() -> Finding:
    """Check the styles and scripts, without which every page is an error."""
    if are_here():
        return Finding("static", is_well=True, words="There.")
    return Finding("static", is_well=False, words="Styles and scripts are missing: run collectstatic, then restart.")


def of_disk() -> Finding:
    free = shutil.disk_usage(settings.VAR).free
    words = "Room enough." if free >= ROOM else "The disk is nearly full: less than 100 MB are free."
    return Finding("disk", is_well=free >= ROOM, words=words)


def of_backups() -> list[Finding]:
    """Check that the last backup is at most twice as old as their interval; a failure does not make the server
    unready.
    """
    if not settings.BACKUP_TO:
        return []
    last = last_done()
    when = last.finished_at if last else None
    is_well = when is not None and timezone.now() - when < 2 * settings.BACKUP_EVERY
    words = f"The last one is {timesince(when)} old.".replace("\xa0", " ") if when else "There is none yet."
    return [Finding("backup", is_well=is_well, words=words, counts=False)]


# `/health/live` and `/health/ready`: short JSON responses that are not cached.


PROBES = ("/health/", "/metrics")


@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """200 while this process answers; nothing else is checked. 503 once it has been told to stop: see STOP_AFTER."""
    if stopping.is_set():
        return JsonResponse({"status": "stopping"}, status=503)
    return JsonResponse({"status": "ok"})


@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """503, with the reasons, while a check fails that the server cannot do without."""

    checks = find_all()
    is_well = all(each.is_well for each in checks if each.counts)
    words_of = {each.name: {"ok": each.is_well, "words": each.words} for each in checks}
    return JsonResponse({"status": "ok" if is_well else "not ready", **words_of}, status=200 if is_well else 503)


def answered_first(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware for health and metrics: monitors use any host name and no HTTPS, so it comes before the checks of
    both.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(PROBES):
            return get_response(request)
        try:
            request.resolver_match = resolve(request.path_info)
        except Resolver404:
            return get_response(request)
        response: HttpResponse = request.resolver_match.func(request)
        response["Cache-Control"], response["X-Content-Type-Options"] = "no-store", "nosniff"
        return response

    return middleware


# Checks for `./run check --deploy`: whether database and static files are ready for this version.


def connect() -> None:
    """Register those of `./run check`."""
    checks.register(database_check, checks.Tags.models, deploy=True)
    checks.register(static_check, checks.Tags.staticfiles, deploy=True)
    checks.register(security_warnings, checks.Tags.security, deploy=True)
    checks.register(file_storage_check, checks.Tags.files, deploy=True)


def database_check(app_configs: Sequence[Any] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """The error `dogclub.database` where the database cannot be used, or is older than the program."""
    found = state()
    if not found.trouble and not found.is_older:
        return []
    sentence = found.trouble or "The database is not up to date with this program: it cannot be served."
    return [checks.Error(sentence, hint="" if found.trouble else f"Run {PROGRAM} migrate.", id="dogclub.database")]


def static_check(app_configs: Sequence[Any] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """The error `dogclub.static` where styles and scripts are not collected."""
    if not are_changed():
        return []
    hint = f"{PROGRAM} serve collects them when it starts; or run {PROGRAM} collectstatic."
    return [checks.Error("Styles and scripts are not those of this version.", hint=hint, id="dogclub.static")]


# Checks for `./run check --deploy` in addition to Django's: what is insecure, and how to fix it.


FILES = "django.core.mail.backends.filebased.EmailBackend"
OPEN = {
    "https": (
        "There is no HTTPS: everybody in the same network can read pages and passwords.",
        "Put a proxy with HTTPS in front, and set BASE_URL to its address with https://.",
    ),
    "address": (
        "BASE_URL is localhost: links in emails work on this machine only, and sheets have no QR code.",
        "Set BASE_URL to the address that people open.",
    ),
    "mail": (
        "No email is sent: it is stored as files. Nobody can reset a password or confirm an address by email.",
        "Set EMAIL_URL.",
    ),
    "backup": ("There are no automatic backups.", "Set BACKUP_TO to another disk, or to a bucket."),
    "metrics": (
        "The addresses in METRICS_FROM read the metrics without a token, also through a proxy on this machine.",
        "Set METRICS_TOKEN, or let the proxy refuse /metrics.",
    ),
    "secret-key": (
        "SECRET_KEY is a file beside the database: whoever gets a copy of the folder can also decrypt what is in it.",
        "Set SECRET_KEY in the environment, for example from a secret manager.",
    ),
    "webhooks": (
        "Webhooks may call machines in this server’s own network, and every organiser can add one.",
        "Remove WEBHOOKS_MAY_STAY_INSIDE, unless a program in this network needs webhooks.",
    ),
    "demo": ("The demo club is installed, with accounts that belong to nobody.", "Remove it: ./run demo --remove."),
}


def file_storage_check(app_configs: Sequence[Any] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """The error `dogclub.files` where a file cannot be written to the bucket of FILES_TO and read back."""
    if not settings.FILES_TO.startswith("s3://"):
        return []
    try:
        cast("BucketFiles", default_storage).try_out()
    except Refused as error:
        hint = "See FILES_TO, S3_ENDPOINT, S3_REGION and the two keys."
        return [checks.Error(f"The bucket of FILES_TO cannot be used. {error}", hint=hint, id="dogclub.files")]
    return []


def security_warnings(app_configs: Sequence[Any] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """A warning for each insecure setting, with the id `dogclub.<name>`."""
    return [
        checks.Warning(words, hint=hint, id=f"dogclub.{name}")
        for name, (words, hint) in OPEN.items()
        if name in set(_open())
    ]


def _open() -> Iterator[str]:
    open_checks = {
        "https": not settings.HTTPS,
        "address": is_local(settings.BASE_URL),
        "mail": settings.EMAIL_BACKEND == FILES,
        "backup": not settings.BACKUP_TO,
        "metrics": not settings.METRICS_TOKEN,
        "secret-key": not text("SECRET_KEY"),
        "webhooks": settings.WEBHOOKS_MAY_STAY_INSIDE,
        "demo": _has_demo(),
    }
    yield from (name for name, is_open in open_checks.items() if is_open)


def _has_demo() -> bool:
    """Whether there is a demo club; False before the first migration."""
    try:
        return Club.objects.filter(is_demo=True).exists()
    except DatabaseError:
        return False
