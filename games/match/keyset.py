"""Keyset pagination of matches: a page begins after a row, not after a count, so that its cost does not grow."""

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
    """A page of matches, newest first; `older` and `newer` are cursors of the neighbouring pages, "" at the ends."""

    matches: Sequence[Match]
    older: str = ""
    newer: str = ""

    @property
    def has_others(self) -> bool:
        return bool(self.older or self.newer)


def slice_of(request: HttpRequest, rows: QuerySet[Match], size: int = SIZE) -> Slice:
    """The page that the query string asks for (`older` or `newer`); the newest one for an invalid cursor."""
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
    """Rows before (`lt`) or after (`gt`) a row in the order of time and key.

    The first condition lets the database use the index on the time; the second only decides between equal times.
    """
    within = Q(**{f"started_at__{side}e": moment})
    return within & (Q(**{f"started_at__{side}": moment}) | Q(**{f"id__{side}": pk}))


def _place(rows: Sequence[Match]) -> str:
    return SEPARATOR.join((rows[0].started_at.isoformat(), rows[0].pk.hex)) if rows else ""


def _cursor(request: HttpRequest, key: str) -> tuple[datetime, UUID] | None:
    moment, _, pk = request.GET.get(key, "").partition(SEPARATOR)
    try:
        started_at = datetime.fromisoformat(moment)
        # The first and the last day of the calendar overflow in some time zones.
        return (started_at.astimezone(UTC), UUID(pk)) if started_at.tzinfo else None
    except (ValueError, OverflowError):
        return None
