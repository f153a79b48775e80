"""Files sent otherwise than they are written, so that a first visit is light: as one, without what only people read."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

SOURCES = Path(__file__).parent / "static" / "dogclub"
JOINED = {
    "dogclub/dirty_dog.table.js": (
        "kept.js",
        "outbox.js",
        "dirty_dog_twin.js",
        "dirty_dog.js",
    ),
    "dogclub/dirty_dog.rest.js": ("dirty_dog_ahead.js", "dirty_dog_pages.js"),
    "dogclub/form.table.js": ("kept.js", "outbox.js", "blanks.js", "form.js"),
    "dogclub/table.rest.js": ("beside.js", "refused.js", "waiting.js", "asides.js", "pencil.js", "app.js"),
    "dogclub/table.css": ("table.css",),
}


# A comment that has its lines to itself, one behind code, what a line is set in by: browsers need none of it.
UNREAD = re.compile(r"^\s*/\*(?:(?!\*/).)*\*/\s*?$|^\s*//[^\n]*$|\s+//[^\n'\"`]*$|^\s+", re.S | re.M)
# In a stylesheet what stands between two words is one space, and nothing beside a mark; what is quoted stays.
GAP = r"(?:\s|/\*(?:(?!\*/).)*\*/)"
BETWEEN = re.compile(rf'("[^"]*")|{GAP}*([{{}};,]){GAP}*|{GAP}+', re.S)


def lean(script: str) -> str:
    """The same script without what only people read."""
    return UNREAD.sub("", script).lstrip()


def lean_style(style: str) -> str:
    """The same stylesheet without what only people read."""
    return BETWEEN.sub(lambda found: found[1] or found[2] or " ", style).strip()


class JoinedFinder(BaseFinder):
    """Finds the joined files, made anew whenever a part is newer, or what is done with it."""

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
        newest = max(part.stat().st_mtime_ns for part in (Path(__file__), *parts))
        if not file.exists() or file.stat().st_mtime_ns != newest:
            leaner = lean_style if path.endswith(".css") else lean
            _write(file, "".join(leaner(part.read_text()) for part in parts), newest)
        return str(file)


def _write(file: Path, text: str, changed: int) -> None:
    """In one step, since several processes may look for it at once."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_text(text)
    os.utime(draft, ns=(changed, changed))
    draft.replace(file)
