"""The page to upload a file, with the list of all imports: by whom, when and with what result."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Access, club_view
from clubs.language.terms import name_of
from clubs.models import Club, Role
from dogclub.exchange.archive.restore import NO_FILE
from dogclub.exchange.archive.restore import SOURCE as WHOLE
from dogclub.exchange.exports.grids.layout import Cell, Grid, Part, columns, fields_of
from dogclub.exchange.exports.grids.writing import answer
from dogclub.exchange.imports.formats.several_files import ENDS, READERS, as_zip
from dogclub.exchange.imports.parsed_file import Unreadable
from dogclub.exchange.imports.review.steps import MOST_BYTES, TOO_LARGE, store
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
