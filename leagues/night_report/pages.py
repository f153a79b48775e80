"""The page of the night report, the comments below it, and its picture for chats."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Access, club_view
from clubs.language.locales import date_format
from clubs.models import Club, Night
from clubs.models.calendar import club_day
from games.comments import Heading, keeps_unsent, shown, thread_page
from leagues.night_report.report import report_of, report_picture_answer
from leagues.nights.next_step import mark_read, way_on
from leagues.nights.over import what_changed

# The page of the night report, and its picture.


@require_safe
@club_view(readers=True)
def night_report(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """The number of queries depends neither on the length of the night nor on the club’s history."""
    night = get_object_or_404(club.nights.select_related("club"), pk=pk)
    report = report_of(night)
    if access.is_member and night.closed_at:
        mark_read(request, night)
    can_share = access.is_member and bool(report.facts.finished)
    context = {"access": access, "here": "nights", "report": report, "can_share": can_share}
    context["next"] = way_on(access)
    context["changed"] = what_changed(night, list(night.matches.all()))
    context |= {"comments": shown(night, access)}
    return render(request, "leagues/night_report/night_report.html", context)


@require_safe
@club_view()
def report_picture(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """For members. Raises Http404 before a match of the night is finished."""
    report = report_of(get_object_or_404(club.nights, pk=pk))
    if not report.facts.finished:
        raise Http404(_("A night without a result has no picture."))
    return report_picture_answer(request, club, report)


# The comments on a night, below the beginning of its report.


@keeps_unsent
@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def night_comments(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    night = get_object_or_404(Night.objects.select_related("club"), club=club, pk=pk)
    return thread_page(request, access, night, lambda: _heading(night))


def _heading(night: Night) -> Heading:
    """Return the heading of the page; a night without matches has no report to quote."""
    day = date_format(club_day(night.starts_at), "l j F Y")
    if not night.matches.exists():
        return Heading(night.title, f"{day}.", night.get_absolute_url(), _("All about this night"))
    report, address = report_of(night), reverse("night-report", args=[night.club.slug, night.pk])
    first = next(iter(report.prose), "")
    lead = _("Night report, {day}. {opening}").format(day=day, opening=report.opening)
    return Heading(report.headline, lead, address, _("Read the whole report"), first)
