"""A long list, a slice at a time: the next slice begins after a row, not after a number, so its cost never grows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from games.models import Match

SIZE = 25
SEPARATOR = "~"


@dataclass(frozen=True)
class Slice:
    """Matches, the newest first; `older` and `newer` are where the neighbouring slices begin, "" at the ends."""

    matches: Sequence[Match]
    older: str = ""
    newer: str = ""

    @property
    def has_others(self) -> bool:
        return bool(self.older or self.newer)


def slice_of(request: HttpRequest, rows: QuerySet[Match], size: int = SIZE) -> Slice:
    """What the address asks for; nonsense gives the newest."""
    if newer := _cursor(request, "newer"):
        page = list(rows.filter(_beyond("gt", *newer)).order_by("started_at", "id")[: size + 1])
        shown = page[:size][::-1]
        return Slice(shown, _place(shown[-1:]), _place(shown[:1]) if len(page) > size else "")
    older = _cursor(request, "older")
    if older:
        rows = rows.filter(_beyond("lt", *older))
    page = list(rows.order_by("-started_at", "-id")[: size + 1])
    shown = page[:size]
    return Slice(shown, _place(shown[-1:]) if len(page) > size else "", _place(shown[:1]) if older else "")


def _beyond(side: str, moment: datetime, pk: UUID) -> Q:
    """Said so that an index on the moment is used: it bounds the rows, the second half only settles equal moments."""
    within = Q(**{f"started_at__{side}e": moment})
    return within & (Q(**{f"started_at__{side}": moment}) | Q(**{f"id__{side}": pk}))


def _place(rows: Sequence[Match]) -> str:
    return SEPARATOR.join((rows[0].started_at.isoformat(), rows[0].pk.hex)) if rows else ""


def _cursor(request: HttpRequest, key: str) -> tuple[datetime, UUID] | None:
    moment, _, pk = request.GET.get(key, "").partition(SEPARATOR)
    try:
        started_at = datetime.fromisoformat(moment)
        # The first and the last day of the calendar have no moment in some other zone.
        return (started_at.astimezone(UTC), UUID(pk)) if started_at.tzinfo else None
    except (ValueError, OverflowError):
        return None
