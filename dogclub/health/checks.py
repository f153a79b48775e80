"""The checks of `/health/ready`, each with a sentence for its result."""

import shutil
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.files.storage import default_storage
from django.utils import timezone
from django.utils.timesince import timesince

from dogclub.backup.due import last_done
from dogclub.health.database import state
from dogclub.jobs.worker.queue import oldest_waiting
from dogclub.storage.s3 import Refused

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
    return [database, *of_redis(), *rows, *of_files(), of_disk()]


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
