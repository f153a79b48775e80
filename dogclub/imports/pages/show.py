"""The page of one import: its progress, its preview, its result, or why it failed."""

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
    """Return the progress page; 204 if nothing has changed since the token in `since`."""
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
    """Return the import's page. `wrong` is an error message about the cell or name `at`; with it, the status is 422."""
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
    """Return the template context of the preview, in at most four queries however long the file is: the players, for
    names that are not certain, and the seasons.
    """
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
    """Return the first date of the file that means another day if the month comes first, or ""."""
    problems = (problem for match in row.found["matches"] for problem in match["problems"])
    return next((problem["value"] for problem in problems if problem.get("asks") == DATE_ORDER), "")


def _understood(row: ImportBatch) -> str:
    """Return whether the day or the month comes first in dates, as detected from the sheet, or ""."""
    settings: Mapping[str, str] = row.found.get("layout", {}).get("settings", {})
    return settings.get("order", "")


def _piece(each: Any, players: dict[int, str]) -> dict[str, Any]:
    if not isinstance(each, Line):
        return {"run": each}
    like = [(key, players[key]) for key in each.asked.like if key in players] if each.asked else []
    return {"line": each, "like": like, "choices": either([label for _key, label in like])}


def _page(request: HttpRequest, pieces: list[Any], *, show_all: bool) -> str | int | None:
    """Return the page number; with `all` and `row`, the page that row is on."""
    row = request.GET.get("row", "")
    if show_all and row.isdecimal() and row.isascii() and len(row) < 9:
        return 1 + min(int(row), max(len(pieces) - 1, 0)) // PAGE
    return request.GET.get("page")
