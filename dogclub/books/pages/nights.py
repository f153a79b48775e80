"""PDFs of a night: its filled sheets, and prefilled ones to write on."""

import io

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Access, club_view
from clubs.club_day import club_day
from clubs.models import Club, Night
from clubs.web.conditional import conditional
from dogclub.books.night_sheets import FEW, NOTHING, bind, file_name, of_night
from dogclub.books.pdf.typst_workers import InThisProcess
from dogclub.books.prefilled_sheets import bind_sheets, prefilled
from dogclub.jobs.enqueue_from_page import enqueue_from_page
from games.base.table_game import Unreadable
from games.match.printing import requested_paper, sent
from games.sheets.pdf import CONTENT_TYPE, Printed


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(readers=True)
def night_sheets(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Return the PDF where there are few sheets; for many, show a button that starts a job."""
    night = get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)
    versions = sorted(night.matches.values_list("pk", "version"))
    paper = requested_paper(request)
    if not versions:
        messages.info(request, NOTHING)
        return redirect("night", club.slug, pk)
    if len(versions) <= FEW:
        names = sorted(night.matches.values_list("seats__player__name", "seats__player__nickname"))
        return conditional(request, (versions, names, paper, club.branding), lambda: _at_once(night, paper))
    if request.method == "POST":
        if not access.is_member:
            raise PermissionDenied
        return enqueue_from_page(request, access, "night-sheets", {"night": pk, "paper": paper})
    context = {"access": access, "here": "more", "night": night, "count": len(versions)}
    return render(request, "dogclub/books/night_sheets.html", context)


def _at_once(night: Night, paper: str) -> HttpResponse:
    out = io.BytesIO()
    bind(out, InThisProcess(), of_night(night), "letter" if paper == "letter" else "a4", lambda _: None)
    return sent(Printed(out.getvalue(), file_name(night), CONTENT_TYPE))


@require_safe
@club_view()
def night_paper(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Prefilled sheets of the tables as drawn or dealt; nothing is written to the database."""
    night = get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)
    try:
        sheets = prefilled(night, requested_paper(request))
    except Unreadable as refused:
        messages.info(request, refused.message)
        return redirect("night", club.slug, pk)
    name = f"tonight-{club_day(night.starts_at).isoformat()}.pdf"
    return sent(Printed(bind_sheets(night, sheets), name, CONTENT_TYPE))
