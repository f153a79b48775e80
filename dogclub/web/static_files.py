"""Static files at the addresses that carry a digest of what is in them.

Django takes each address apart and puts it together again, some twenty microseconds each, for every page.
"""

from functools import cache
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Puts each address together once: a page names ten, always the same, and the manifest is read at the start."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._address = cache(super().url)

    def url(self, name: str, *force: bool) -> str:
        address: str = self._address(name, *force)
        return address
