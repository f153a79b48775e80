"""The endpoint for the photo of a match's paper sheet, for members only."""

from http import HTTPStatus
from typing import IO, cast
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext_lazy
from rest_framework.decorators import renderer_classes
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.pictures.reading import Refused
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import Edition, answer_file, check_match, of_club, tag_of
from dogclub.api.http.messages import read_nothing
from dogclub.api.http.problems import Problem
from dogclub.api.http.renderers import Jpeg
from dogclub.api.http.session import plain
from dogclub.api.http.upload import uploaded_file
from dogclub.api.openapi.matches import sheets as words
from dogclub.api.openapi.operation import described
from games.access import MatchAccess, match_access
from games.photos import keeping
from games.photos.keeping import photo_response
from games.photos.reading import LIMITS, read_photo

TOO_LARGE = gettext_lazy("This is more than {most} MB. Make the picture smaller.")


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
        keeping.remove(access.match, access.writer)
    after = match_access(plain(request), pk, "watch")
    return Response(status=HTTPStatus.NO_CONTENT, headers={"ETag": tag_of(request, _edition(after))})


def _edition(access: MatchAccess) -> Edition:
    """The edition needs no query, since another photo has another key."""
    return of_club(access.club_access, photo=access.photo)


def _put(request: Request, access: MatchAccess) -> None:
    try:
        with uploaded_file(request, LIMITS.most_bytes, TOO_LARGE) as file:
            kept = read_photo(cast("IO[bytes]", file.file), file.size or 0)
    except Refused as refused:
        raise Problem("invalid", str(refused), field="file") from refused
    keeping.put(access.match, kept, access.writer)
