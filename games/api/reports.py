"""What there is to tell of a night, for programs: the sentences of the page, and its tables."""

from collections.abc import Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import openapi
from games.api.session import Session, plain
from games.report.called import Called
from games.report.page import Shown, report_of
from leagues.access import club_access


@extend_schema(**openapi.REPORT)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def night_report(request: Request, slug: str, pk: int) -> Response:
    """The morning after, as it stands by now: a correction changes it with the sheet."""
    club = club_access(plain(request), slug, readers=True).club
    report = report_of(get_object_or_404(club.nights, pk=pk))
    return Response(
        {
            "night": report.night.pk,
            "headline": report.headline,
            "opening": report.opening,
            "paragraphs": list(report.prose),
            "tables": [_table(shown) for shown in (*report.finals, *report.groups)],
            "called_out": _calls(report.called),
            "tagged": _calls(report.tagged),
            "numbers": [{"label": each.label, "value": each.value, "unit": each.unit} for each in report.numbers],
            "next": report.next,
        }
    )


def _table(shown: Shown) -> dict[str, Any]:
    return {
        "match": shown.book.match.pk,
        "title": shown.table.title,
        "game": shown.table.game,
        "finished": shown.table.is_finished,
        "places": [
            {"player": each.player, "name": each.full, "place": each.place, "total": each.total, "from": each.code}
            for each in shown.table.sittings
        ],
    }


def _calls(calls: Sequence[Called]) -> list[dict[str, str]]:
    return [{"label": each.label, "words": each.words} for each in calls]
