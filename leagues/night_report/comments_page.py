"""The comments on a night, below the beginning of its report."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.models import Club, Night
from games.comments.thread import Heading, thread_page
from games.comments.unsent import keeps_unsent
from leagues.night_report.report import report_of


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
