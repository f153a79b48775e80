"""Pages of a job: progress, file, cancel and retry."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from uuid import UUID

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, View, club_view
from clubs.models import Club
from dogclub.jobs.files import download
from dogclub.jobs.wording import job_of, shown
from dogclub.jobs.worker import work
from dogclub.jobs.worker.enqueue import cancel, enqueue_once, retry
from dogclub.jobs.worker.kinds import Kind
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
