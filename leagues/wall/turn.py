"""One board of a wall that turns its boards."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True)
class Turn:
    """`depends` is everything that stands on it, `version` moves with every entry."""

    key: str
    version: str
    label: str
    depends: object
    draw: Callable[[], SafeString]
