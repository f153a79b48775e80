"""Static files storage whose URLs are cached.

Django parses and rebuilds each URL, which carries a digest of the file, some twenty microseconds each, for every page.
"""

from functools import cache
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Builds each URL once: a page has about ten, always the same, and the manifest is read at the start."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._address = cache(super().url)

    def url(self, name: str, *force: bool) -> str:
        address: str = self._address(name, *force)
        return address
