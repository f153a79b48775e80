"""Nights whose report is out: closed by hand, or so long ago that everybody has gone home."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.calendar.nights import AROUND
from clubs.models import Night
from games.models import Match
from leagues.night_report.report import Report, report_of


def over_between(since: datetime, until: datetime) -> QuerySet[Night]:
    """Those on which a match was finished, the oldest first."""
    closed = Q(closed_at__gt=since, closed_at__lte=until)
    long_over = Q(closed_at=None, starts_at__gt=since - AROUND, starts_at__lte=until - AROUND)
    played = Match.objects.filter(night=OuterRef("pk"), finished_at__isnull=False)
    return Night.objects.filter(closed | long_over, Exists(played), called_off_at=None).order_by("starts_at", "pk")


def results_of(night: Night) -> Mapping[str, Any]:
    """What an email says of a night: its report, the table that counts most, and the trophies."""
    report = report_of(night)
    return {"night": night, "report": report, "best": _best(report), "passings": report.facts.main}


def _best(report: Report) -> Any:
    return next((each.table for each in report.finals if each.table.is_finished), None)
