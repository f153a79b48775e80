"""The job that reads the photo of a sheet, prepared in the same way as in `read-sheet` and in the benchmark."""

import io
import os
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import IO, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Role
from clubs.pictures.reading import WITHOUT_A_PAGE, PictureDelayed, PictureRefused
from dogclub.exchange.readings import keeping
from dogclub.exchange.readings.keeping import GONE, is_of_club
from dogclub.jobs import Impossible, Kind, Urgency, Work
from dogclub.models import SheetReading
from games.paper.reading.problems import CannotRead
from games.photos import read_sheet_photo


def prepared(file: IO[bytes]) -> bytes:
    """The JPEG of a photo that is read. Raises CannotRead where the file is no picture that is accepted, or where the
    machine did not come to it.
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    try:
        return read_sheet_photo(file, size, wait=WITHOUT_A_PAGE).image
    except PictureDelayed as delayed:
        raise CannotRead("busy", refused=str(delayed)) from delayed
    except PictureRefused as refused:
        raise CannotRead("picture", refused=str(refused)) from refused


State = SheetReading.State
FLAT_SCALE = 6.0  # pixels a millimetre of the straightened page
FLAT_QUALITY = 60


def read(work: Work) -> None:
    """Read the photo, with that of page 2 if it has one, and store what is found, or why nothing can be read. Raises
    Impossible if it was deleted.
    """
    rows = SheetReading.objects.filter(pk=work.asked["reading"], state=State.READING)
    row = rows.select_related("club").first()
    if row is None:
        raise Impossible(str(GONE))
    pages = keeping.photos_of(row)
    work.begin([(_("Figures read"), 80), (_("Held against the rules"), 20)])
    found, flats = document([keeping.image_of(page, "image") for page in pages], work.step_done)
    if found["record"] and not (row.match_id or row.answers.get("is_ours") or is_of_club(row.club, found["sheet"])):
        found = of_another_club(found)
    work.step_done()
    state = State.REFUSED if found["record"] is None else State.CHECKING
    with work.once():
        if rows.update(state=state, found=found):
            for page, flat in zip(pages, flats, strict=False):
                SheetReading.objects.filter(pk=page.pk).update(flat=flat)
            keeping.join_pages(row.club)


def of_another_club(found: dict[str, Any]) -> dict[str, Any]:
    """The document of a sheet whose names were printed for a table that the club does not have."""
    from games.paper.reading.problems import CannotRead, unread

    return unread(CannotRead("other-club"), found["sheet"])


def document(
    images: Sequence[bytes], figures_read: Callable[[], object] = lambda: None
) -> tuple[dict[str, Any], list[bytes]]:
    """The document of `read-sheet` for the photos of a sheet, and its pages straightened as JPEG, as far as there are
    pages. `figures_read` is called once all figures are read.
    """
    from games.paper.reading import photo, sheet
    from games.paper.reading.page import ReadPage
    from games.paper.reading.problems import CannotRead, unread

    pages: list[ReadPage] = []
    flats: list[bytes] = []
    for image in images:
        picture = photo.picture(image)
        try:
            page = sheet.read_page(picture)
        except CannotRead as problem:
            return unread(problem), flats
        out = io.BytesIO()
        flat = photo.straightened(picture, page.to_photo, page.layout, FLAT_SCALE)
        flat.save(out, "JPEG", quality=FLAT_QUALITY, optimize=True)
        pages.append(page)
        flats.append(out.getvalue())
    figures_read()
    return sheet.read_sheet(pages), flats


READ_SHEET = Kind(
    "read-sheet",
    gettext_lazy("Reading the sheet"),
    read,
    role=Role.SCOREKEEPER,
    own_process=True,
    listed=False,
    urgency=Urgency.AWAITED,
    longest=timedelta(minutes=2),
)
