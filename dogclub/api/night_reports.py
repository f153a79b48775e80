"""Endpoints for the night report, with the sentences and tables of its page, and its picture."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.decorators import renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Night
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import Png, endpoint
from dogclub.api.http.etags import (
    ATTENDANCES,
    AWARDS,
    CALLOUTS,
    FIXTURES,
    MATCHES,
    NIGHTS,
    PLAYERS,
    PLAYOFFS,
    TAGS,
    answer,
    answer_file,
    of_club,
)
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import result_shapes
from dogclub.api.openapi import results as words
from dogclub.api.openapi.operation import described
from leagues.night_report.incidents import Called
from leagues.night_report.report import Shown, report_of, report_picture_answer

PARTS = (NIGHTS, ATTENDANCES, MATCHES, PLAYERS, CALLOUTS, TAGS, AWARDS, PLAYOFFS, FIXTURES)


@described(GET=words.REPORT)
@endpoint("GET")
def night_report(request: Request, slug: str, pk: int) -> Response:
    """The report from the current data: a correction of a sheet changes it."""
    access = club_access(plain(request), slug, readers=True)
    return answer(request, of_club(access, *PARTS), lambda: _report(get_object_or_404(access.club.nights, pk=pk)))


@described(GET=words.REPORT_PICTURE)
@endpoint("GET")
@renderer_classes([Png])
def report_picture(request: Request, slug: str, pk: int) -> HttpResponseBase:
    """For members, once a match of the night is finished."""
    access = club_access(plain(request), slug)
    edition = of_club(access, *PARTS, club=access.club.name)
    return answer_file(request, edition, lambda: _picture(request, access, pk))


def _picture(request: Request, access: Access, pk: int) -> HttpResponseBase:
    report = report_of(get_object_or_404(access.club.nights, pk=pk))
    if not report.facts.finished:
        raise Http404
    try:
        return report_picture_answer(plain(request), access.club, report)
    except BadRequest as error:
        raise Problem("query", str(error)) from error


def _report(night: Night) -> dict[str, Any]:
    report = report_of(night)
    return shaped(
        result_shapes.REPORT,
        report,
        night=report.night.pk,
        paragraphs=list(report.prose),
        tables=[_table(shown) for shown in (*report.finals, *report.groups)],
        called_out=_calls(report.called),
        tagged=_calls(report.tagged),
        numbers=[shaped(result_shapes.FIGURE_OF_NIGHT, each) for each in report.numbers],
    )


def _table(shown: Shown) -> dict[str, Any]:
    return {
        "match": shown.state.match.pk,
        "title": shown.table.title,
        "game": shown.table.game,
        "finished": shown.table.is_finished,
        "places": [
            {"player": each.player, "name": each.full, "place": each.place, "total": each.total, "from": each.code}
            for each in shown.table.sittings
        ],
        "ties": list(shown.table.ties),
    }


def _calls(calls: Sequence[Called]) -> list[dict[str, Any]]:
    return [shaped(result_shapes.CALL, each) for each in calls]
