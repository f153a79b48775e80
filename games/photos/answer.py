"""The picture as it is sent."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from games.photos.keeping import image_of


def photo_response(photo: UUID | None) -> HttpResponse:
    """Raises Http404 where there is none."""
    content = image_of(photo) if photo else None
    if content is None:
        raise Http404(_("This match has no photo."))
    response = HttpResponse(content, content_type="image/jpeg")
    response["Content-Disposition"] = 'inline; filename="sheet.jpg"'
    return response
