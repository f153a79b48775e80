"""The page of the night report."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from leagues.night_report.report import report_of


@require_safe
@club_view(readers=True)
def night_report(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """As many queries for a long night as for a short one, and none that grows with the club’s history."""
    report = report_of(get_object_or_404(club.nights, pk=pk))
    return render(
        request, "leagues/night_report/night_report.html", {"access": access, "here": "nights", "report": report}
    )
