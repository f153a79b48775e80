"""Runs collectstatic when a static file changed since the last run."""

from hashlib import sha256

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

STAMP = "static-collected"


def fingerprint() -> str:
    """Return a digest of the storage class and of the path, size and modification time of all static files."""
    digest = sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda pair: pair[0]):
            digest.update(f"{path} {storage.size(path)} {storage.get_modified_time(path)}".encode())
    return digest.hexdigest()


def are_changed() -> bool:
    """Whether the fingerprint differs from that of the last collection."""
    stamp = settings.VAR / STAMP
    return not stamp.exists() or stamp.read_text() != fingerprint()


def collect_if_changed() -> None:
    """Run collectstatic if needed and store the fingerprint."""
    if are_changed():
        call_command("collectstatic", verbosity=0, interactive=False, clear=True)
        (settings.VAR / STAMP).write_text(fingerprint())
