"""Which device keeps the score of a match, over HTTP, for members: as the table sees it, without what the device is
known by.
"""

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
    """Null where nobody took it: then whoever may keep the score writes, on any device."""
    access = match_access(plain(request), pk, "watch")
    if not access.club_access.is_member:
        raise PermissionDenied
    row = holder_of(access.match) if access.holder else None
    return answer_read(request, {"device": str(row) if row else None, "since": row.taken_at if row else None})
