"""Endpoints for the sheet of a match: its entries, who confirms it and who writes it; and as a document."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import IO, Any, cast
from uuid import UUID

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.decorators import renderer_classes
from rest_framework.exceptions import Throttled
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import refuse
from clubs.models import Scope
from clubs.pictures.reading import HOUR, PictureRefused, may_read_sheet
from dogclub.api.answers import entry_json, match_json, public_sheet
from dogclub.api.http.endpoint import Jpeg, Pdf, Png, created, endpoint
from dogclub.api.http.etags import (
    TROPHIES,
    Edition,
    answer,
    answer_file,
    answer_read,
    check_match,
    of_club,
    of_match,
    tag_of,
    tagged,
)
from dogclub.api.http.messages import NewConfirmation, NewSubstitute, check_json, read_as, read_message, read_nothing
from dogclub.api.http.paging import piece
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.http.upload import PICTURE_TOO_LARGE, picture_problem, uploaded_file
from dogclub.api.openapi import matches as match_words
from dogclub.api.openapi import scoring as words
from dogclub.api.openapi.operation import described
from dogclub.exchange.archive.scope import schema as schema_of_archives
from games import ledger, photos
from games.access import MatchAccess, find_match, match_access
from games.entries.drafts import Author, Draft
from games.entries.match_state import MatchState, is_final, load, open_record
from games.ledger.substitution import NOT_OF_THE_CLUB
from games.match.printing import match_picture_answer, sheet_answer
from games.models import Entry
from games.photos import LIMITS, photo_response, read_photo
from games.scoring_device import holder_of
from games.table.new_match import take_over
from scoring import records
from scoring.base import Illegal, RuleError
from scoring.records import read, score


@described(GET=match_words.LIST_ENTRIES, POST=match_words.WRITE_ENTRIES)
@endpoint("GET", "POST", reads=Scope.TONIGHT)
def entries(request: Request, pk: UUID) -> Response:
    """List all entries in every revision, or write new ones, all or none."""
    if request.method == "POST":
        return _write(request, pk)
    access = match_access(plain(request), pk, "watch")
    return answer(request, of_match(access), lambda: _page(request, load(access.match)))


def _page(request: Request, state: MatchState) -> dict[str, Any]:
    """Sort by the time of writing, so that earlier pages never change; every revision is an entry."""
    written = sorted(state.history, key=lambda entry: (entry.version, entry.number, entry.revision))
    body = piece(request, written, "entries")
    return {**body, "entries": [entry_json(state, entry) for entry in body["entries"]]}


def _write(request: Request, pk: UUID) -> Response:
    """Idempotent: the same ids again get the same response and change nothing."""
    access = _writing(request, pk)
    version, drafts = read_message(request)
    if not access.match.is_undecided and not access.can_correct and not _sent_before(pk, drafts):
        raise PermissionDenied
    check_match(request, of_match(access), path=f"/api/v1/matches/{pk}")
    try:
        written = ledger.record(pk, drafts, version=version, by=access.writer)
    except RuleError as error:
        error.name_players(load(access.match).names)
        raise
    body = {
        "version": written.state.match.version,
        "again": written.again,
        "entries": [entry_json(written.state, entry) for entry in written.entries],
    }
    return Response(body) if written.again else created(request, body)


def _writing(request: Request, pk: UUID) -> MatchAccess:
    """Return the access of a user who may write on the sheet, or could before it was finished, since the response to
    the last write may have been lost. Raises otherwise.
    """
    access = find_match(plain(request), pk)
    if access is None or not (access.can_record or access.tablet):
        raise refuse(plain(request), access.club_access if access else None)
    return access


def _sent_before(pk: UUID, drafts: Sequence[Draft]) -> bool:
    """Whether all these drafts were written already."""
    ids = {draft.id for draft in drafts}
    return Entry.objects.filter(match=pk, pk__in=ids).count() == len(ids)


# The endpoint to confirm or dispute a complete sheet; an organiser can settle it for all.


@described(POST=match_words.CONFIRM)
@endpoint("POST")
def confirmations(request: Request, pk: UUID) -> Response:
    """Idempotent: the same confirmation again is 200 and changes nothing."""
    access = match_access(plain(request), pk, "watch")
    if not access.club_access.is_member:
        raise PermissionDenied
    new = read_as(request, NewConfirmation)
    check_match(request, of_match(access), path=f"/api/v1/matches/{pk}")
    done = _confirm(access, new)
    after = match_access(plain(request), pk, "watch")
    body = match_json(load(after.match))
    return tagged(request, of_match(after), Response(body) if done.again else created(request, body, "api-match", pk))


def _confirm(access: MatchAccess, new: NewConfirmation) -> ledger.Confirmed:
    pk, by = access.match.pk, Author(access.club_access.user, access.club_access.device)
    if new.says == "settle":
        if not access.can_organise:
            raise PermissionDenied
        return ledger.confirm_for_all(pk, new.note, sheet=new.sheet, by=by)
    if new.seat is None:
        raise Problem("invalid", _("Name the seat that confirms."), field="seat")
    if new.says == "wrong":
        return ledger.object_to(pk, new.seat, new.note, sheet=new.sheet, by=by)
    return ledger.confirm(pk, new.seat, sheet=new.sheet, by=by)


# The endpoint for substitutes, who take over a seat.


@described(POST=match_words.SUBSTITUTE_SEAT, DELETE=match_words.END_SUBSTITUTION)
@endpoint("POST", "DELETE")
def substitutes(request: Request, pk: UUID) -> Response:
    """Let somebody take over a seat, or take the last substitution back."""
    access = match_access(plain(request), pk, "correct")
    new = read_as(request, NewSubstitute) if request.method == "POST" else None
    check_match(request, of_match(access), path=f"/api/v1/matches/{pk}")
    state = load(access.match)
    try:
        if new:
            take_over(state, _takeover(state, new), access.writer)
        else:
            _end_last(state, access.writer)
    except Illegal as error:
        raise Problem("refused", error.message) from error
    after = match_access(plain(request), pk, "watch")
    body = match_json(load(after.match))
    response = created(request, body, "api-match", pk) if new else Response(body)
    return tagged(request, of_match(after), response)


def _takeover(state: MatchState, new: NewSubstitute) -> ledger.Takeover:
    player = state.match.club.players.filter(pk=new.player, former=None).first()
    if player is None:
        raise Problem("invalid", NOT_OF_THE_CLUB, field="player")
    number = new.round or len(state.sheet.lines) + (not is_final(state.sheet))
    return ledger.Takeover(new.seat, player, number, new.takes_result)


def _end_last(state: MatchState, by: Author) -> None:
    if not state.substitutes.rows:
        raise Problem("refused", _("Nobody has taken over a seat of this match."))
    ledger.end_substitution(state.match.pk, state.substitutes.rows[-1].pk, by=by)


# The endpoint for the scoring device of a match, for members: as the match page shows it, without the device's key.


@described(GET=match_words.READ_PENCIL)
@endpoint("GET")
def scoring_device(request: Request, pk: UUID) -> Response:
    """`device` and `since`, both null where no device holds it: then every scorekeeper can write on any device."""
    access = match_access(plain(request), pk, "watch")
    if not access.club_access.is_member:
        raise PermissionDenied
    row = holder_of(access.match) if access.holder else None
    return answer_read(request, {"device": str(row) if row else None, "since": row.taken_at if row else None})


# A match as a document: sheet, open record, PDF and picture; and, without sign-in, a record’s score.


@described(GET=words.READ_SHEET)
@endpoint("GET", reads=Scope.TONIGHT)
def sheet(request: Request, pk: UUID) -> Response:
    """The sheet with names, without what is not public yet."""
    access = match_access(plain(request), pk, "watch")
    return answer(request, of_match(access), lambda: public_sheet(load(access.match)))


@described(GET=words.READ_RECORD)
@endpoint("GET", reads=Scope.TONIGHT)
def record(request: Request, pk: UUID) -> Response:
    """The open record, which any program can score."""
    access = match_access(plain(request), pk, "watch")
    return answer(request, of_match(access), lambda: open_record(load(access.match)))


@described(GET=words.PRINT_SHEET)
@endpoint("GET", reads=Scope.TONIGHT)
@renderer_classes([Pdf])
def sheet_on_paper(request: Request, pk: UUID) -> HttpResponseBase:
    """The same PDF as on the match page."""
    access = match_access(plain(request), pk, "watch")
    edition = of_match(access, TROPHIES)
    try:
        return answer_file(request, edition, lambda: sheet_answer(plain(request), access.match))
    except BadRequest as error:
        raise Problem("query", str(error)) from error


@described(GET=words.PICTURE)
@endpoint("GET", reads=Scope.TONIGHT)
@renderer_classes([Png])
def picture(request: Request, pk: UUID) -> HttpResponseBase:
    """The same picture as on the match page: for members, of a finished match."""
    access = match_access(plain(request), pk, "watch")
    if not access.club_access.is_member or access.match.finished_at is None:
        raise Http404
    try:
        return answer_file(request, of_match(access), lambda: match_picture_answer(plain(request), access.match))
    except BadRequest as error:
        raise Problem("query", str(error)) from error


# The endpoint for the photo of a match's paper sheet, for members only.


@described(GET=words.READ_PHOTO, PUT=words.PUT_PHOTO, DELETE=words.REMOVE_PHOTO)
@endpoint("GET", "PUT", "DELETE")
@renderer_classes([Jpeg, JSONRenderer])
def photo(request: Request, pk: UUID) -> HttpResponseBase:
    """Read, upload or remove the photo, the same as on its page."""
    is_read = request.method in ("GET", "HEAD")
    access = match_access(plain(request), pk, "watch" if is_read else "record")
    if not access.can_see_photo:
        raise Http404 if is_read else PermissionDenied
    if is_read:
        return answer_file(request, _edition(access), lambda: photo_response(access.photo))
    check_match(request, _edition(access))
    if request.method == "PUT":
        _put(request, access)
    else:
        read_nothing(request)
        photos.remove(access.match, access.writer)
    after = match_access(plain(request), pk, "watch")
    return Response(status=HTTPStatus.NO_CONTENT, headers={"ETag": tag_of(request, _edition(after))})


def _edition(access: MatchAccess) -> Edition:
    """The edition needs no query, since another photo has another key."""
    return of_club(access.club_access, photo=access.photo)


def _put(request: Request, access: MatchAccess) -> None:
    if not may_read_sheet(plain(request), access.club_access, str(access.match.pk)):
        raise Throttled(HOUR)
    try:
        with uploaded_file(request, LIMITS.most_bytes, PICTURE_TOO_LARGE) as file:
            kept = read_photo(cast("IO[bytes]", file.file), file.size or 0)
    except PictureRefused as refused:
        raise picture_problem(refused) from refused
    photos.put(access.match, kept, access.writer)


# Endpoints without sign-in: score a record without storing it, and the schemas of records and archives.


@described(POST=words.SCORE)
@endpoint("POST", anybody=True, rate="score")
def score_record(request: Request) -> Response:
    """Return the sheet of a record."""
    check_json(request)
    return Response(score(read(request.body)))


@described(GET=words.RECORD_SCHEMA)
@endpoint("GET", anybody=True)
def record_schema(request: Request, game: str) -> Response:
    """The JSON Schema of a game's record."""
    if game not in records.games():
        raise Http404
    return answer_read(request, records.schema(game))


@described(GET=words.ARCHIVE_SCHEMA)
@endpoint("GET", anybody=True)
def archive_schema(request: Request) -> Response:
    """The JSON Schema of the archive of a club."""
    return answer_read(request, schema_of_archives())
