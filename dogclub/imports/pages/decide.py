"""Views that confirm, discard and undo an import."""

from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.models import Club, Night, Player, Role
from dogclub.imports.pages.answer import while_asking
from dogclub.imports.pages.show import page
from dogclub.imports.review.steps import can_be_forgotten, confirm, find, undo
from dogclub.imports.review.undo import obstacles
from dogclub.imports.review.uploads import drop
from dogclub.models import ImportBatch

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
    return render(request, "dogclub/imports/undo.html", context, status=422 if request.method == "POST" else 200)
