"""How many came to the nights of a list."""

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubs.models import Attendance, Club

HERE = (Attendance.State.HERE, Attendance.State.LEFT)


def with_attendance_counts(club: Club) -> QuerySet[Any]:
    """The nights with their seasons, and with how many were `here`."""
    annotated: QuerySet[Any] = club.nights.select_related("season").annotate(here=_here())
    return annotated


def _here() -> Coalesce:
    """How many came, counted for the nights of the page only."""
    came = Attendance.objects.filter(night=OuterRef("pk"), state__in=HERE).order_by().values("night")
    return Coalesce(Subquery(came.annotate(count=Count("pk")).values("count")), 0)
