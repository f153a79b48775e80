"""The page “Import and export”: links to all exports and imports, and the latest jobs."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Role
from dogclub.jobs.rebuild import REBUILD
from dogclub.jobs.worker.enqueue import enqueue
from dogclub.jobs.worker.kinds import Kind, find
from dogclub.models import Job

SHOWN_JOBS = 12


@dataclass(frozen=True)
class ExchangeLink:
    """A link of the page with a sentence about it; shown to those who have the role."""

    route: str
    label: str | Promise
    about: str | Promise
    role: Role = Role.MEMBER


OUT = (
    ExchangeLink(
        "book", gettext_lazy("Season book"), gettext_lazy("A season, or all of them, as one PDF with every sheet.")
    ),
    ExchangeLink(
        "paper",
        gettext_lazy("Score sheets"),
        gettext_lazy("Blank ones to print. Filled ones are on the page of each night."),
    ),
    ExchangeLink(
        "exports",
        gettext_lazy("Tables and files"),
        gettext_lazy("Every table for a spreadsheet, single records, and plays for BG Stats."),
    ),
    ExchangeLink(
        "archive",
        gettext_lazy("Archive"),
        gettext_lazy("The whole club in one file, to keep or to move to another server."),
        Role.OWNER,
    ),
)
IN = (
    ExchangeLink(
        "imports", gettext_lazy("Import old games"), gettext_lazy("From a file, with a preview first."), Role.ORGANISER
    ),
    ExchangeLink(
        "batch",
        gettext_lazy("Enter old sheets"),
        gettext_lazy("Sheet by sheet, in the order in which it was written."),
        Role.SCOREKEEPER,
    ),
)
MACHINES = (
    ExchangeLink(
        "feeds", gettext_lazy("Feeds"), gettext_lazy("Nights for your calendar, results for your feed reader.")
    ),
    ExchangeLink(
        "keys",
        gettext_lazy("API keys"),
        gettext_lazy("For programs that read the results, or write them."),
        Role.ORGANISER,
    ),
    ExchangeLink(
        "webhooks",
        gettext_lazy("Webhooks"),
        gettext_lazy("Tell other programs about finished matches and trophies."),
        Role.ORGANISER,
    ),
)
SECTIONS = ((gettext_lazy("Export"), OUT), (gettext_lazy("Import"), IN), (gettext_lazy("For programs"), MACHINES))


@require_safe
@club_view()
def exchange_page(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    sections = [(title, [link for link in links if access.has(link.role)]) for title, links in SECTIONS]
    sections = [(title, links) for title, links in sections if links]
    context = {"access": access, "here": "more", "sections": sections, "lately": _lately(club, access)}
    return render(request, "dogclub/jobs/exchange.html", context)


@require_POST
@club_view(Role.ORGANISER)
def rebuild(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Start a rebuild, or redirect to the one that is queued or running: one at a time."""
    open_ones = Job.objects.filter(club=club, kind=REBUILD.key, state__in=(Job.State.QUEUED, Job.State.RUNNING))
    return redirect(open_ones.first() or enqueue(REBUILD.key, club, access.user))


def _lately(club: Club, access: Access) -> list[tuple[Job, Kind]]:
    """Return the latest jobs that this role may see, with their kinds."""
    listed = {kind.key: kind for kind in _kinds() if kind.listed and access.has(kind.role)}
    jobs = Job.objects.filter(club=club, kind__in=listed).select_related("club", "asked_by")
    return [(job, listed[job.kind]) for job in jobs[:SHOWN_JOBS]]


def _kinds() -> Iterable[Kind]:
    return (find(key) for key in settings.JOB_KINDS)
