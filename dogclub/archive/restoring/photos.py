"""Inserts the photos of sheets, one after another. Each is untrusted until it was decoded."""

import io

from django.utils.translation import gettext as _

from clubs.pictures.reading import Refused
from dogclub.archive.format.match_lines import PhotoLine
from dogclub.archive.restoring.contents import BY_KEY
from dogclub.archive.restoring.insert import Placed
from dogclub.archive.restoring.reader import Archive, Unusable
from games.models import SheetPhoto
from games.photos.reading import read_archived_photo


def photos(placed: Placed, archive: Archive) -> None:
    """Insert the photos in the transaction that inserts their matches. Raises Unusable."""
    seen = set[str]()
    for line in archive.lines(BY_KEY["photos"], PhotoLine):
        if line.match in seen or not line.match.startswith("m"):
            raise Unusable(_("photos.jsonl names {match} twice, or as no match.").format(match=line.match))
        seen.add(line.match)
        try:
            photo = read_archived_photo(io.BytesIO(line.image), len(line.image))
        except Refused as error:
            raise Unusable(
                _("The photo of {match} cannot be kept: {error}").format(match=line.match, error=error)
            ) from error
        SheetPhoto.objects.create(
            match_id=placed.find(line.match),
            image=photo.image,
            width=photo.width,
            height=photo.height,
            device=line.by,
            recorded_at=line.recorded_at,
        )
