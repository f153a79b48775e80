"""Endpoints for background jobs: request, watch, cancel, retry, and download the file."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any, Literal
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Meta, Struct
from msgspec.structs import asdict
from rest_framework.decorators import renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.accounts.adapter import is_mail_sent
from clubs.models import Scope
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import AnyFile, check_scope, endpoint
from dogclub.api.http.etags import answer_read
from dogclub.api.http.messages import Key, Nothing, check, read_as, read_nothing
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import background as words
from dogclub.api.openapi.operation import described
from dogclub.exchange.books.night_sheets import NOTHING as NO_SHEET
from dogclub.exchange.books.order_form import ALL, GONE, nothing_in, order_form
from dogclub.exchange.exports import match_tables
from dogclub.exchange.exports.files import NOTHING as NO_HAND
from dogclub.jobs import cancel, enqueue_once, retry
from dogclub.jobs.files import download
from dogclub.jobs.wording import job_of
from dogclub.jobs.work import Kind, find
from dogclub.models import Job
from scoring.record_format import strict

# The kinds of jobs that programs may request, and the parameters of each.


Paper = Literal["a4", "letter"]
Which = Annotated[Key | Literal["all"], Meta(description="A season’s id, or all")]
Season = Annotated[Key | Literal["all"], Meta(description="A season’s id; all seasons unless told")]
Part = Literal["reports", "sheets", "dogs"]
BY_SEASON = ("hands", "matches", "results", "standings", "fame", "records", "called")
Table = Literal[
    "hands",
    "matches",
    "results",
    "standings",
    "ratings",
    "fame",
    "records",
    "called",
    "trophies",
    "players",
    "nights",
    "seasons",
]


class AskedBook(Struct, frozen=True, forbid_unknown_fields=True):
    """A season book with these parts."""

    season: Which
    paper: Paper = "a4"
    parts: Annotated[tuple[Part, ...], Meta(max_length=3)] = ("reports", "sheets", "dogs")


class AskedNight(Struct, frozen=True, forbid_unknown_fields=True):
    """A printable file of one night."""

    night: Key
    paper: Paper = "a4"


class AskedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as a file; `hands` contains every hand of the club, in the layout that imports read."""

    table: Table = "hands"
    form: Literal["csv", "xlsx"] = "csv"
    season: Season = "all"


class AskedArchive(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole club, or one season of it, in one file that any Dog Club can restore."""

    season: Season = "all"


REQUESTS: dict[str, type[Struct]] = {
    "rebuild": Nothing,
    "season-book": AskedBook,
    "night-sheets": AskedNight,
    "night-report": AskedNight,
    "table": AskedTable,
    "archive": AskedArchive,
}
_SHAPES = [{"$ref": f"#/components/schemas/{name}"} for name in sorted({each.__name__ for each in REQUESTS.values()})]


class Asking(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for work in the background."""

    kind: Annotated[str, Meta(min_length=1, max_length=30, extra_json_schema={"enum": list(REQUESTS)})]
    asked: Annotated[dict[str, Any], Meta(extra_json_schema={"anyOf": _SHAPES})] = {}
    wants_mail: bool = False


# Checks the requests for jobs with the same forms and error sentences as the pages.


NO_NIGHT = gettext_lazy("That night is not one of this club’s. Choose another one.")
Asked = dict[str, Any]


def asked_of(access: Access, kind: str, asked: Asked) -> Asked:
    """Return the request as the job stores it. Raises Problem or Malformed."""
    request = strict.shape(asked, REQUESTS[kind])
    return CHECKS[kind](access, request) if kind in CHECKS else asdict(request)


def _book(access: Access, request: AskedBook) -> Asked:
    parts: dict[str, str] = dict.fromkeys(request.parts, "on")
    data = {"season": str(request.season), "paper": request.paper, **parts}
    form = order_form(access, data=data)
    check(form)
    if wrong := nothing_in(access.club, form):
        raise Problem("invalid", wrong, field="season")
    return dict(form.asked)


def _sheets(access: Access, request: AskedNight) -> Asked:
    night = _night(access, request)
    if not access.club.matches.filter(night=request.night).exists():
        raise Problem("invalid", NO_SHEET, field="night")
    return night


def _night(access: Access, request: AskedNight) -> Asked:
    if not access.club.nights.filter(pk=request.night).exists():
        raise Problem("invalid", NO_NIGHT, field="night")
    return asdict(request)


def _table(access: Access, request: AskedTable) -> Asked:
    season = _season(access, request.season)
    if season and request.table not in BY_SEASON:
        sentence = _("The table {table} has no seasons. Leave the season out.").format(table=request.table)
        raise Problem("invalid", sentence, field="season")
    if request.table == "hands" and not match_tables.of_season(access.club, season).exists():
        raise Problem("invalid", NO_HAND, field="season")
    return {"table": request.table, "season": season, "form": request.form}


def _archive(access: Access, request: AskedArchive) -> Asked:
    return {"season": _season(access, request.season)}


def _season(access: Access, which: int | str) -> int | None:
    if which == ALL:
        return None
    if not access.club.seasons.filter(pk=which).exists():
        raise Problem("invalid", GONE["invalid_choice"], field="season")
    return int(which)


CHECKS: dict[str, Callable[[Access, Any], Asked]] = {
    "season-book": _book,
    "night-sheets": _sheets,
    "night-report": _night,
    "table": _table,
    "archive": _archive,
}


OVER = gettext_lazy("This job is over already.")


@described(GET=words.LIST_JOBS, POST=words.ASK_JOB)
@endpoint("GET", "POST", writes=(Scope.RECORD, Scope.ARCHIVE))
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
    kind = find(asking.kind)
    check_scope(request, kind.scope)
    if not kind.is_for(access):
        raise PermissionDenied
    if asking.wants_mail and not is_mail_sent():
        raise Problem("invalid", _("No email leaves this machine: leave “wants_mail” out."), field="wants_mail")
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
    keys = [key for key, kind in _kinds().items() if kind.is_for(access) and kind.listed]
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
