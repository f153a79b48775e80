"""Settings come only from the environment; an invalid one stops the start with one sentence."""

import os
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from dogclub.configuration.first_start import secret_key
from tests.server import ROOT, Server

SHOW = """
import json, django
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in %r}, default=str))
"""


def environment(var: Path, **variables: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "DOGCLUB_VAR": str(var), "DJANGO_SETTINGS_MODULE": "dogclub.settings", **variables}


def start(var: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run `manage.py check` with these environment variables."""
    command = [sys.executable, str(ROOT / "manage.py"), "check"]
    return subprocess.run(command, env=environment(var, **variables), capture_output=True, text=True, check=False)


def settings_with(var: Path, *names: str, **variables: str) -> dict[str, Any]:
    """The values of the settings `names` with these environment variables."""
    import json

    command = [sys.executable, "-c", SHOW % (names,)]
    done = subprocess.run(
        command, env=environment(var, **variables), cwd=ROOT, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("DEBUG", "maybe", "DEBUG is 'maybe', which is neither yes nor no; write true or false."),
        ("SPEEDUPS", "some", "SPEEDUPS is 'some', which is neither yes nor no; write true or false."),
        ("DATABASE_URL", "mysql://a:secret@b/c", "DATABASE_URL begins with 'mysql:'; write postgres://"),
        ("DATABASE_URL", "postgres://localhost", "DATABASE_URL names no database; write postgres://"),
        ("DATABASE_URL", "postgres://localhost:port/x", "DATABASE_URL is not an address (Port could not be cast"),
        ("DATABASE_URL", "sqlite://", "DATABASE_URL names no SQLite file; write sqlite:////path"),
        ("REDIS_URL", "localhost:6379", "REDIS_URL begins with 'localhost:'; write redis://"),
        ("REDIS_URL", "redis://", "REDIS_URL names no host; write redis://"),
        ("EMAIL_URL", "imap://mail.example", "EMAIL_URL begins with 'imap:'; write smtp+tls://"),
        ("EMAIL_URL", "smtp://", "EMAIL_URL names no host; write smtp+tls://"),
        ("API_ORIGINS", "https://club.example/page", "API_ORIGINS holds 'https://club.example/page', which is not an"),
        ("API_ORIGINS", "*", "API_ORIGINS holds '*', which is not an origin; write scheme and host, like https://"),
        ("BASE_URL", "dogclub.example", "BASE_URL begins with 'no scheme'; write the address people open"),
        ("BASE_URL", "https://dogclub.example/app", "BASE_URL is not just a scheme and a host; write"),
        ("ALLOWED_HOSTS", "https://dogclub.example", "ALLOWED_HOSTS holds 'https://dogclub.example', which is not a"),
        ("TIME_ZONE", "Kennel/Basket", "TIME_ZONE is 'Kennel/Basket', which is no time zone; write one like"),
        ("TIME_ZONE", "../etc", "TIME_ZONE is '../etc', which is no time zone; write one like"),
        ("SECRET_KEY", "woof", "SECRET_KEY has a key of only 4 characters of 3 kinds; write at least 50 random ones"),
        (
            "SECRET_KEY",
            "a" * 60,
            "SECRET_KEY has a key of only 60 characters of 1 kinds; write at least 50",
        ),
        ("SECRET_KEY_FALLBACKS", "woof", "SECRET_KEY_FALLBACKS has a key of only 4 characters of 3 kinds"),
        ("BACKUP_TO", "ftp://kennel.example", "BACKUP_TO begins with 'ftp:'; name a folder Dog Club may write to, or"),
        ("BACKUP_TO", "s3://", "BACKUP_TO names no bucket; name a folder"),
        ("BACKUP_TO", "s3://key:secret@kennel", "BACKUP_TO holds more than a bucket and a folder; name a folder"),
        ("BACKUP_TO", "/dev/null/kept", "BACKUP_TO is '/dev/null/kept', a folder that cannot be made"),
        ("FILES_TO", "ftp://kennel.example", "FILES_TO begins with 'ftp:'; name a folder Dog Club may write to, or"),
        ("FILES_TO", "s3:///dogs", "FILES_TO names no bucket; name a folder Dog Club may write to, or write s3://"),
        ("FILES_TO", "s3://key:secret@kennel", "FILES_TO holds more than a bucket and a folder; name a folder"),
        ("FILES_TO", "/dev/null/kept", "FILES_TO is '/dev/null/kept', a folder that cannot be made"),
        ("BACKUP_EVERY", "often", "BACKUP_EVERY is 'often'; write hours or days, from 1h to 14d, like 24h."),
        ("BACKUP_EVERY", "0h", "BACKUP_EVERY is '0h'; write hours or days"),
        ("BACKUP_EVERY", "15d", "BACKUP_EVERY is '15d'; write hours or days"),
        ("BACKUP_KEEP", "0", "BACKUP_KEEP is '0'; write how many backups to keep, from 1 to 1000, like 14."),
        ("JOB_MEMORY", "64", "JOB_MEMORY is '64'; write megabytes, at least 256, or 0 for no limit"),
        ("STOP_AFTER", "soon", "STOP_AFTER is 'soon'; write seconds, from 0 to 300, like 15."),
        ("STREAMS_PER_ADDRESS", "-1", "STREAMS_PER_ADDRESS is '-1'; write how many live boards may be open at once"),
        ("BACKUP_KEEP", "all", "BACKUP_KEEP is 'all'; write how many"),
        ("S3_ENDPOINT", "s3.example", "S3_ENDPOINT begins with 'no scheme'; write the address of the storage"),
        ("S3_ENDPOINT", "http://", "S3_ENDPOINT names no host; write the address of the storage"),
        ("AWS_ACCESS_KEY_ID", "AKIA", "AWS_SECRET_ACCESS_KEY is missing; the two keys of S3 storage come together."),
        ("METRICS_TOKEN", "woof", "METRICS_TOKEN is only 4 characters; write at least 20 random ones."),
        ("METRICS_FROM", "kennel", "METRICS_FROM is 'kennel', which is not only addresses; write addresses"),
        ("LOG_FORMAT", "poem", "LOG_FORMAT is 'poem'; write line or json."),
        ("LOG_REQUESTS", "some", "LOG_REQUESTS is 'some', which is neither yes nor no; write true or false."),
        ("DOGCLUB_VAR", "/dev/null/var", "DOGCLUB_VAR is '/dev/null/var', a folder that cannot be made"),
    ],
)
def test_a_wrong_value_stops_the_start_with_a_sentence(
    tmp_path: Path, variable: str, value: str, sentence: str
) -> None:
    done = start(tmp_path, **{variable: value})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Dog Club cannot start: {sentence}")
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr.replace("var/secret-key", "")


def test_the_key_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    var = tmp_path / "var"
    with ThreadPoolExecutor(4) as pool:
        keys = set(pool.map(lambda _: settings_with(var, "SECRET_KEY")["SECRET_KEY"], range(4)))
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    assert stat.S_IMODE((var / "secret-key").stat().st_mode) == 0o600
    assert [file.name for file in var.glob("secret-key*")] == ["secret-key"]


def test_the_key_is_on_the_disk_before_it_has_its_name_and_so_is_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, sync, link = [], os.fsync, os.link

    def synced(number: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else f"{os.fstat(number).st_size} bytes")
        sync(number)

    def named(draft: Path, file: Path) -> None:
        done.append(file.name)
        link(draft, file)

    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "link", named)
    key = secret_key(tmp_path)
    assert done == [f"{len(key)} bytes", "secret-key", "folder"]


def test_a_key_of_ones_own_is_taken(tmp_path: Path) -> None:
    key = "0123456789" * 6
    assert settings_with(tmp_path, "SECRET_KEY", SECRET_KEY=key) == {"SECRET_KEY": key}
    assert not (tmp_path / "secret-key").exists()


def test_nothing_set_is_the_embedded_default(tmp_path: Path) -> None:
    found = settings_with(tmp_path, "DEBUG", "DATABASES", "EMAIL_BACKEND", "JOB_QUEUE", "SESSION_COOKIE_SECURE")
    database = found["DATABASES"]["default"]
    assert (found["DEBUG"], found["SESSION_COOKIE_SECURE"]) == (False, False)
    assert (database["ENGINE"], database["NAME"]) == ("dogclub.server.sqlite", str(tmp_path / "dogclub.sqlite3"))
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]
    assert "ATOMIC_REQUESTS" not in database
    assert found["JOB_QUEUE"] == ""
    assert found["EMAIL_BACKEND"].endswith("filebased.EmailBackend")


def test_everything_set_is_a_server(tmp_path: Path) -> None:
    found = settings_with(
        tmp_path,
        *("DATABASES", "CACHES", "CELERY_BROKER_URL", "EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS"),
        *("ALLOWED_HOSTS", "SECURE_HSTS_SECONDS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "TIME_ZONE"),
        DATABASE_URL="postgres://kennel:p%40w@db.example:5433/dogs",
        REDIS_URL="redis://cache.example:6379/3",
        EMAIL_URL="smtp+tls://post:woof@mail.example",
        BASE_URL="https://dogclub.example",
        TIME_ZONE="Europe/Oslo",
    )
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert [database[part] for part in ("HOST", "PORT", "NAME", "USER", "PASSWORD")] == [
        *("db.example", 5433, "dogs", "kennel", "p@w")
    ]
    assert found["CACHES"]["default"]["LOCATION"] == found["CELERY_BROKER_URL"] == "redis://cache.example:6379/3"
    assert (found["EMAIL_BACKEND"], found["EMAIL_HOST"]) == ("dogclub.notify.mail.QueuedMail", "mail.example")
    assert (found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == (587, True)
    assert found["ALLOWED_HOSTS"][-1] == "dogclub.example"
    assert (found["SESSION_COOKIE_SECURE"], found["CSRF_COOKIE_SECURE"]) == (True, True)
    assert found["SECURE_HSTS_SECONDS"] >= 31536000
    assert found["TIME_ZONE"] == "Europe/Oslo"


@pytest.mark.thorough
@pytest.mark.only("sqlite")
def test_the_deployment_checks_have_nothing_to_say(stopped_server: Server) -> None:
    variables = environment(
        stopped_server.var,
        BASE_URL="https://dogclub.example",
        ALLOWED_HOSTS="dogclub.example",
        SECRET_KEY="0123456789" * 6,
        EMAIL_URL="smtp+tls://post:woof@mail.example",
        BACKUP_TO=str(stopped_server.var / "backups"),
        METRICS_TOKEN="bone" * 8,
    )
    check = stopped_server.command("check", "--deploy", "--fail-level", "WARNING")
    done = subprocess.run(check, env=variables, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_variable_is_documented() -> None:
    files = [ROOT / "dogclub" / "settings.py", *(ROOT / "dogclub" / "configuration").glob("*.py")]
    source = "".join(file.read_text() for file in files)
    read = set(re.findall(r'(?:text|flag|address|folder|list|streams|seconds)\("([A-Z0-9_]+)"', source))
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "DEBUG", "TIME_ZONE"} <= read
    page = (ROOT / "docs" / "running-it" / "settings.md").read_text()
    documented = set(re.findall(r"^\| `([A-Z0-9_]+)` \|", page, re.M))
    by_run = set(re.findall(r"^case \"\$\(setting ([A-Z_]+)\)", (ROOT / "run").read_text(), re.M))
    assert "HEIC_PHOTOS" in by_run
    assert read | by_run == documented
