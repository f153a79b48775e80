"""Endpoints for imports (upload, inspect, answer questions, confirm and undo), and for photos of sheets."""

from http import HTTPStatus
from typing import Annotated, Any, Literal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Role, Scope
from clubs.pictures.reading import HOUR, PHOTO, PictureRefused, may_read_sheet
from dogclub.api.answers import MEANS, import_json, job_json, names, shaped, troubles
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import IMPORTS, PLAYERS, answer, answer_read, check_match, of_club, of_facts, written
from dogclub.api.http.messages import (
    ImportAnswers,
    ImportMends,
    Key,
    Line,
    SameAs,
    Short,
    asked_word,
    read_as,
    read_nothing,
)
from dogclub.api.http.paging import page, piece
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.http.upload import PICTURE_TOO_LARGE, picture_problem, uploaded_file
from dogclub.api.openapi import imports as words
from dogclub.api.openapi.operation import described
from dogclub.exchange.archive.restore import SOURCE as WHOLE
from dogclub.exchange.imports.parsed_file import MOST_COLUMNS, MOST_DOUBTS, SKIP, Unreadable, setting
from dogclub.exchange.imports.review import commit, steps
from dogclub.exchange.imports.review.answers import store_correction, store_name_answer
from dogclub.exchange.imports.review.dry_run import mark_duplicates
from dogclub.exchange.imports.review.persons import SAME, Register
from dogclub.exchange.imports.review.steps import drop, find, read_again, store
from dogclub.exchange.imports.sheets.settings import PLAYER_ROW
from dogclub.exchange.readings import keeping
from dogclub.models import ImportBatch, SheetReading
from games.photos import read_sheet_photo

# Request bodies about a whole file: how it is read, and the season its matches count in.


# The sheet first, since choosing another one resets the meaning of columns.
SETTINGS = (
    *("sheet", "encoding", "date_order", "year", "day", "decimal", "game", "figures", "blocks", "scoring", "the_rule"),
    *("tie_top", "tie_bottom"),
)


class ColumnMeaning(Struct, frozen=True, forbid_unknown_fields=True):
    """What a column of the file means, in all of its rows."""

    column: Annotated[int, Meta(ge=1, le=MOST_COLUMNS, description="From 1, as in `layout`")]
    means: Annotated[str, Meta(max_length=60, description="One of `can_be` in `layout`")]
    player: Annotated[str, Meta(max_length=60, description="Whose it is, where two columns have the same name")] = ""


class RowMeaning(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a row whose label has a meaning, such as Max or Best, is a player's."""

    row: Annotated[int, Meta(ge=1, le=9_999_999_999, description="As in `labels` of `layout`")]
    is_player: bool


class GameName(Struct, frozen=True, forbid_unknown_fields=True):
    """Which game of Dog Club a game of the file is."""

    name: Annotated[str, Meta(min_length=1, max_length=60, description="As in `games` of the import")]
    game: Annotated[Short | None, Meta(description="The key of ours, or null to skip it")]


class NewImportSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """A season created with the import; it runs from the first day of the file to its last."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


Wished = Key | NewImportSeason | UnsetType | None


class ImportChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys left out stay unchanged. If one change is refused, none is applied."""

    columns: Annotated[list[ColumnMeaning], Meta(max_length=MOST_COLUMNS)] = []
    rows: Annotated[list[RowMeaning], Meta(max_length=MOST_DOUBTS)] = []
    date_order: Annotated[Literal["day", "month"] | UnsetType, Meta(description="What comes first in 3/5/2026")] = UNSET
    year: Annotated[Line | UnsetType, Meta(description="Of dates without one: 2026, or 2025/26 for a season")] = UNSET
    day: Annotated[Line | UnsetType, Meta(description="Of a sheet without dates: 2026-03-12")] = UNSET
    decimal: Annotated[
        Literal[",", "."] | UnsetType, Meta(description="The decimal sign: with a comma 1.200 is 1200")
    ] = UNSET
    game: Annotated[Short | UnsetType, Meta(description="Where the file names none")] = UNSET
    figures: Annotated[
        Line | UnsetType, Meta(description="What the numbers of a round are: points, running, or a column of the game")
    ] = UNSET
    blocks: Annotated[
        Literal["beside", "rows"] | UnsetType,
        Meta(description="Whether repeated headings are tables side by side, or each row is one match"),
    ] = UNSET
    scoring: Annotated[
        Line | UnsetType,
        Meta(description="By which rules the points are: a preset, or the `mend` of a problem that asks for it"),
    ] = UNSET
    the_rule: Annotated[
        Literal["on", "off"] | UnsetType, Meta(description="Whether bids may not add up to the cards")
    ] = UNSET
    tie_top: Annotated[
        Literal["shared", "unknown", "each"] | UnsetType,
        Meta(description="How ties at the top were settled that the file leaves open; each: asked match by match"),
    ] = UNSET
    tie_bottom: Annotated[
        Literal["shared", "unknown", "each"] | UnsetType, Meta(description="As `tie_top`, at the bottom")
    ] = UNSET
    encoding: Annotated[
        Line | UnsetType, Meta(description="The code page of a text that is not UTF-8: one of `encodings` in `layout`")
    ] = UNSET
    sheet: Annotated[
        Line | UnsetType, Meta(description="Which sheet of the workbook is read; `*` for all that look alike")
    ] = UNSET
    games: Annotated[list[GameName], Meta(max_length=100, description="What games of another program are")] = []
    season: Annotated[Wished, Meta(description="A season’s id, a new one, or null for by date")] = UNSET

    @property
    def corrections(self) -> list[tuple[str, str, str]]:
        """The changes as (field of this body, column of line 0, value)."""
        said = [(name, getattr(self, name)) for name in SETTINGS]
        settings = [(name, name.replace("_", "-"), value) for name, value in said if value is not UNSET]
        columns = [("columns", f"column-{each.column}", each.means) for each in self.columns]
        columns += [("columns", f"name-{each.column}", each.player) for each in self.columns if each.player]
        rows = [("rows", f"row-{each.row}", PLAYER_ROW if each.is_player else SKIP) for each in self.rows]
        games = [("games", setting(each.name).removeprefix("0:"), each.game or SKIP) for each in self.games]
        return settings + columns + rows + games


State = ImportBatch.State
WRITTEN = gettext_lazy("This was imported already, or is being imported now. Undo it instead.")


@described(GET=words.LIST_IMPORTS, POST=words.CHOOSE_FILE)
@endpoint("GET", "POST", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def imports(request: Request, slug: str) -> Response:
    """List or upload; archives of whole clubs are left out, since pages of their own restore these."""
    access = _access(request, slug)
    if request.method == "POST":
        return _store(request, access)
    rows = access.club.imports.exclude(source=WHOLE).select_related("reading", "writing")
    return answer_read(request, page(request, rows, "-created_at", import_json, "imports"))


def _store(request: Request, access: Access) -> Response:
    try:
        with uploaded_file(request) as file:
            row = store(access.club, access.user, file)
    except Unreadable as reason:
        raise Problem("invalid", str(reason), field="file") from reason
    return Response(import_json(row), HTTPStatus.ACCEPTED)


@described(GET=words.READ_IMPORT, PATCH=words.CHANGE_IMPORT, DELETE=words.FORGET_IMPORT)
@endpoint("GET", "PATCH", "DELETE", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def one_import(request: Request, slug: str, pk: UUID) -> Response:
    """Read the state and the dry run; change settings; delete an import that was not confirmed."""
    access = _access(request, slug)
    if request.method == "GET":
        return answer_read(request, import_json(find(access.club, pk)))
    if request.method == "PATCH":
        return _change(request, access, pk)
    with transaction.atomic():
        row = _held(access, pk)
        if not steps.can_be_forgotten(row):
            raise Problem("refused", WRITTEN)
        drop(row)
    return Response(status=HTTPStatus.NO_CONTENT)


@transaction.atomic
def _change(request: Request, access: Access, pk: UUID) -> Response:
    """Apply settings and read the file again, once for all of them, or not at all where nothing changes."""
    change = read_as(request, ImportChange)
    row = _held(access, pk)
    check_match(request, of_facts(import_json(row)))
    known = row.answers.get("mends", {})
    new = [each for each in change.corrections if known.get(f"0:{each[1]}") != each[2]]
    if new or not _is_counted_in(row, change.season):
        _check_state(row, State.ASKING)
    for field, column, value in new:
        if wrong := store_correction(row, 0, column, value):
            raise Problem("invalid", wrong, field=field)
    if not _is_counted_in(row, change.season) and (wrong := _count_in(row, change.season)):
        raise Problem("invalid", wrong, field="season")
    if new:
        read_again(row, access.user)
    else:
        row.save(update_fields=["answers"])
    body = import_json(row)
    return written(request, of_facts(body), body, HTTPStatus.ACCEPTED if new else HTTPStatus.OK)


def _is_counted_in(row: ImportBatch, season: Wished) -> bool:
    wished = {"name": season.name} if isinstance(season, NewImportSeason) else season
    return wished is UNSET or wished == row.answers.get("season")


def _count_in(row: ImportBatch, season: Wished) -> str:
    """Return a sentence where the season cannot be chosen, else ""."""
    if isinstance(season, NewImportSeason):
        return commit.name_new(row, season.name)
    return commit.choose(row, season or None)


@described(GET=words.LIST_NAMES)
@endpoint("GET", reads=Scope.ORGANISE)
def import_names(request: Request, slug: str, pk: UUID) -> Response:
    """List the names in the order of the file."""
    access, means = _access(request, slug), asked_word(request, "means", MEANS)
    edition = of_club(access, IMPORTS, PLAYERS)
    return answer(request, edition, lambda: piece(request, names(find(access.club, pk), means), "names"))


@described(GET=words.LIST_TROUBLES)
@endpoint("GET", reads=Scope.ORGANISE)
def import_problems(request: Request, slug: str, pk: UUID) -> Response:
    """List the problems in the order of the file."""
    return answer_read(request, piece(request, troubles(find(_access(request, slug).club, pk)), "problems"))


@described(POST=words.ANSWER_NAMES)
@endpoint("POST", writes=Scope.ORGANISE)
@transaction.atomic
def import_answer(request: Request, slug: str, pk: UUID) -> Response:
    """Store all answers to names, or none."""
    row = _held(_access(request, slug), pk)
    answers = read_as(request, ImportAnswers)
    _check_state(row, State.ASKING)
    register = Register(row.club)
    for name, who in answers.names.items():
        meant = f"{SAME}{who.same_as}" if isinstance(who, SameAs) else who
        if wrong := store_name_answer(row, name, meant, register):
            raise Problem("invalid", wrong, field="names", player=name)
    if answers.all_new:
        row.answers["all_new"] = True
    mark_duplicates(row.club, row.found, row.answers)
    row.save(update_fields=["found", "answers"])
    return Response(import_json(row))


@described(POST=words.MEND)
@endpoint("POST", writes=Scope.ORGANISE)
@transaction.atomic
def import_correction(request: Request, slug: str, pk: UUID) -> Response:
    """Correct cells and read the file again, once for all of them; not at all where they are stored already."""
    access = _access(request, slug)
    row = _held(access, pk)
    corrections = read_as(request, ImportMends).mends
    known = row.answers.get("mends", {})
    if all(known.get(f"{each.line}:{each.column}") == each.value for each in corrections):
        return Response(import_json(row))
    _check_state(row, State.ASKING)
    for each in corrections:
        if wrong := store_correction(row, each.line, each.column, each.value):
            where = _("Line {line}, {column}: {problem}") if each.column else _("Line {line}: {problem}")
            message = where.format(line=each.line, column=each.column, problem=wrong)
            raise Problem("invalid", message, field="corrections")
    read_again(row, access.user)
    return Response(import_json(row), HTTPStatus.ACCEPTED)


@described(POST=words.CONFIRM)
@endpoint("POST", writes=Scope.ORGANISE)
@transaction.atomic
def import_confirm(request: Request, slug: str, pk: UUID) -> Response:
    """Start writing; idempotent."""
    access = _access(request, slug)
    row = _held(access, pk)
    read_nothing(request)
    if row.state in (State.WRITING, State.DONE):
        return Response(import_json(row))
    _check_state(row, State.ASKING)
    return _under_way(row, steps.confirm(row, access.user))


@described(POST=words.UNDO)
@endpoint("POST", writes=Scope.ORGANISE)
@transaction.atomic
def import_undo(request: Request, slug: str, pk: UUID) -> Response:
    """Start undoing; idempotent."""
    access = _access(request, slug)
    row = _held(access, pk)
    read_nothing(request)
    if row.state == State.UNDONE or steps.is_being_undone(row):
        return Response(import_json(row))
    _check_state(row, State.DONE)
    return _under_way(row, steps.undo(row, access.user))


def _under_way(row: ImportBatch, wrong: str) -> Response:
    if wrong:
        raise Problem("refused", wrong)
    return Response(import_json(row), HTTPStatus.ACCEPTED)


def _access(request: Request, slug: str) -> Access:
    return club_access(plain(request), slug, Role.ORGANISER)


def _held(access: Access, pk: UUID) -> ImportBatch:
    """Return the import with its row locked against concurrent changes. Raises Http404."""
    find(access.club, pk)
    ImportBatch.objects.select_for_update().get(pk=pk)
    return find(access.club, pk)


def _check_state(row: ImportBatch, wanted: ImportBatch.State) -> None:
    if row.state != wanted:
        raise Problem("refused", steps.OTHERWISE, state=row.state)


# Photos of sheets: upload one, and ask what was read on it.


ReadingState = SheetReading.State
SAVED = gettext_lazy("This photo belongs to a match. Remove it on the page of the match, or undo the match.")


@described(GET=words.LIST_READINGS, POST=words.ADD_READING)
@endpoint("GET", "POST", reads=Scope.RECORD, writes=Scope.RECORD)
def sheet_photos(request: Request, slug: str) -> Response:
    """List, or add one."""
    access = _photo_access(request, slug)
    if request.method == "POST":
        return _add(request, access)
    rows = SheetReading.objects.filter(club=access.club).select_related("job")
    return answer_read(request, page(request, rows, "-created_at", reading_json, "sheet_photos"))


def _add(request: Request, access: Access) -> Response:
    if not may_read_sheet(plain(request), access):
        raise Throttled(HOUR)
    try:
        with uploaded_file(request, PHOTO.most_bytes, PICTURE_TOO_LARGE) as file:
            photo = read_sheet_photo(file, file.size or 0)
    except PictureRefused as refused:
        raise picture_problem(refused) from refused
    row = keeping.store(access.club, access.user, photo)
    return created(request, reading_json(row), "api-sheet-photo", access.club.slug, row.pk)


@described(GET=words.READ_READING, DELETE=words.REMOVE_READING)
@endpoint("GET", "DELETE", reads=Scope.RECORD, writes=Scope.RECORD)
def sheet_photo(request: Request, slug: str, pk: UUID) -> Response:
    """Read, or delete one that is not saved."""
    access = _photo_access(request, slug)
    if request.method != "DELETE":
        return answer_read(request, reading_json(keeping.find(access.club, pk)))
    read_nothing(request)
    with transaction.atomic():
        row = keeping.find(access.club, pk)
        if row.state == ReadingState.SAVED:
            raise Problem("refused", SAVED)
        keeping.drop(row)
    return Response(status=HTTPStatus.NO_CONTENT)


def reading_json(row: SheetReading) -> dict[str, Any]:
    """Return the photo with the document of `read-sheet`."""
    return shaped(words.READING, row, result=row.found or None, job=job_json(row.job))


def _photo_access(request: Request, slug: str) -> Access:
    return club_access(plain(request), slug, Role.SCOREKEEPER)
