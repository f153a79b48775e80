"""Ids of restored rows: kept, or replaced where another club here already holds the same matches."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import Model

AT_ONCE = 500
VARIANT = 0x8000_0000_0000_0000
LOW = 0x3FFF_FFFF_FFFF_FFFF


def taken(model: type[Model], keys: Iterable[UUID]) -> set[UUID]:
    """Return those of the keys that already exist in this database."""
    rows: Any = model._default_manager
    if not rows.exists():
        return set()
    return {key for some in _parts(keys) for key in rows.filter(pk__in=some).values_list("pk", flat=True)}


def _parts(keys: Iterable[UUID]) -> Iterator[Sequence[UUID]]:
    left = iter(keys)
    while some := list(islice(left, AT_ONCE)):
        yield some


def another(key: UUID, salt: str) -> UUID:
    """Return a replacement for an id, always the same for one `salt` (club). Its first half stays, so that matches keep
    their order, which decides between two that ended at the same time.
    """
    low = int.from_bytes(hashlib.sha256(f"{salt} {key}".encode()).digest()[:8], "big") & LOW | VARIANT
    return UUID(int=key.int >> 64 << 64 | low)
