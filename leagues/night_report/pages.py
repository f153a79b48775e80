"""The page of the night report, and its picture."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from games.comments.thread import shown
from leagues.night_report.picture import picture_answer
from leagues.night_report.report import report_of


@require_safe
@club_view(readers=True)
def night_report(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """The number of queries depends neither on the length of the night nor on the club’s history."""
    night = get_object_or_404(club.nights.select_related("club"), pk=pk)
    report = report_of(night)
    can_share = access.is_member and bool(report.facts.finished)
    context = {"access": access, "here": "nights", "report": report, "can_share": can_share}
    context |= {"comments": shown(night, access)}
    return render(request, "leagues/night_report/night_report.html", context)


@require_safe
@club_view()
def report_picture(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """For members. Raises Http404 before a match of the night is finished."""
    report = report_of(get_object_or_404(club.nights, pk=pk))
    if not report.facts.finished:
        raise Http404(_("A night without a result has no picture."))
    return picture_answer(request, club, report)
