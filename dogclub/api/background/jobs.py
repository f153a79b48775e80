"""Endpoints for background jobs: request, watch, cancel, retry, and download the file."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.decorators import renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from dogclub.api.answers.shaped import shaped
from dogclub.api.background.checked_requests import asked_of
from dogclub.api.background.job_requests import REQUESTS, Asking
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer_read
from dogclub.api.http.messages import read_as, read_nothing
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.renderers import AnyFile
from dogclub.api.http.session import plain
from dogclub.api.openapi.background import background as words
from dogclub.api.openapi.operation import described
from dogclub.jobs import cancel, enqueue_once, retry
from dogclub.jobs.files import download
from dogclub.jobs.lookup import job_of
from dogclub.jobs.worker.kinds import Kind, find
from dogclub.models import Job

OVER = gettext_lazy("This job is over already.")


@described(GET=words.LIST_JOBS, POST=words.ASK_JOB)
@endpoint("GET", "POST")
def jobs(request: Request, slug: str) -> Response:
    """List the jobs of kinds that the user may see, or request one."""
    access = club_access(plain(request), slug)
    if request.method == "POST":
        return _ask(request, access)
    return answer_read(request, page(request, _seen(access), "-asked_at", job_json, "jobs"))


def _ask(request: Request, access: Access) -> Response:
    asking = read_as(request, Asking)
    if asking.kind not in REQUESTS:
        known = ", ".join(REQUESTS)
        raise Problem(
            "invalid",
            _("There is no job kind {kind}: use one of {known}.").format(kind=asking.kind, known=known),
            field="kind",
        )
    if not access.has(find(asking.kind).role):
        raise PermissionDenied
    asked = asked_of(access, asking.kind, asking.asked)
    with transaction.atomic():
        job = enqueue_once(asking.kind, access.club, access.user, asked, wants_mail=asking.wants_mail)
    return Response(job_json(job), HTTPStatus.ACCEPTED)


@described(GET=words.READ_JOB)
@endpoint("GET")
def job(request: Request, slug: str, pk: UUID) -> Response:
    """Read the state of a job."""
    return answer_read(request, job_json(_find(request, slug, pk)))


@described(POST=words.CANCEL_JOB)
@endpoint("POST")
def job_cancel(request: Request, slug: str, pk: UUID) -> Response:
    """Cancel a job: at once if it is waiting, else when it next reports progress."""
    return _change_state(request, slug, pk, cancel, str(OVER))


@described(POST=words.RETRY_JOB)
@endpoint("POST")
def job_retry(request: Request, slug: str, pk: UUID) -> Response:
    """Retry from the beginning, with all retries available again."""
    return _change_state(request, slug, pk, retry, _("This job has not failed and was not cancelled."))


def _change_state(request: Request, slug: str, pk: UUID, does: Callable[[Job], bool], refusal: str) -> Response:
    row = _find(request, slug, pk)
    read_nothing(request)
    with transaction.atomic():
        if not does(row):
            raise Problem("refused", refusal)
    row.refresh_from_db()
    return Response(job_json(row))


@described(GET=words.JOB_FILE)
@endpoint("GET")
@renderer_classes([AnyFile])
def job_file(request: Request, slug: str, pk: UUID) -> HttpResponseBase:
    """Download the file, whole or the part in the Range header."""
    row = _find(request, slug, pk)
    if not row.file:
        raise Problem("not-found", _("This job has no file, or not yet."))
    return download(plain(request), row)


def _find(request: Request, slug: str, pk: UUID) -> Job:
    access = club_access(plain(request), slug)
    return job_of(access.club, access, pk)[0]


def _seen(access: Access) -> QuerySet[Job]:
    """Return the jobs of kinds this role may see, whoever requested them."""
    keys = [key for key, kind in _kinds().items() if access.has(kind.role) and kind.listed]
    return Job.objects.filter(kind__in=keys, club=access.club).select_related("club")


def _kinds() -> dict[str, Kind]:
    return {key: find(key) for key in settings.JOB_KINDS}


def job_json(row: Job) -> dict[str, Any]:
    url = f"/api/v1/clubs/{row.club.slug}/jobs/{row.pk}/file" if row.club else ""
    file = {"name": row.file_name, "content_type": row.content_type, "size": row.size, "sha256": row.sha256}
    return shaped(
        words.JOB,
        row,
        title=find(row.kind).title if row.kind in settings.JOB_KINDS else row.kind,
        steps=[_step(step) for step in row.steps],
        file={**file, "url": url} if row.file and row.state == Job.State.DONE else None,
    )


def _step(step: dict[str, Any]) -> dict[str, Any]:
    return {name: step.get(name, empty) for name, empty in STEP.items()}


STEP: dict[str, Any] = {"label": "", "done": 0, "of": 0, "words": "", "is_done": False}
