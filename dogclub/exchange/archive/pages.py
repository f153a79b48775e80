"""The pages for archives, for owners: download an archive, restore one, undo a restore."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, View, club_view
from clubs.models import Club, Role, Season
from dogclub import jobs
from dogclub.exchange.archive import restore
from dogclub.exchange.archive.reader import Unusable
from dogclub.exchange.archive.restore import NO_FILE, SOURCE, forget, restore_obstacle, store
from dogclub.jobs.pages import enqueue_from_page
from dogclub.models import ImportBatch

State = ImportBatch.State


class MakeForm(forms.Form):
    """The form to download the club or one season as an archive."""

    season = forms.ModelChoiceField(
        Season.objects.none(),
        required=False,
        empty_label=gettext_lazy("The whole club"),
        label=gettext_lazy("Contents"),
    )

    def __init__(self, *args: Any, club: Club) -> None:
        super().__init__(*args)
        self.fields["season"].queryset = club.seasons.all()  # type: ignore[attr-defined]


class ArchiveForm(forms.Form):
    """The form to upload an archive."""

    file = forms.FileField(
        label=gettext_lazy("Archive"), error_messages=dict.fromkeys(("required", "invalid", "missing"), NO_FILE)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.OWNER)
def archive(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The page with both forms; POST starts the job that makes an archive."""
    form = MakeForm(request.POST if request.method == "POST" else None, club=club)
    if request.method == "POST" and form.is_valid():
        season = form.cleaned_data["season"]
        query = {"season": season.pk if season else None}
        return enqueue_from_page(request, access, "archive", query, wants_mail="mail" in request.POST)
    return _page(request, access, form, ArchiveForm())


@require_POST
@club_view(Role.OWNER)
def archive_restore(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Store an uploaded archive and start its dry run."""
    form = ArchiveForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            return redirect("archive-found", club.slug, store(club, access.user, form.cleaned_data["file"]).pk)
        except Unusable as error:
            form.add_error("file", str(error))
    return _page(request, access, MakeForm(club=club), form)


def _page(request: HttpRequest, access: Access, make: MakeForm, bring: ArchiveForm) -> HttpResponse:
    club = access.club
    rows = club.imports.filter(source=SOURCE).select_related("created_by").defer("found", "answers")
    context = {
        "access": access,
        "here": "manage",
        "make": make,
        "form": bring,
        "blocked": restore_obstacle(club),
        "past": rows[:10],
    }
    status = 422 if make.errors or bring.errors else 200
    return render(request, "dogclub/exchange/archive/archive.html", context, status=status)


def archive_view(view: Callable[[HttpRequest, Access, ImportBatch], HttpResponse]) -> View:
    """Decorator for a view of one uploaded archive of this club; the view gets its row."""

    @club_view(Role.OWNER)
    @wraps(view)
    def inner(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
        rows = ImportBatch.objects.select_related("created_by", "reading", "writing")
        row = get_object_or_404(rows, club=club, pk=pk, source=SOURCE)
        row.club = club
        return view(request, access, row)

    return inner


@require_safe
@archive_view
def archive_found(request: HttpRequest, access: Access, row: ImportBatch) -> HttpResponse:
    """The result of the dry run or of the restore; redirects to the job's page while that runs."""
    job = row.reading if row.state == State.READING else row.writing
    if row.state in (State.READING, State.WRITING) and job:
        return redirect(job)
    return _contents_page(request, access, row)


def _contents_page(request: HttpRequest, access: Access, row: ImportBatch, wrong: str = "") -> HttpResponse:
    cover = row.found.get("archive") or {}
    context = {
        "access": access,
        "here": "manage",
        "import": row,
        "found": cover,
        "made_at": datetime.fromisoformat(cover["made_at"]) if cover else None,
        "blocked": restore_obstacle(access.club) if row.state == State.ASKING else "",
        "wrong": wrong,
    }
    return render(request, "dogclub/exchange/archive/found.html", context, status=422 if wrong else 200)


@require_POST
@archive_view
def archive_confirm(request: HttpRequest, access: Access, row: ImportBatch) -> HttpResponse:
    """Start the job that restores the archive, unless figures differ."""
    if wrong := restore_obstacle(access.club):
        return _contents_page(request, access, row, wrong)
    with transaction.atomic():
        asking = ImportBatch.objects.select_for_update().filter(pk=row.pk, state=State.ASKING).first()
        if asking and not asking.found["archive"]["differing"]:
            asking.writing = jobs.enqueue("restore", access.club, access.user, {"import": str(row.pk)})
            asking.state = State.WRITING
            asking.save(update_fields=["writing", "state"])
    return redirect("archive-found", access.club.slug, row.pk)


@require_POST
@archive_view
@transaction.atomic
def archive_drop(request: HttpRequest, access: Access, row: ImportBatch) -> HttpResponse:
    """Delete an uploaded archive that was not restored."""
    if row.state not in (State.ASKING, State.REFUSED):
        return redirect("archive-found", access.club.slug, row.pk)
    forget(row)
    return redirect("archive", access.club.slug)


@require_POST
@archive_view
def archive_undo(request: HttpRequest, access: Access, row: ImportBatch) -> HttpResponse:
    """Start the job that undoes a restore."""
    if row.state != State.DONE:
        return redirect("archive-found", access.club.slug, row.pk)
    if wrong := restore.undo_obstacle(row):
        return _contents_page(request, access, row, wrong)
    return redirect(jobs.enqueue("take-out", access.club, access.user, {"import": str(row.pk)}))
