"""Views for the answers to the dry run's questions: who a name is, and the right value of a cell."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, View, club_view
from clubs.models import Club, Night, Player, Role
from dogclub.exchange.imports.pages.show import page
from dogclub.exchange.imports.parsed_file import SKIP
from dogclub.exchange.imports.review import commit
from dogclub.exchange.imports.review.answers import DIGITS, store_correction, store_name_answer
from dogclub.exchange.imports.review.commit import obstacles
from dogclub.exchange.imports.review.dry_run import mark_duplicates
from dogclub.exchange.imports.review.persons import NEW
from dogclub.exchange.imports.review.steps import can_be_forgotten, confirm, drop, find, read_again, undo
from dogclub.exchange.imports.sheets.settings import ALLOWED
from dogclub.models import ImportBatch
from scoring import ENGINES

P = ParamSpec("P")


def while_asking(view: Callable[Concatenate[HttpRequest, Access, ImportBatch, P], HttpResponse]) -> View:
    """Decorate view(request, access, import): run it with the row locked while the import waits for answers; in any
    other state redirect to the import's page.
    """

    @wraps(view)
    def inner(
        request: HttpRequest, club: Club, access: Access, pk: UUID, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        with transaction.atomic():
            find(club, pk)
            row = ImportBatch.objects.select_for_update().get(pk=pk)
            row.club = club
            if row.state != ImportBatch.State.ASKING:
                return redirect("import", club.slug, pk)
            return view(request, access, row, *args, **kwargs)

    return inner


@require_POST
@club_view(Role.ORGANISER)
@while_asking
def import_answer(request: HttpRequest, access: Access, row: ImportBatch) -> HttpResponse:
    """Store who a name is. `who` is a player's key, the name of a player, or NEW; NEW without a `name` answers all
    open names.
    """
    name, who = request.POST.get("name", ""), request.POST.get("who", "")
    if not name and who == NEW:
        row.answers["all_new"] = True
    elif wrong := store_name_answer(row, name, who):
        return page(request, access, row, wrong, name)
    mark_duplicates(row.club, row.found, row.answers)
    row.save(update_fields=["found", "answers"])
    return redirect(_back(request, row))


@require_POST
@club_view(Role.ORGANISER)
@while_asking
def import_correction(request: HttpRequest, access: Access, row: ImportBatch) -> HttpResponse:
    """Store another value for one cell; the file is read again with it."""
    line, column = request.POST.get("line", ""), request.POST.get("column", "")
    if wrong := store_correction(row, line, column, request.POST.get("value", "")):
        return page(request, access, row, wrong, f"{line}:{column}")
    read_again(row, access.user)
    return redirect(_back(request, row))


@require_POST
@club_view(Role.ORGANISER)
@while_asking
def import_format(request: HttpRequest, access: Access, row: ImportBatch) -> HttpResponse:
    """Store columns, settings and names of games at once; values that equal the detected ones are not stored."""
    layout = row.found.get("layout") or {"columns": [], "settings": {}, "sheet": ""}
    now = {f"column-{each['column']}": each["means"] or SKIP for each in layout["columns"]}
    now |= {f"name-{each['column']}": each["player"] for each in layout["columns"] if each["player"]}
    now |= {f"game-of-{each['key']}": each["means"] for each in row.found.get("games", ())}
    now |= {"game": ENGINES[0].key, "sheet": layout["sheet"], **layout["settings"]}
    now |= {"encoding": layout.get("encoding", "")}
    names = [*now, *(key.removeprefix("0:") for key in ALLOWED)]
    for name in dict.fromkeys(names):
        value = request.POST.get(name, now.get(name, "")).strip()
        if value != now.get(name, "") and (wrong := store_correction(row, 0, name, value)):
            return page(request, access, row, wrong)
    read_again(row, access.user)
    return redirect("import", row.club.slug, row.pk)


@require_POST
@club_view(Role.ORGANISER)
@while_asking
def import_season(request: HttpRequest, access: Access, row: ImportBatch) -> HttpResponse:
    """Store the season. `season` is a season's key, "" for the season of each match's day, or NEW for the new one
    already named; `name` names a new one.
    """
    season = request.POST.get("season", "")
    if "name" in request.POST:
        wrong = commit.name_new(row, request.POST["name"])
    elif season == NEW:
        wrong = ""
    elif season and not DIGITS.fullmatch(season):
        wrong = str(commit.NOT_OURS)
    else:
        wrong = commit.choose(row, int(season) if season else None)
    if wrong:
        return page(request, access, row, wrong)
    row.save(update_fields=["answers"])
    return redirect("import", row.club.slug, row.pk)


def _back(request: HttpRequest, row: ImportBatch) -> str:
    """Return the address of the preview page from which the form was sent."""
    number = request.POST.get("page", "")
    address = reverse("import", args=[row.club.slug, row.pk])
    return f"{address}?page={number}" if number.isdecimal() and number.isascii() and len(number) < 6 else address


# Views that confirm, discard and undo an import.


State = ImportBatch.State


@require_POST
@club_view(Role.ORGANISER)
@while_asking
def import_confirm(request: HttpRequest, access: Access, row: ImportBatch) -> HttpResponse:
    if wrong := confirm(row, access.user):
        return page(request, access, row, wrong)
    return redirect("import", row.club.slug, row.pk)


@require_POST
@club_view(Role.ORGANISER)
@transaction.atomic
def import_drop(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    """Delete an import that was not written, with its file; also one that could not be read or written."""
    row = find(club, pk)
    row = ImportBatch.objects.select_for_update().get(pk=row.pk)  # a retried job may be writing it now
    row.club = club
    if not can_be_forgotten(row):
        return redirect("import", club.slug, pk)
    drop(row)
    messages.success(request, _("{file} was discarded. Nothing was saved.").format(file=row.file_name))
    return redirect("imports", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
def import_undo(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    """GET shows what would be removed, POST removes it."""
    row = find(club, pk)
    if row.state != State.DONE:
        return redirect("import", club.slug, pk)
    wrong = obstacles(row)
    if request.method == "POST" and not wrong:
        with transaction.atomic():
            undo(row, access.user)
        return redirect("import", club.slug, pk)
    made = row.made
    context = {
        "access": access,
        "here": "manage",
        "import": row,
        "obstacles": wrong,
        "games": row.matches.count(),
        "players": Player.everybody.filter(pk__in=made.get("players", ())).count(),
        "nights": Night.objects.filter(pk__in=made.get("nights", ())).count(),
    }
    return render(
        request, "dogclub/exchange/imports/undo.html", context, status=422 if request.method == "POST" else 200
    )
