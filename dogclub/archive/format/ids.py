"""Which ids come back as they were, and which are taken: another club here may hold the same matches."""

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
    """Those of the keys that this database has already."""
    rows: Any = model._default_manager
    if not rows.exists():
        return set()
    return {key for some in _parts(keys) for key in rows.filter(pk__in=some).values_list("pk", flat=True)}


def _parts(keys: Iterable[UUID]) -> Iterator[Sequence[UUID]]:
    left = iter(keys)
    while some := list(islice(left, AT_ONCE)):
        yield some


def another(key: UUID, salt: str) -> UUID:
    """For the same club (`salt`) always the same. The first half stays, so that matches keep their order, which decides
    between two that ended at once.
    """
    low = int.from_bytes(hashlib.sha256(f"{salt} {key}".encode()).digest()[:8], "big") & LOW | VARIANT
    return UUID(int=key.int >> 64 << 64 | low)
