"""One import: while it is read, what it would do, what it did, or why it cannot be."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.calendar.seasons import days_of
from clubs.language.locales import either
from clubs.models import Club, Player, Role
from dogclub.imports.formats.readers import READERS
from dogclub.imports.pages.sheet_format import game_names, sheet_format
from dogclub.imports.parsed.parsed_file import DATE_ORDER
from dogclub.imports.review.preview import ASKS, GOES, KNOWN, PAGE, STAYS, Line, Preview
from dogclub.imports.review.season_choice import chosen
from dogclub.imports.review.steps import find
from dogclub.jobs import wording
from dogclub.jobs.worker import progress_file
from dogclub.jobs.worker.kinds import find as find_kind
from dogclub.models import ImportBatch, Job

State = ImportBatch.State
TEMPLATES = {
    State.READING: "dogclub/imports/going.html",
    State.WRITING: "dogclub/imports/going.html",
    State.ASKING: "dogclub/imports/preview.html",
    State.DONE: "dogclub/imports/done.html",
    State.UNDONE: "dogclub/imports/done.html",
    State.REFUSED: "dogclub/imports/refused.html",
}


def _going(request: HttpRequest, context: dict[str, Any], job: Job) -> HttpResponse:
    """How far the work is; 204 while there is nothing new."""
    kind = find_kind(job.kind)
    shown = wording.shown(progress_file.with_progress(job), kind)
    if request.GET.get("since") == shown.token:
        return HttpResponse(status=204)
    today = f"{timezone.localdate():%Y-%m-%d}"
    context |= {"page": shown, "job": job, "kind": kind, "today": today}
    return render(request, "dogclub/imports/going.html", context)


@require_safe
@club_view(Role.ORGANISER)
def import_page(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    return page(request, access, find(club, pk))


def page(request: HttpRequest, access: Access, row: ImportBatch, wrong: str = "", at: str = "") -> HttpResponse:
    """`wrong` is a sentence about the cell or the name `at`."""
    state = State(row.state)
    context: dict[str, Any] = {"access": access, "here": "manage", "import": row, "wrong": wrong, "at": at}
    context["label"] = next((reader.label for reader in READERS if reader.key == row.source), "")
    if state == State.ASKING:
        context |= _preview(request, row)
    job = row.reading if state == State.READING else row.writing
    if state in (State.READING, State.WRITING, State.DONE) and job and job.state != Job.State.DONE:
        return _going(request, context, job)
    return render(request, TEMPLATES[state], context, status=422 if wrong else 200)


def _preview(request: HttpRequest, row: ImportBatch) -> dict[str, Any]:
    """Four queries, however long the file is: the players, for those who may be meant, and the seasons."""
    preview = Preview(row.found, row.answers)
    show_all = "all" in request.GET
    pieces: list[Any] = list(preview.lines if show_all else preview.short())
    page = Paginator(pieces, PAGE).get_page(_page(request, pieces, show_all=show_all))
    counts, season = preview.counts, chosen(row)
    has_questions = any(isinstance(each, Line) and each.asked for each in page)
    players = {player.pk: player.label for player in Player.objects.filter(club=row.club)} if has_questions else {}
    return {
        "notes": row.found["notes"],
        "rows": sum(counts.values()),
        "unit": "row" if preview.is_by_row else "result",
        "games": preview.games,
        "goes": counts[GOES],
        "asks": counts[ASKS],
        "stays": counts[STAYS],
        "known": counts[KNOWN],
        "page": page,
        "show_all": show_all,
        "pieces": [_piece(each, players) for each in page],
        "questions": preview.questions,
        "newcomers": preview.newcomers,
        "players": players,
        "sheet": sheet_format(row),
        "game_names": game_names(row),
        "dates_asked": _dates_asked(row),
        "seasons": list(row.club.seasons.order_by("-starts_on")),
        "season": season,
        "season_days": days_of(season) if season else "",
        "date_order": row.answers.get("mends", {}).get(DATE_ORDER) or _understood(row),
    }


def _dates_asked(row: ImportBatch) -> str:
    """The first day of the file that is another one where the month is written first."""
    problems = (problem for match in row.found["matches"] for problem in match["problems"])
    return next((problem["value"] for problem in problems if problem.get("asks") == DATE_ORDER), "")


def _understood(row: ImportBatch) -> str:
    """What stands first in a date, where the sheet shows it by itself."""
    settings: Mapping[str, str] = row.found.get("layout", {}).get("settings", {})
    return settings.get("order", "")


def _piece(each: Any, players: dict[int, str]) -> dict[str, Any]:
    if not isinstance(each, Line):
        return {"run": each}
    like = [(key, players[key]) for key in each.asked.like if key in players] if each.asked else []
    return {"line": each, "like": like, "choices": either([label for _key, label in like])}


def _page(request: HttpRequest, pieces: list[Any], *, show_all: bool) -> str | int | None:
    """Where a row is, when all of them are asked for from that one on."""
    row = request.GET.get("row", "")
    if show_all and row.isdecimal() and row.isascii() and len(row) < 9:
        return 1 + min(int(row), max(len(pieces) - 1, 0)) // PAGE
    return request.GET.get("page")
