"""Attendance counts for a list of nights."""

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubs.models import Attendance, Club

HERE = (Attendance.State.HERE, Attendance.State.LEFT)


def with_attendance_counts(club: Club) -> QuerySet[Any]:
    """Return the club's nights with their seasons, annotated with `here`: how many came."""
    annotated: QuerySet[Any] = club.nights.select_related("season").annotate(here=_here())
    return annotated


def _here() -> Coalesce:
    """Return the subquery that counts who came; it is evaluated only for the nights of the page."""
    came = Attendance.objects.filter(night=OuterRef("pk"), state__in=HERE).order_by().values("night")
    return Coalesce(Subquery(came.annotate(count=Count("pk")).values("count")), 0)
