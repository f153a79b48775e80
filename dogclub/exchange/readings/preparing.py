"""What is read of a photo: the same in the job, in `read-sheet` and in the benchmark."""

import os
from typing import IO

from clubs.pictures.reading import WITHOUT_A_PAGE, PictureDelayed, PictureRefused
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
