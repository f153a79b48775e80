"""The endpoint for the scoring device of a match, for members: as the match page shows it, without the device's key."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer_read
from dogclub.api.http.session import plain
from dogclub.api.openapi.matches import matches as words
from dogclub.api.openapi.operation import described
from games.access import match_access
from games.scoring_device.lock import holder_of


@described(GET=words.READ_PENCIL)
@endpoint("GET")
def scoring_device(request: Request, pk: UUID) -> Response:
    """`device` and `since`, both null where no device holds it: then every scorekeeper can write on any device."""
    access = match_access(plain(request), pk, "watch")
    if not access.club_access.is_member:
        raise PermissionDenied
    row = holder_of(access.match) if access.holder else None
    return answer_read(request, {"device": str(row) if row else None, "since": row.taken_at if row else None})
