"""The pages on which a season book, the sheets of a night or its report are ordered."""

import io

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Night
from clubs.models.calendar import club_day
from clubs.responses import conditional
from dogclub.exchange.books.night_sheets import FEW_SHEETS, NOTHING, bind, bind_sheets, file_name, of_night, prefilled
from dogclub.exchange.books.order_form import PARTS, OrderForm, Volume, nothing_in, order_form
from dogclub.exchange.books.typst_workers import InThisProcess
from dogclub.jobs.pages import enqueue_from_page
from games.base.table_game import Unreadable
from games.match.printing import requested_paper, sent, usual_paper
from games.sheets.typst import CONTENT_TYPE, Printed, printed
from leagues.night_report.report import REPORT, printable, report_of

# The page to order a season book.


KEY = "season-book"


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def book(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Show the form, and start the job; an order that is already being made leads to the existing job."""
    form = order_form(access, data=request.POST) if request.method == "POST" else _proposed(request, access)
    if form.is_bound and form.is_valid():
        wrong = nothing_in(club, form)
        if not wrong:
            return enqueue_from_page(request, access, KEY, form.asked, wants_mail=bool(form.cleaned_data.get("mail")))
        form.add_error("season", wrong)
    is_empty = not Volume(club, None).count
    context = {"access": access, "here": "more", "form": form, "is_empty": is_empty}
    return render(request, "dogclub/exchange/books/order.html", context, status=422 if form.is_bound else 200)


def _proposed(request: HttpRequest, access: Access) -> OrderForm:
    """Return the form for the season of the query, or the latest with matches, with all parts selected."""
    form = order_form(access)
    season_key = request.GET.get("season", "")
    season = season_key if season_key in form.known else form.newest
    form.initial = {"season": season, "paper": usual_paper(request), **dict.fromkeys(PARTS, True)}
    return form


# PDFs of a night: its filled sheets, and prefilled ones to write on.


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
    if len(versions) <= FEW_SHEETS:
        names = sorted(night.matches.values_list("seats__player__name", "seats__player__nickname"))
        return conditional(request, (versions, names, paper, club.branding), lambda: _at_once(night, paper))
    if request.method == "POST":
        if not access.is_member:
            raise PermissionDenied
        return enqueue_from_page(request, access, "night-sheets", {"night": pk, "paper": paper})
    context = {"access": access, "here": "more", "night": night, "count": len(versions)}
    return render(request, "dogclub/exchange/books/night_sheets.html", context)


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


# The night report as PDF: within the request, or as a job with an email when done.


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
