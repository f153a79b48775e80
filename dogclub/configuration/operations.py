"""Environment variables for operators: backups, file storage, limits, metrics and logs. Invalid values are refused."""

import re
from datetime import timedelta
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from dogclub.configuration.environment import address, flag, folder, refuse, text

TO = "name a folder Dog Club may write to, or write s3://bucket/folder"
EVERY = "write hours or days, from 1h to 14d, like 24h"
KEEP = "write how many backups to keep, from 1 to 1000, like 14"
FROM = "write addresses or networks with commas between them, like 127.0.0.1,192.168.1.0/24"
HOUR, LONGEST_INTERVAL = timedelta(hours=1), timedelta(days=14)


def backup_to() -> str:
    """Return the folder or bucket of scheduled backups; "" for no backups."""
    return _place("BACKUP_TO", text("BACKUP_TO"))


def files_to(usual: Path) -> str:
    """Return the folder or bucket for uploads and files made by jobs; `usual` is the default."""
    return _place("FILES_TO", text("FILES_TO")) or str(usual)


def files_storage(where: str) -> dict[str, Any]:
    """Return Django's storage setting for that folder or bucket."""
    if where.startswith("s3://"):
        return {"BACKEND": "dogclub.storage.BucketFiles", "OPTIONS": {"url": where}}
    return {"BACKEND": "django.core.files.storage.FileSystemStorage"}


def _place(variable: str, where: str) -> str:
    if "://" not in where:
        return str(folder(variable, Path(where))) if where else ""
    parts = address(variable, ("s3",), TO)
    if not parts or not parts.hostname:
        raise refuse(variable, "names no bucket", TO)
    if parts.username or parts.password or parts.query:
        raise refuse(variable, "holds more than a bucket and a folder", f"{TO}; keys go into AWS_ACCESS_KEY_ID")
    return where.rstrip("/")


def backup_every() -> timedelta:
    """Return the time between two backups; 24 hours by default."""
    value = text("BACKUP_EVERY", "24h")
    match = re.fullmatch(r"(\d{1,4}) ?(h|d)", value)
    every = timedelta(hours=int(match[1]) * (24 if match[2] == "d" else 1)) if match else timedelta(0)
    if not HOUR <= every <= LONGEST_INTERVAL:
        raise refuse("BACKUP_EVERY", f"is {value!r}", EVERY)
    return every


def backup_keep() -> int:
    """Return how many backups to keep; 14 by default."""
    value = text("BACKUP_KEEP", "14")
    if not re.fullmatch(r"\d{1,4}", value) or not 1 <= int(value) <= 1000:
        raise refuse("BACKUP_KEEP", f"is {value!r}", KEEP)
    return int(value)


def s3() -> dict[str, str]:
    """Return the options for S3-compatible storage; without keys, the machine's own credentials apply."""
    parts = address("S3_ENDPOINT", ("http", "https"), "write the address of the storage, like https://s3.example")
    if parts and not parts.hostname:
        raise refuse("S3_ENDPOINT", "names no host", "write the address of the storage, like https://s3.example")
    key, secret = text("AWS_ACCESS_KEY_ID"), text("AWS_SECRET_ACCESS_KEY")
    if bool(key) != bool(secret):
        lacking = "AWS_SECRET_ACCESS_KEY" if key else "AWS_ACCESS_KEY_ID"
        raise refuse(lacking, "is missing", "the two keys of S3 storage come together")
    values = {"endpoint": text("S3_ENDPOINT"), "region": text("S3_REGION", "us-east-1")}
    return values | ({"access_key_id": key, "secret_access_key": secret} if key else {})


def streams(variable: str, usual: int) -> int:
    """Return how many live streams a process keeps for one address, or for one session."""
    value = text(variable, str(usual))
    if not re.fullmatch(r"\d{1,4}", value):
        raise refuse(variable, f"is {value!r}", f"write how many live boards may be open at once, like {usual}")
    return int(value)


def idle_days() -> int:
    """Return after how many days without use a session ends."""
    value = text("SESSION_IDLE_DAYS", "14")
    if not re.fullmatch(r"\d{1,2}", value) or not 1 <= int(value) <= 60:
        raise refuse("SESSION_IDLE_DAYS", f"is {value!r}", "write days, from 1 to 60, like 14")
    return int(value)


def stop_after() -> int:
    """Return for how many seconds a server still answers after SIGTERM."""
    value = text("STOP_AFTER", "0")
    if not re.fullmatch(r"\d{1,3}", value) or int(value) > 300:
        raise refuse("STOP_AFTER", f"is {value!r}", "write seconds, from 0 to 300, like 15")
    return int(value)


def job_memory() -> int:
    """Return how many MB of data the process of a job may have; 0 for no limit."""
    value = text("JOB_MEMORY", "2048")
    if not re.fullmatch(r"\d{1,6}", value) or 0 < int(value) < 256:
        raise refuse("JOB_MEMORY", f"is {value!r}", "write megabytes, at least 256, or 0 for no limit")
    return int(value)


def metrics_token() -> str:
    """Return the token for /metrics; "" for none."""
    token = text("METRICS_TOKEN")
    if token and len(token) < 20:
        raise refuse("METRICS_TOKEN", f"is only {len(token)} characters", "write at least 20 random ones")
    return token


def metrics_from() -> list[IPv4Network | IPv6Network]:
    """Return the networks that may read /metrics without a token."""
    names = text("METRICS_FROM", "127.0.0.1,::1")
    try:
        return [ip_network(name.strip()) for name in names.split(",") if name.strip()]
    except ValueError as error:
        raise refuse("METRICS_FROM", f"is {names!r}, which is not only addresses", FROM) from error


def logs(*, unmasked: bool) -> dict[str, Any]:
    """Return Django's LOGGING: to stderr, as lines or JSON; client errors (4xx) are not logged. `unmasked` leaves
    personal data in.
    """
    form = text("LOG_FORMAT", "line")
    if form not in ("line", "json"):
        raise refuse("LOG_FORMAT", f"is {form!r}", "write line or json")
    makers = {"line": "dogclub.operations.logs.formats.Line", "json": "dogclub.operations.logs.formats.json_lines"}
    quiet = {"level": "CRITICAL"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "request": {"()": "django_guid.log_filters.CorrelationId", "correlation_id_field": "request_id"},
            "discreet": {"()": "dogclub.operations.logs.formats.RouteFilter"},
            "short": {"()": "dogclub.operations.logs.formats.TracebackFilter"},
        },
        "formatters": {form: {"()": makers[form], "unmasked": unmasked}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": form, "filters": ["request", "discreet", "short"]}
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": quiet,
            "django_guid": quiet,  # logs the value of a request header
            "axes": quiet,  # logs the names of locked accounts
            "dogclub.security": {"level": "INFO"},
            "dogclub.operations.leftover_files": {"level": "INFO"},  # a line a day
            "dogclub.requests": {"level": "INFO" if flag("LOG_REQUESTS") else "WARNING"},
        },
    }
