"""Pages of a job: progress, file, cancel and retry."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, View, club_view
from clubs.models import Club
from dogclub.jobs.files import download
from dogclub.jobs.lookup import job_of
from dogclub.jobs.wording import shown
from dogclub.jobs.worker import progress_file
from dogclub.jobs.worker.enqueue import cancel, retry
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
    page = shown(progress_file.with_progress(job), kind)
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
