"""The pages on which an organiser uploads a file, answers the questions of the dry run, confirms, discards and undoes;
and the list of all imports: by whom, when and with what result.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, View, club_view
from clubs.language.terms import name_of
from clubs.models import Club, Night, Player, Role
from dogclub.exchange.archive.restore import NO_FILE
from dogclub.exchange.archive.restore import SOURCE as WHOLE
from dogclub.exchange.exports.layout import Cell, Grid, Part, columns, fields_of
from dogclub.exchange.exports.writing import answer
from dogclub.exchange.imports.formats.several_files import ENDS, READERS, as_zip
from dogclub.exchange.imports.pages.show import page
from dogclub.exchange.imports.parsed_file import SKIP, Unreadable
from dogclub.exchange.imports.review import commit
from dogclub.exchange.imports.review.answers import DIGITS, store_correction, store_name_answer
from dogclub.exchange.imports.review.commit import obstacles
from dogclub.exchange.imports.review.dry_run import mark_duplicates
from dogclub.exchange.imports.review.persons import NEW
from dogclub.exchange.imports.review.steps import (
    MOST_BYTES,
    TOO_LARGE,
    can_be_forgotten,
    confirm,
    drop,
    find,
    read_again,
    store,
    undo,
)
from dogclub.exchange.imports.sheets.settings import ALLOWED
from dogclub.models import ImportBatch
from scoring import ENGINES
from scoring.base import Engine

A_PAGE = 20
NOT_TOGETHER = gettext_lazy("{file} is no sheet: choose it alone. Together go CSV, XLSX and ODS files.")
NOTHING_PASTED = gettext_lazy("Paste the rows or the link first.")


class SeveralFiles(forms.FileInput):
    """A field for one file or several; its value is the first, and `clean_file` sees to the others."""

    allow_multiple_selected = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return files.get(name)


class FileForm(forms.Form):
    """One file, or several sheets, which are stored and read as one."""

    file = forms.FileField(
        label=gettext_lazy("File, or several"),
        help_text=gettext_lazy(
            "At most 32 MB. You see a preview before anything is saved. Sheets that belong together, such as one for "
            "each night, can be chosen together."
        ),
        widget=SeveralFiles(attrs={"multiple": True}),
        error_messages={"required": NO_FILE, "invalid": NO_FILE, "missing": NO_FILE},
        allow_empty_file=True,
    )

    def clean_file(self) -> "UploadedFile[Any]":
        chosen: list[UploadedFile[Any]] = self.files.getlist("file")
        if len(chosen) < 2:
            return chosen[0]
        if sum(file.size or 0 for file in chosen) > MOST_BYTES:
            raise forms.ValidationError(TOO_LARGE.format(most=MOST_BYTES // 1_000_000))
        if wrong := [file.name or "" for file in chosen if not (file.name or "").lower().endswith(ENDS)]:
            raise forms.ValidationError(NOT_TOGETHER.format(file=wrong[0][:60]))
        words = ngettext("{count} file", "{count} files", len(chosen)).format(count=len(chosen))
        packed = as_zip(chosen)
        return UploadedFile(packed, f"{words}.zip", "application/zip", packed.getbuffer().nbytes)


class PasteForm(forms.Form):
    """Rows copied from a spreadsheet, or a link that holds a whole game; stored as a file like an upload."""

    pasted = forms.CharField(
        label=gettext_lazy("Rows or link"),
        help_text=gettext_lazy(
            "Copy the cells in your spreadsheet, headings included. A L’Escalier share link works too."
        ),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        error_messages={"required": NOTHING_PASTED},
    )

    def clean_pasted(self) -> SimpleUploadedFile:
        return SimpleUploadedFile("pasted.txt", self.cleaned_data["pasted"].encode())


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
def imports(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    is_pasted = "pasted" in request.POST
    file = FileForm(request.POST, request.FILES) if request.method == "POST" and not is_pasted else FileForm()
    paste = PasteForm(request.POST) if is_pasted else PasteForm()
    for form in (file, paste):
        if form.is_valid():
            ((field, chosen),) = form.cleaned_data.items()
            try:
                return redirect("import", club.slug, store(club, access.user, chosen).pk)
            except Unreadable as error:
                form.add_error(field, str(error))
    rows = club.imports.exclude(source=WHOLE).select_related("created_by").defer("found", "answers")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    kinds = {reader.key: reader.label for reader in READERS}
    context = {
        "access": access,
        "here": "manage",
        "file": file,
        "paste": paste,
        "page": page,
        "past": [(row, kinds.get(row.source, ""), _words(row)) for row in page],
        "kinds": list(kinds.values()),
        "games": ENGINES,
    }
    return render(
        request, "dogclub/exchange/imports/imports.html", context, status=422 if file.errors or paste.errors else 200
    )


def _words(row: ImportBatch) -> str:
    """Return the state or result of an import, for the list."""
    games = row.made.get("games", 0)
    brought = npgettext("that was played", "{count} game", "{count} games", games)
    if row.state == ImportBatch.State.UNDONE:
        brought = ngettext("{count} game, undone", "{count} games, undone", games)
    brought = brought.format(count=number_format(games, force_grouping=True))
    return {
        ImportBatch.State.READING: _("being read"),
        ImportBatch.State.ASKING: _("not saved yet"),
        ImportBatch.State.WRITING: _("being written"),
        ImportBatch.State.DONE: brought,
        ImportBatch.State.UNDONE: brought,
        ImportBatch.State.REFUSED: _("could not be read"),
    }[ImportBatch.State(row.state)]


# An empty sheet for each game, to download, fill in and import.


ALWAYS = ("date", "table", "game", "round", "player")
PLAYERS = ("Ann", "Bo", "Cy")


def template(game: Engine[Any]) -> Grid:
    """Return a sheet with the headings and a first round of example players."""
    names = [*ALWAYS, *(name for name, part in fields_of(game.key).items() if part is not Part.NESTED), "total"]
    headed = {column.title: column for column in columns(game.key)}
    first: list[dict[str, Cell]] = [{"game": name_of(game), "round": 1, "player": player} for player in PLAYERS]
    rows = [[row.get(name) for name in names] for row in first]
    return Grid("template", name_of(game), [headed[name] for name in names], rows)


@require_safe
@club_view(Role.ORGANISER)
def import_template(request: HttpRequest, club: Club, access: Access, game: str) -> HttpResponseBase:
    known = {each.key: each for each in ENGINES}
    if game not in known:
        raise Http404
    return answer(lambda: template(known[game]), "xlsx", game)


# Answers to the dry run's questions: who a name is, and the right value of a cell.


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
