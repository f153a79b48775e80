"""The addresses a club tells of its results, for programs: added, tried, told again, removed."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.door import endpoint
from games.api.editions import answer, answer_read, of_club
from games.api.fingerprints import HOOKS, JOBS
from games.api.forms import check, take_turn
from games.api.jobs import job_json
from games.api.paging import page
from games.api.problems import Problem
from games.api.session import plain
from games.api.shapes import NewHook, read_as, read_nothing
from games.api.words import hooks as words
from games.api.words.operation import told
from games.hooks import keeping
from games.hooks.events import EVENTS, TEST
from games.hooks.forms import HookForm
from games.models import Hook, Job
from leagues.access import Access, club_access
from leagues.models import Role, Scope


@told(GET=words.LIST_HOOKS, POST=words.ADD_HOOK)
@endpoint("GET", "POST", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def hooks(request: Request, slug: str) -> Response:
    """Those that stand, the newest first."""
    access = _access(request, slug)
    if request.method == "POST":
        return _add(request, access)
    return answer_read(request, page(request, keeping.standing(access.club), "-created_at", hook_json, "hooks"))


@transaction.atomic
def _add(request: Request, access: Access) -> Response:
    """The secret is in this answer, and nowhere else."""
    new = read_as(request, NewHook)
    wanted = [event for event in EVENTS if new.events is None or event in new.events]
    take_turn(access.club)
    form = HookForm({"url": new.url, "events": wanted})
    check(form)
    if keeping.is_full(access.club):
        raise Problem("refused", keeping.FULL)
    row = keeping.add(access.club, access.user, **form.cleaned_data)
    return Response({**hook_json(row), "secret": row.secret}, HTTPStatus.CREATED)


@told(GET=words.READ_HOOK, DELETE=words.REMOVE_HOOK)
@endpoint("GET", "DELETE", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def hook(request: Request, slug: str, pk: UUID) -> Response:
    """With its last deliveries."""
    access = _access(request, slug)
    if request.method == "DELETE":
        keeping.remove(keeping.find(access.club, pk))
        return Response(status=HTTPStatus.NO_CONTENT)
    return answer(request, of_club(access, HOOKS, JOBS), lambda: _whole(keeping.find(access.club, pk)))


def _whole(row: Hook) -> dict[str, Any]:
    return {**hook_json(row), "deliveries": [_delivery(job) for job in keeping.deliveries(row)]}


@told(POST=words.TEST_HOOK)
@endpoint("POST", writes=Scope.ORGANISE)
def hook_test(request: Request, slug: str, pk: UUID) -> Response:
    """One delivery, tried once; the job says what came of it."""
    access = _access(request, slug)
    row = keeping.find(access.club, pk)
    read_nothing(request)
    with transaction.atomic():
        job = keeping.send_test(row, access.user)
    return Response(job_json(job), HTTPStatus.ACCEPTED)


@told(POST=words.RESUME_HOOK)
@endpoint("POST", writes=Scope.ORGANISE)
def hook_resume(request: Request, slug: str, pk: UUID) -> Response:
    """Told again from now on; what happened meanwhile is not sent."""
    row = keeping.find(_access(request, slug).club, pk)
    read_nothing(request)
    keeping.resume(row)
    row.refresh_from_db()
    return Response(hook_json(row))


def _access(request: Request, slug: str) -> Access:
    return club_access(plain(request), slug, Role.ORGANISER)


def hook_json(row: Hook) -> dict[str, Any]:
    return {
        "id": row.pk,
        "url": row.url,
        "events": row.events,
        "created_at": row.created_at,
        "paused_at": row.paused_at,
        "paused_because": row.paused_because,
    }


def _delivery(job: Job) -> dict[str, Any]:
    """`id` is that of the message as well, and of the job that sends it."""
    return {
        "id": job.pk,
        "event": job.asked.get("event", TEST),
        "state": job.state,
        "tries": job.tries,
        "asked_at": job.asked_at,
        "finished_at": job.finished_at,
        "status": job.result.get("status"),
        "answer": job.result.get("answer", ""),
        "problem": job.problem,
    }
