"""Collects the static files when one of them changed since the last time."""

from hashlib import sha256

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def fingerprint() -> str:
    digest = sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda pair: pair[0]):
            digest.update(f"{path} {storage.size(path)} {storage.get_modified_time(path)}".encode())
    return digest.hexdigest()


def collect_if_changed() -> None:
    stamp = settings.VAR / "static-collected"
    now = fingerprint()
    if not stamp.exists() or stamp.read_text() != now:
        call_command("collectstatic", verbosity=0, interactive=False, clear=True)
        stamp.write_text(now)
