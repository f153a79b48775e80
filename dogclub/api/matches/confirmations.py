"""The endpoint to confirm or dispute a complete sheet; an organiser can settle it for all."""

from http import HTTPStatus
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from dogclub.api.answers.match_answers import match_json
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import check_match, of_match, written
from dogclub.api.http.messages import NewConfirmation, read_as
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi.matches import matches as words
from dogclub.api.openapi.operation import described
from games import ledger
from games.access import MatchAccess, match_access
from games.entries.drafts import Author
from games.entries.match_state import load


@described(POST=words.CONFIRM)
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
    status = HTTPStatus.OK if done.again else HTTPStatus.CREATED
    return written(request, of_match(after), match_json(load(after.match)), status)


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
