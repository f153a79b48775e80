"""What is read of a photo: the same in the job, in `read-sheet` and in the benchmark."""

import os
from typing import IO

from clubs.pictures.reading import PictureRefused
from games.paper.reading.problems import CannotRead
from games.photos.keeping import read_sheet_photo


def prepared(file: IO[bytes]) -> bytes:
    """The JPEG of a photo that is read. Raises CannotRead where the file is no picture that is accepted."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    try:
        return read_sheet_photo(file, size).image
    except PictureRefused as refused:
        raise CannotRead("picture", refused=str(refused)) from refused
