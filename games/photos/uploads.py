"""The photo in a form: taken with the camera or chosen as a file."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubs.pictures.heic import NAMED, READS_HEIC
from clubs.pictures.reading import Refused
from games.photos.reading import Photo, read_photo

FIELD = "photo"
CHOICE = {"photo_formats": NAMED, "reads_heic": READS_HEIC}  # what the form says of itself


def photo_in(request: HttpRequest) -> Photo:
    """The first that was chosen. Raises Refused."""
    for file in request.FILES.getlist(FIELD):
        return read_photo(file, file.size or 0)
    raise Refused(_("Take a photo or choose a file first."))
