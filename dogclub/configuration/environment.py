"""Reads environment variables for the settings and refuses invalid values with one sentence (ImproperlyConfigured)."""

import os
import re
from datetime import timedelta
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ
from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
POSTGRES = "write postgres://user:password@host:5432/name, or leave it out for SQLite in var/"
REDIS = "write redis://host:6379/0, or leave it out to do without Redis"
SMTP = "write smtp+tls://user:password@host:587, or leave it out to keep mail in var/mail"
BOUNCES = "write bounces@club.example, or leave it out where nobody reads what comes back"
BASE = "write the address people open, like https://dogclub.example"

LINE = re.compile(r"\s*(#.*|(export\s+)?[A-Za-z_]\w*\s*=.*)?")

env = environ.Env()


def read_file() -> None:
    """Read the file of settings that `./run` names in DOGCLUB_ENV_FILE, if there is one; what is set in the environment
    wins. Raises where a line is neither NAME=value nor a comment.
    """
    name = os.environ.get("DOGCLUB_ENV_FILE", "")
    if not name or not Path(name).is_file():
        return
    try:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise refuse(name, "cannot be read", "save it as UTF-8, readable for the user who starts Dog Club") from error
    for number, line in enumerate(lines, start=1):
        if not LINE.fullmatch(line):
            raise refuse(name, f"has a line {number} that is not a setting", "write NAME=value, or # for a comment")
    environ.Env.read_env(name)


def refuse(variable: str, wrong: str, instead: str) -> ImproperlyConfigured:
    """Return the error "`variable` `wrong`; `instead`.", such as "DEBUG is 'x', …; write true or false."."""
    return ImproperlyConfigured(f"{variable} {wrong}; {instead}.")


def text(variable: str, default: str = "") -> str:
    """Return the stripped value; the default where it is unset or blank."""
    return env.str(variable, default="").strip() or default


def flag(variable: str, *, default: bool = False) -> bool:
    """Whether the variable is set to a yes, the default where it is unset; raises for anything but the words of YES
    and NO.
    """
    value = text(variable, "on" if default else "off").lower()
    if value not in YES + NO:
        raise refuse(variable, f"is {value!r}, which is neither yes nor no", "write true or false")
    return value in YES


def address(variable: str, schemes: tuple[str, ...], instead: str, value: str | None = None) -> SplitResult | None:
    """Return the parts of a URL, None when it is not set: that of the variable, or `value`, which somebody gave in its
    place. Error messages contain no passwords.
    """
    value = text(variable) if value is None else value
    if not value:
        return None
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError as error:
        raise refuse(variable, f"is not an address ({error})", instead) from error
    if parts.scheme not in schemes:
        raise refuse(variable, f"begins with {parts.scheme + ':' if parts.scheme else 'no scheme'!r}", instead)
    return parts


def folder(variable: str, default: Path) -> Path:
    """Return the absolute path of a folder, which is created with mode 0700. Raises where it is not writable."""
    path = Path(text(variable, str(default))).expanduser().absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise refuse(
            variable,
            f"is {str(path)!r}, a folder that cannot be made ({error.strerror})",
            "name a folder Dog Club may write to",
        ) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise refuse(variable, f"is {str(path)!r}, which cannot be written to", "name a folder Dog Club may write to")
    return path


def database(var: Path, url: str | None = None) -> dict[str, Any]:
    """Return the entry of DATABASES: from DATABASE_URL, or from `url` in its place; SQLite in `var` without it."""
    url = text("DATABASE_URL") if url is None else url
    parts = address("DATABASE_URL", ("postgres", "postgresql", "sqlite"), POSTGRES, url)
    if parts and parts.scheme != "sqlite":
        if not parts.path.strip("/"):
            raise refuse("DATABASE_URL", "names no database", POSTGRES)
        if not find_spec("psycopg"):
            raise refuse(
                "DATABASE_URL",
                "names PostgreSQL, but its driver is not installed",
                "run pip install 'psycopg[binary,pool]', or leave it out for SQLite in var/",
            )
        found: dict[str, Any] = env.db_url_config(url)
        return found
    if parts and not parts.path.strip("/"):
        raise refuse("DATABASE_URL", "names no SQLite file", "write sqlite:////path/to/file.sqlite3 or leave it out")
    return {
        "ENGINE": "dogclub.server.sqlite",
        "NAME": Path(parts.path.removeprefix("/")) if parts else var / "dogclub.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "PRAGMA journal_size_limit=27103364; PRAGMA temp_store=MEMORY;",
        },
        "TEST": {"NAME": var / "test.sqlite3"},
    }


def redis_url() -> str:
    """Return the URL of Redis; "" for none."""
    parts = address("REDIS_URL", ("redis", "rediss", "unix"), REDIS)
    if parts and parts.scheme != "unix" and not parts.hostname:
        raise refuse("REDIS_URL", "names no host", REDIS)
    return text("REDIS_URL")


def base_url() -> SplitResult:
    """Return the parts of BASE_URL, which may only have scheme, host and port."""
    parts = address("BASE_URL", ("http", "https"), BASE)
    if parts and (not parts.hostname or parts.path.strip("/") or parts.query):
        raise refuse("BASE_URL", "is not just a scheme and a host", f"{BASE} (docs/running-it/https.md)")
    return parts or urlsplit("http://localhost:8000")


def allowed_hosts(base: SplitResult) -> list[str]:
    """Return ALLOWED_HOSTS; without it localhost and the host of `base`."""
    hosts: list[str] = [host.strip() for host in env.list("ALLOWED_HOSTS", default=[]) if host.strip()]
    for host in hosts:
        if not re.fullmatch(r"\*|\.?[a-z0-9-]+(\.[a-z0-9-]+)*\.?|\[[0-9a-f:]+\]", host.lower()):
            raise refuse(
                "ALLOWED_HOSTS",
                f"holds {host!r}, which is not a host name",
                "write names without scheme or port, like dogclub.example,192.168.1.20",
            )
    return hosts or ["localhost", "127.0.0.1", "[::1]", *({base.hostname or ""} - {"localhost", "127.0.0.1", ""})]


def api_origins() -> list[str]:
    """Return API_ORIGINS, the origins whose pages may call the API; none without it."""
    origins = [each.strip().rstrip("/").lower() for each in env.list("API_ORIGINS", default=[]) if each.strip()]
    for origin in origins:
        if not re.fullmatch(r"https?://[a-z0-9.-]+(:\d{1,5})?", origin):
            raise refuse(
                "API_ORIGINS",
                f"holds {origin!r}, which is not an origin",
                "write scheme and host, like https://club.example,http://localhost:5173",
            )
    return origins


def time_zone() -> str:
    """Return TIME_ZONE; without it the time zone of this machine."""
    zone = text("TIME_ZONE", zone_of_this_machine())
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise refuse("TIME_ZONE", f"is {zone!r}, which is no time zone", "write one like Europe/Berlin") from error
    return zone


def zone_of_this_machine() -> str:
    """Return the time zone /etc/localtime links to, as on most systems; else "UTC"."""
    _, _, zone = str(Path("/etc/localtime").resolve()).partition("/zoneinfo/")
    return zone or "UTC"


def mail(var: Path) -> dict[str, Any]:
    """Return the mail settings: SMTP if EMAIL_URL is set, else files in var/mail."""
    parts = address("EMAIL_URL", ("smtp", "smtp+tls", "smtp+ssl"), SMTP)
    if not parts:
        return {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": var / "mail"}
    if not parts.hostname:
        raise refuse("EMAIL_URL", "names no host", SMTP)
    config: dict[str, Any] = env.email_url("EMAIL_URL")
    config["EMAIL_PORT"] = config["EMAIL_PORT"] or {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}[parts.scheme]
    return {**config, "EMAIL_BACKEND": "dogclub.notify.mail.QueuedMail", "EMAIL_TIMEOUT": 20}


def bounce_address() -> str:
    """Return the address to which undeliverable reminders are returned; "" where nobody reads them."""
    value = text("BOUNCE_ADDRESS")
    if value and not re.fullmatch(r"[A-Za-z0-9._-]{1,20}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", value):
        raise refuse("BOUNCE_ADDRESS", "is no address with at most 20 letters before the @", BOUNCES)
    return value


def mail_rules(*, is_sent: bool) -> dict[str, Any]:
    """Return the settings for confirming email addresses.

    Where mail is sent, every new account must type a code from its mailbox before it can sign in, so that signing up
    does not reveal whether an address has an account. Where mail is not sent, nobody could confirm an address.
    """
    return {
        "MAIL_IS_SENT": is_sent,
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory" if is_sent else "optional",
        "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED": is_sent,
        "ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND": is_sent,
        "MFA_ALLOW_UNVERIFIED_EMAIL": not is_sent,
    }


# Folders of the program and of its data, in a checkout and where it is installed as a package.


PACKAGE = Path(__file__).resolve().parents[1]
CODE = PACKAGE.parent  # the folder with the five packages
BUNDLED = PACKAGE / "bundled"  # in a wheel: the files that are beside the packages in a checkout
IS_INSTALLED = BUNDLED.is_dir()
FILES = BUNDLED if IS_INSTALLED else CODE
PROGRAM = "dogclub" if IS_INSTALLED else "./run"


def data_folder() -> Path:
    """Return `var/` of a checkout; the user's data folder where the program is installed as a package."""
    return user_data_path("dogclub", appauthor=False) if IS_INSTALLED else CODE / "var"


# Environment variables for operators: backups, file storage, limits, metrics and logs. Invalid values are refused.


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
