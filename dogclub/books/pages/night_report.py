"""The night report as PDF: within the request, or as a job with an email when done."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.models import Club
from clubs.web.conditional import conditional
from dogclub.jobs.enqueue_from_page import enqueue_from_page
from games.match.printing import requested_paper, sent
from games.sheets.pdf import printed
from leagues.night_report.print_sheet import REPORT
from leagues.night_report.printable import printable
from leagues.night_report.report import report_of


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(readers=True)
def night_report_pdf(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """GET returns the PDF; POST, for members, starts the job that stores it and sends an email."""
    night, paper = get_object_or_404(club.nights, pk=pk), requested_paper(request)
    if request.method == "POST":
        if not access.is_member:
            raise PermissionDenied
        return enqueue_from_page(request, access, "night-report", {"night": pk, "paper": paper}, wants_mail=True)
    report = printable(report_of(night), club)
    return conditional(request, (report, paper), lambda: sent(printed(REPORT, "filled", paper, report)))
