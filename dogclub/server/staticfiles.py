"""Static files: a storage whose URLs are cached; collectstatic is run when a file changed since the last run."""

import fcntl
from functools import cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

STAMP = "static-collected"
SAMPLE = "dogclub/table.css"  # every page has it


# Django parses and rebuilds each URL, which carries a digest of the file, some twenty microseconds each, for every
# page.
class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Builds each URL once: a page has about ten, always the same, and the manifest is read at the start."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._address = cache(super().url)

    def url(self, name: str, *force: bool) -> str:
        address: str = self._address(name, *force)
        return address


def fingerprint() -> str:
    """Return a digest of the storage class and of the path and content of all static files."""
    digest = sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda pair: pair[0]):
            with storage.open(path) as file:
                digest.update(f"{path} {sha256(file.read()).hexdigest()}".encode())
    return digest.hexdigest()


def are_changed() -> bool:
    """Whether the fingerprint differs from that of the last collection."""
    stamp = settings.VAR / STAMP
    return not stamp.exists() or stamp.read_text() != fingerprint()


def mark_collected() -> None:
    """Store the fingerprint; collectstatic does so."""
    (settings.VAR / STAMP).write_text(fingerprint())


def collect_if_changed() -> None:
    """Run collectstatic if needed; of several processes that share the folder, one does, and the others wait."""
    with (settings.VAR / f"{STAMP}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if are_changed():
            call_command("collectstatic", verbosity=0, interactive=False, clear=True)


def are_here() -> bool:
    """Whether this process knows the static files and they exist; with DEBUG they are not collected."""
    stored_name = getattr(staticfiles_storage, "stored_name", None)
    if stored_name is None:
        return True
    try:
        return staticfiles_storage.exists(stored_name(SAMPLE))
    except ValueError:  # the manifest, which is read once, has no such entry
        return False
