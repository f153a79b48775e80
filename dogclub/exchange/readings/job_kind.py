"""The job that reads the photo of a sheet.

The photo was decoded and written anew when it was uploaded, in a process without secrets (ADR 72); here that JPEG of
our own is read, in a process with the limits of jobs.
"""

import io
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Role
from dogclub.exchange.readings.keeping import GONE
from dogclub.jobs import Impossible, Kind, Urgency, Work
from dogclub.models import SheetReading

State = SheetReading.State
FLAT_SCALE = 6.0  # pixels a millimetre of the straightened page
FLAT_QUALITY = 60


def read(work: Work) -> None:
    """Read the photo and store what is found, or why nothing can be read. Raises Impossible if it was deleted."""
    row = SheetReading.objects.filter(pk=work.asked["reading"])
    image = row.values_list("image", flat=True).first()
    if image is None:
        raise Impossible(str(GONE))
    work.begin([(_("Sheet read"), 100)])
    found, flat = document(bytes(image))
    work.step_done()
    state = State.REFUSED if found["record"] is None else State.CHECKING
    with work.once():
        row.filter(state=State.READING).update(state=state, found=found, flat=flat)


def document(image: bytes) -> tuple[dict[str, Any], bytes | None]:
    """The document of `read-sheet` for a photo, and the page straightened as JPEG, None if there is no page."""
    from games.paper.reading import photo, sheet  # numpy and the network, for this job only
    from games.paper.reading.problems import CannotRead

    try:
        picture = photo.picture(io.BytesIO(image))
        page = sheet.read_page(picture)
    except CannotRead as problem:
        return sheet.unread(problem), None
    out = io.BytesIO()
    flat = photo.straightened(picture, page.to_photo, page.layout, FLAT_SCALE)
    flat.save(out, "JPEG", quality=FLAT_QUALITY, optimize=True)
    return sheet.read_sheet([page]), out.getvalue()


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
