"""Scripts that are written apart and sent as one: a first visit should not ask twice for what it always needs."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

SOURCES = Path(__file__).parent / "static" / "dogclub"
JOINED = {
    "dogclub/dirty_dog.table.js": ("outbox.js", "dirty_dog.js"),
    "dogclub/form.table.js": ("outbox.js", "form.js"),
}


class JoinedFinder(BaseFinder):
    """Finds the joined files, made anew whenever a part is newer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(settings.VAR / "joined")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, *args: Any, **kwargs: Any) -> Any:
        found = [self._made(path)] if path in JOINED else []
        return found if kwargs.get("find_all") else next(iter(found), [])

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for path in JOINED:
            self._made(path)
            yield path, self.storage

    def _made(self, path: str) -> str:
        parts = [SOURCES / name for name in JOINED[path]]
        file = Path(self.storage.path(path))
        newest = max(part.stat().st_mtime_ns for part in parts)
        if not file.exists() or file.stat().st_mtime_ns != newest:
            _write(file, "".join(part.read_text() for part in parts), newest)
        return str(file)


def _write(file: Path, text: str, changed: int) -> None:
    """In one step, since several processes may look for it at once."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_text(text)
    os.utime(draft, ns=(changed, changed))
    draft.replace(file)
