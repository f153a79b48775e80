"""One board in the rotation of the wall."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True)
class Turn:
    """One board. `draw` renders it, `depends` is everything visible on it, `version` changes with every entry."""

    key: str
    version: str
    label: str
    depends: object
    draw: Callable[[], SafeString]
