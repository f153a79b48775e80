"""The page of one photo: being read, why it cannot be read, the check of the sheet, or the match it was saved as."""

from datetime import date
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import Access, club_view
from clubs.models import Club, Role
from clubs.models.calendar import club_day
from clubs.responses import conditional
from dogclub.exchange.readings import keeping, saving, wording
from dogclub.jobs import wording as jobs_wording
from dogclub.jobs.work import find as find_kind
from dogclub.jobs.work import with_progress
from dogclub.models import Job, SheetReading
from games.base.form_parsing import HIGH_TO_LOW, card_name
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.base.wording import title
from games.batch.writing import CHAIRS, Head, head_of
from games.dirty_dog.ties_without_a_hand import SETTLED
from games.entries.match_state import MatchState
from games.paper.checked_games import RowSheet
from games.paper.checking import SECOND_PAGE, TOTAL, TRICKS, CheckedSheet, Figure, Place
from games.paper.checking import Cell as CheckedCell
from games.paper.geometry import TIE_BID, TIE_TRICKS, Cell, Layout, Page
from games.paper.layout import sheet_layout
from games.registry import TABLE_GAMES
from leagues.sharing.subjects import result_in_words
from scoring.base import Need, RuleError

State = SheetReading.State
HEAD_ROWS = 2.2  # the head of the read sheet is as high (photo/check.css)
AROUND = 1.6  # mm around the figures that are shown with a question
PICTURES = ("image", "flat")
TIE_KINDS = (TIE_BID, TIE_TRICKS)


@require_safe
@club_view(Role.SCOREKEEPER)
def sheet_reading(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    row = keeping.find(club, pk)
    if row.page_of:
        return redirect(f"/c/{club.slug}/sheet-photos/{row.page_of_id}/")
    if "HX-Request" in request.headers:  # the page of a photo that is being read asks how far that is
        going: dict[str, Any] = _going(row.job) if row.state == State.READING else {"is_stuck": True}
        if "is_stuck" in going:
            return HttpResponseClientRedirect(row.get_absolute_url())
        if request.GET.get("since") == going["page"].token:
            return HttpResponse(status=204)
    if row.state == State.CHECKING:
        saving.adopt(row)
    return page(request, access, row)


@require_safe
@club_view(Role.SCOREKEEPER)
def picture(request: HttpRequest, club: Club, access: Access, pk: UUID, which: str) -> HttpResponseBase:
    """The photo, or the straightened page."""
    if which not in PICTURES:
        raise Http404
    row = keeping.find(club, pk)
    tag = (which, row.pk, row.state)
    return conditional(request, tag, lambda: HttpResponse(keeping.image_of(row, which), content_type="image/jpeg"))


def page(
    request: HttpRequest, access: Access, row: SheetReading, wrong: str = "", form: QueryDict | None = None
) -> HttpResponse:
    """Return the page of a photo by its state. `wrong` is an error message; with it, the status is 422. `form` is the
    form of names as it was sent.
    """
    context: dict[str, Any] = {"access": access, "here": "nights", "reading": row, "wrong": wrong, "match": row.match}
    context["title"] = title(row.match) if row.match else ""
    status = 422 if wrong else 200
    if row.state == State.SAVED:
        template, more = "done", _done(row)
    elif row.match is None and _types(request):
        template, more = "type", _who(row, form)
    elif row.state == State.READING:
        template, more = "reading", _going(row.job)
    elif row.state == State.REFUSED:
        code = row.found["problems"][0]["code"]
        template, more = "cannot", {"refusal": wording.refusal_of(row), "code": code, **_who(row, form)}
    elif row.match and (code := saving.why_not(row, row.match)):
        template, more = "cannot", {"refusal": wording.refusal_by_match(code), "is_other": True, "code": code}
    elif blurred := wording.refusal_of_blurred(row):
        template, more = "cannot", {"refusal": blurred, "code": "as-it-is", **_who(row, form)}
    else:
        template, more = "check", _check(request, row, form)
    return render(request, f"dogclub/exchange/readings/{template}.html", context | more, status=status)


def _types(request: HttpRequest) -> bool:
    """Whether somebody wants to type the sheet in, and is asked who played."""
    return "type" in request.GET or request.POST.get("do") == "type"


def _going(job: Job | None) -> dict[str, Any]:
    """The progress of the job; `is_stuck` where there is none, or it has ended without a result."""
    if job is None or job.is_over:
        return {"job": job, "is_stuck": True}
    kind = find_kind(job.kind)
    shown = jobs_wording.shown(with_progress(job), kind)
    return {"job": job, "kind": kind, "page": shown, "today": f"{timezone.localdate():%Y-%m-%d}"}


def _done(row: SheetReading) -> dict[str, Any]:
    state = saving.state_of(row) if row.match else None
    places = sorted(state.seats, key=lambda seat: (seat.place, seat.position)) if state else []
    figures = row.found.get("cells", [])
    return {
        "places": places,
        "checked": len({each["cell"] for each in row.answers.get("figures", [])}),
        "count": sum(each["what"] != TOTAL for each in figures),
        "others": [each for each in keeping.unsaved(row.club) if each.state != State.READING],
        "obstacle": saving.why_not_undoable(row),
    }


def _who(row: SheetReading, form: QueryDict | None) -> dict[str, Any]:
    """The context of the form that asks who played: matches that wait for a sheet, or names."""
    sheet = row.found.get("sheet")
    head: Head | None = head_of(row.club, _with_game(row, form)) if form is not None else None
    chairs = sheet["players"] if sheet else CHAIRS
    typed = [*(head.names if head else ()), *[""] * chairs][:chairs]
    return {
        "head": head,
        "table_games": () if sheet else TABLE_GAMES,
        "columns": list(enumerate(typed, start=1)),
        "on": form.get("on", "") if form is not None else row.answers.get("on") or f"{_day(row)}",
        "says_day": bool(row.taken_on) and form is None and not row.answers.get("on"),
        "table": form.get("table", "") if form is not None else row.answers.get("table", ""),
        "dogs": row.club.players.filter(former=None),
        "waiting": [
            (match, title(match), shortened([seat.player.label for seat in seats]))
            for match, seats in (saving.waiting(row.club, sheet["game"], chairs) if row.found.get("record") else ())
            if not saving.why_not(row, match)
        ],
        "crops": _name_crops(row) if sheet else [],
        "page": _layout(row).page if sheet else None,
    }


def _day(row: SheetReading) -> date:
    """The day that is proposed: that of the photo, else that on which it was added."""
    return row.taken_on or club_day(row.created_at)


def _with_game(row: SheetReading, form: QueryDict) -> QueryDict:
    agreed = form.copy()
    if sheet := row.found.get("sheet"):
        agreed["game"] = sheet["game"]
    return agreed


def _check(request: HttpRequest, row: SheetReading, form: QueryDict | None) -> dict[str, Any]:
    sheet, state = saving.checked(row), saving.state_of(row)
    said = [player.label for player in saving.named_so_far(row)]
    others = [str(seat) for seat in range(len(said) + 1, sheet.players + 1)]
    names = shortened(state.names) if state else [*shortened(said), *others]
    asked = _tapped(request, sheet) or next(iter(sheet.to_check), None)
    layout = _layout(row)
    about: dict[str, Any] = {
        "sheet": sheet,
        "names": names,
        "is_named": state is not None,
        "count": len(sheet.figures),
        "left": len(sheet.to_check),
        "to_go": wording.to_go(len(sheet.to_check), is_named=state is not None),
        "undo": _undo(row, sheet, names),
        "page": layout.page,
        "pages": _pages(row, layout),
        "rows": _rows(sheet, asked, names),
        "has_one": isinstance(sheet, RowSheet),
    }
    if state is None:
        who = about | _who(row, form) | {"asks_names": True}
        return who if _asks_all(request) else who | _one_name(row)
    if asked:
        return about | _question(row, sheet, asked, names, is_tapped=asked not in sheet.to_check)
    try:
        tie, after = saving.open_tie(row, state), saving.played(row, state)
    except (Unreadable, RuleError):
        tie = after = None  # saving says why
    if tie and after:
        return about | _tie(row, tie, after)
    totals = sheet.totals[-1] if sheet.totals else []
    return about | {
        "result": result_in_words(after) if after and after.sheet.finished else "",
        "totals": [
            (name, total, "top" if total == max(totals) else "low" if total == min(totals) else "")
            for name, total in zip(names, totals, strict=True)
        ],
        "by_hand": len(sheet.answers),
        "clear": len(sheet.figures) - sheet.settled - len(sheet.answers),
        "lacks_page": any(each["code"] == SECOND_PAGE for each in row.found["problems"]),
        "problems": [_problem(each, sheet, names) for each in row.found["problems"]],
    }


def _undo(row: SheetReading, sheet: CheckedSheet, names: list[str]) -> str:
    """What the undo button takes back; "" where nothing was said."""
    if said := saving.named_so_far(row) if row.match is None and not row.answers.get("players") else []:
        return _("Undo: {player} in column {column}").format(player=said[-1].label, column=len(said))
    if row.answers.get("ties") or row.answers.get("ties_later"):
        return _("Undo: how the tie ended")
    answers = row.answers.get("figures", [])
    return wording.undo_in_words(answers[-1], names) if answers else ""


def _tie(row: SheetReading, need: Need, state: MatchState) -> dict[str, Any]:
    """The question how a tie ended, with its row on the photo."""
    asked = SETTLED.screen(state, QueryDict()).context
    layout, names = _layout(row), shortened(state.names)
    page, is_top = layout.pages[-1], asked["is_top"]
    line = page.ties[0 if is_top else 1]
    photos = keeping.photos_of(row)
    return {
        "tie": asked,
        "to_go": _("How the tie ended"),
        "level": [(seat, names[seat]) for seat in need.seats],
        "seats": "-".join(map(str, need.seats)),
        "ranks": [(rank, card_name(rank)) for rank in HIGH_TO_LOW],
        "crop": (page.grid.x, line.y, page.grid.width, layout.row_height),
        "photo": photos[-1].pk if len(photos) == len(layout.pages) else None,
    }


def _asks_all(request: HttpRequest) -> bool:
    """Whether somebody wants to enter all names on one page."""
    return request.GET.get("names") == "all" or request.POST.get("do") == "who"


def _one_name(row: SheetReading) -> dict[str, Any]:
    """The question whose name stands over the next column, with players to choose from."""
    said = saving.named_so_far(row)
    here, others = saving.proposed(row, _day(row), said)
    crops = _name_crops(row)
    return {
        "column": len(said) + 1,
        "proposals": [*((player, True) for player in here), *((player, False) for player in others)],
        "crop": crops[len(said)] if len(said) < len(crops) else None,
        **({"waiting": []} if said else {}),
    }


def _problem(problem: dict[str, Any], sheet: CheckedSheet, names: list[str]) -> str:
    """A problem of the document with the name of the player."""
    if problem["code"] != TOTAL:
        return str(problem["message"])
    return wording.wrong_total(sheet, problem["hand"], problem["seat"], names)


def _tapped(request: HttpRequest, sheet: CheckedSheet) -> Figure | None:
    """The cell named in the address, if there is one."""
    said = request.GET.get("cell", "")
    return next((figure for figure in sheet.figures.values() if figure.key == said), None)


def _rows(sheet: CheckedSheet, asked: Figure | None, names: list[str]) -> list[dict[str, Any]]:
    marked = {each.place for each in sheet.to_check}
    return [
        {
            "number": sheet.label(row.number),
            "is_current": asked is not None and asked.hand == row.number,
            "cells": [
                {
                    "cell": cell,
                    "name": names[seat - 1],
                    "figures": [(each.text, _classes(each, cell, marked)) for each in cell.figures],
                    "is_current": asked is not None and (asked.hand, asked.seat) == (row.number, seat),
                    "open": next((each.key for each in cell.figures if each.place in marked), cell.figures[0].key),
                }
                for seat, cell in enumerate(row.cells, start=1)
            ],
        }
        for row in sheet.rows
    ]


def _classes(figure: Figure, cell: CheckedCell, marked: set[Place]) -> str:
    is_set = " set" if cell.is_set and figure.what in (TRICKS, TIE_TRICKS) else ""
    if figure.place in marked:
        return f"q{is_set}"
    if figure.is_answered:
        return f"is-said{is_set}"
    return f"by-rule{is_set}" if figure.is_settled else is_set.strip()


def _question(
    row: SheetReading, sheet: CheckedSheet, asked: Figure, names: list[str], *, is_tapped: bool
) -> dict[str, Any]:
    """The question about one figure, with its picture and its keys."""
    layout = _layout(row)
    cells = [
        cell
        for page in layout.pages
        for cell in page.cells
        if (cell.hand, cell.seat) == (asked.hand - 1, asked.seat - 1)
        or (asked.what in TIE_KINDS and cell.kind in TIE_KINDS and cell.seat == asked.seat - 1)
    ]
    own = next(cell for cell in cells if cell.kind == asked.what)
    other = next(
        (
            each
            for each in sheet.figures.values()
            if (each.hand, each.seat) == (asked.hand, asked.seat) and each.what != asked.what
        ),
        None,
    )
    keys = sheet.keys(asked)
    return {
        "asked": asked,
        "other": other,
        "is_tapped": is_tapped,
        "headline": wording.headline(asked, names[asked.seat - 1]),
        "question": wording.question(sheet, asked),
        "keys": [(key, *wording.key_in_words(asked, key)) for key in keys],
        "every_key": sheet.every_key(asked),
        "crop": _box(cells),
        "frame": own.rect,
        "asked_page": (number := _page_of(layout, asked)),
        "photo": keeping.photos_of(row)[number - 1].pk,
    }


def _layout(row: SheetReading) -> Layout:
    sheet = row.found["sheet"]
    return sheet_layout(sheet["layout"], sheet["players"], sheet["hands"], sheet["paper"])


def _page_of(layout: Layout, figure: Figure) -> int:
    """The page on which a figure stands, from 1."""
    pages = (page.number + 1 for page in layout.pages if figure.hand - 1 in {row.hand for row in page.rows})
    return next(pages, len(layout.pages))


def _pages(row: SheetReading, layout: Layout) -> list[dict[str, Any]]:
    """The parts of the pages beside the read sheet: HEAD_ROWS rows with the names, then the hands; of page 2 the hands.
    `box` is in millimetres, width and height are in heights of a row.
    """
    out = []
    for photo, page in zip(keeping.photos_of(row), layout.pages, strict=False):
        grid, height = page.grid, layout.row_height
        top = page.rows[0].y - (0 if page.number else HEAD_ROWS * height)
        end = grid.y + grid.height if page.ties else page.rows[-1].y + height
        box = (grid.x, top, grid.width, end - top)
        size = {"width": round(grid.width / height, 3), "height": round(box[3] / height, 3)}
        out.append({"number": page.number + 1, "pk": photo.pk, "box": box, **size})
    return out


def _name_crops(row: SheetReading) -> list[tuple[float, float, float, float]]:
    """Where the names stand, by seat."""
    layout = _layout(row)
    first: Page = layout.pages[0]
    return [_box([cell]) for cell in first.cells if cell.kind == "name"]


def _box(cells: list[Cell]) -> tuple[float, float, float, float]:
    """The rectangle around cells with a margin, as x, y, width and height in millimetres."""
    left, top = min(cell.rect.x for cell in cells), min(cell.rect.y for cell in cells)
    right = max(cell.rect.x + cell.rect.width for cell in cells)
    bottom = max(cell.rect.y + cell.rect.height for cell in cells)
    return left - AROUND, top - AROUND, right - left + 2 * AROUND, bottom - top + 2 * AROUND
