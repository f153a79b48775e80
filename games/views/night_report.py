"""The night report: one page one likes to read the next morning, and the same on paper."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.jobs import ask
from games.report.page import report_of
from games.report.printing import printable
from games.sheets.pdf import printed
from games.sheets.report import REPORT
from games.views.fresh import fresh
from games.views.sheet_pdf import paper_asked, sent
from leagues.access import Access, club_view
from leagues.models import Club


@require_safe
@club_view(readers=True)
def night_report(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """As many queries for a long night as for a short one, and none that grows with the club’s history."""
    report = report_of(get_object_or_404(club.nights, pk=pk))
    return render(request, "games/night_report.html", {"access": access, "here": "matches", "report": report})


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(readers=True)
def night_report_pdf(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """At once; a member may also have it set aside, with a letter when it is done."""
    night, asked = get_object_or_404(club.nights, pk=pk), paper_asked(request)
    if request.method == "POST":
        if not access.is_member:
            raise PermissionDenied
        with transaction.atomic():
            return redirect(ask("night-report", club, access.user, {"night": pk, "paper": asked}, wants_mail=True))
    told = printable(report_of(night), club.name)
    return fresh(request, (told, asked), lambda: sent(printed(REPORT, "filled", asked, told)))
