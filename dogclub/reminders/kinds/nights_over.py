"""Nights whose report is complete: closed by hand, or begun so long ago that they must be over."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.calendar.nights import AROUND
from clubs.models import Night
from games.models import Match
from leagues.night_report.report import Report, report_of


def over_between(since: datetime, until: datetime) -> QuerySet[Night]:
    """Return the nights with a finished match that ended in this span, oldest first."""
    closed = Q(closed_at__gt=since, closed_at__lte=until)
    long_over = Q(closed_at=None, starts_at__gt=since - AROUND, starts_at__lte=until - AROUND)
    played = Match.objects.filter(night=OuterRef("pk"), finished_at__isnull=False)
    return Night.objects.filter(closed | long_over, Exists(played), called_off_at=None).order_by("starts_at", "pk")


def results_of(night: Night) -> Mapping[str, Any]:
    """Return a night's template context: its report, the most important table, and the trophies that were passed on."""
    report = report_of(night)
    return {"night": night, "report": report, "best": _best(report), "passings": report.facts.main}


def _best(report: Report) -> Any:
    return next((each.table for each in report.finals if each.table.is_finished), None)
