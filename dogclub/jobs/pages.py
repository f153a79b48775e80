"""Pages of a job: progress, file, cancel and retry."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any
from uuid import UUID

from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, View, club_view
from clubs.models import Club, Role
from dogclub.jobs import work
from dogclub.jobs.asking import cancel, enqueue, enqueue_once, retry
from dogclub.jobs.files import download
from dogclub.jobs.rebuild import REBUILD
from dogclub.jobs.wording import job_of, shown
from dogclub.jobs.work import Kind, find
from dogclub.models import Job


def job_view(view: Callable[[HttpRequest, Access, Job, Kind], HttpResponseBase]) -> View:
    """Decorate view(request, access, job, kind): look up the job and check its role."""

    @wraps(view)
    def inner(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponseBase:
        return view(request, access, *job_of(club, access, pk))

    return club_view()(inner)


@require_safe
@job_view
def job(request: HttpRequest, access: Access, job: Job, kind: Kind) -> HttpResponse:
    """The progress page, which requests itself every two seconds while the job runs; 204 if nothing has changed."""
    page = shown(work.with_progress(job), kind)
    if request.GET.get("since") == page.token:
        return HttpResponse(status=204)
    context = {"access": access, "here": "more", "page": page, "job": job, "kind": kind}
    context["today"] = f"{timezone.localdate():%Y-%m-%d}"
    return render(request, "dogclub/jobs/job.html", context)


@require_POST
@job_view
def job_cancel(request: HttpRequest, access: Access, job: Job, kind: Kind) -> HttpResponse:
    if not cancel(job):
        messages.info(request, _("Too late to cancel: it has finished, or is about to."))
    return redirect(job)


@require_POST
@job_view
def job_retry(request: HttpRequest, access: Access, job: Job, kind: Kind) -> HttpResponse:
    if not retry(job):
        messages.info(request, _("There is nothing to try again here."))
    return redirect(job)


@require_safe
@job_view
def job_file(request: HttpRequest, access: Access, job: Job, kind: Kind) -> HttpResponseBase:
    if job.state != Job.State.DONE or not job.file:
        raise Http404
    return download(request, job)


# Enqueueing of jobs from a page.


def enqueue_from_page(
    request: HttpRequest, access: Access, kind: str, asked: Mapping[str, Any], *, wants_mail: bool = False
) -> HttpResponseBase:
    """Redirect to the job's page, to that of the same request while it is not done; 429 for a user over the hourly
    limit.
    """
    too_many: HttpResponseBase | None = consume_or_429(request, action="jobs", user=access.user)
    if too_many:
        return too_many
    with transaction.atomic():
        return redirect(enqueue_once(kind, access.club, access.user, asked, wants_mail=wants_mail))


# The page “Import and export”: links to all exports and imports, and the latest jobs.

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
