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
from dogclub.operations.storage.bucket_files import Refused

if TYPE_CHECKING:
    from dogclub.operations.storage.bucket_files import BucketFiles

FILES = "django.core.mail.backends.filebased.EmailBackend"
OPEN = {
    "https": (
        "Pages are sent in the clear: whoever is in the same network reads along, passwords too.",
        "Put a proxy with HTTPS in front, and set BASE_URL to its address with https://.",
    ),
    "address": (
        "Links in emails lead to this machine alone, and no sheet has its QR code: BASE_URL names localhost.",
        "Set BASE_URL to the address that people open.",
    ),
    "mail": (
        "Letters are kept as files: nobody gets a new password by mail, and no address can be confirmed.",
        "Set EMAIL_URL.",
    ),
    "backup": ("There are no backups by themselves.", "Set BACKUP_TO to another disk, or to a bucket."),
    "metrics": (
        "Whoever asks from METRICS_FROM reads the metrics without a token; so may a proxy on this machine.",
        "Set METRICS_TOKEN, or let the proxy refuse /metrics.",
    ),
    "secret-key": (
        "SECRET_KEY is a file beside the database: a copy of the folder is both the lock and its key.",
        "Set SECRET_KEY in the environment, from where secrets are kept.",
    ),
    "webhooks": (
        "Every organiser on this server may have the server reach machines of its own network.",
        "Leave WEBHOOKS_MAY_STAY_INSIDE out, unless a program in this network has to be told.",
    ),
    "demo": ("The demo club is here, with accounts that nobody owns.", "Remove it: ./run demo --remove."),
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
