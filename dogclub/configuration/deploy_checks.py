"""Checks for `./run check --deploy` in addition to Django's: what is insecure, and how to fix it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.core import checks
from django.core.files.storage import default_storage
from django.db import DatabaseError

from clubs.links.tokens import is_local
from clubs.models import Club
from dogclub.configuration.environment import text
from dogclub.storage import Refused

if TYPE_CHECKING:
    from dogclub.storage import BucketFiles

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


def connect() -> None:
    """Register both checks."""
    checks.register(security_warnings, checks.Tags.security, deploy=True)
    checks.register(file_storage_check, checks.Tags.files, deploy=True)


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
