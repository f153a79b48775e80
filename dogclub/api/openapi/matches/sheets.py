"""Operations on the sheet of a match: as JSON, record, picture, photo and PDF."""

from dogclub.api.openapi.operation import MATCH_ID, Operation, query_parameter
from dogclub.api.openapi.terms import (
    FILE,
    one_of,
    ref,
)

SHEETS = "Sheets"
ONE = (MATCH_ID,)
READ_SHEET = Operation("read_sheet", SHEETS, "The sheet alone", {200: ref("Sheet")}, ONE)
READ_RECORD = Operation("read_record", SHEETS, "The open record of the match", {200: ref("Record")}, ONE)
PICTURE = Operation(
    "read_picture",
    SHEETS,
    "The result as a picture",
    {200: FILE},
    ONE,
    (query_parameter("shape", one_of("wide", "square"), "1200 by 630 pixels, or 1080 by 1080"),),
    kind="image/png",
    held=False,
)
READ_PHOTO = Operation(
    "read_photo",
    SHEETS,
    "The photo of the paper sheet",
    {200: FILE},
    ONE,
    kind="image/jpeg",
    words="For members alone, also where the club has opened its sheets. 404 where the match has none.",
)
PUT_PHOTO = Operation(
    "put_photo",
    SHEETS,
    "Keep a photo of the paper sheet with the match",
    {204: None},
    ONE,
    matched=True,
    files=True,
    words="JPEG, PNG or WebP of at most 10 MB, and HEIC where the server reads it. It is turned upright and made "
    "smaller, and everything else in the file is thrown away. It replaces the photo that was there.",
)
REMOVE_PHOTO = Operation(
    "remove_photo",
    SHEETS,
    "Remove the photo of the paper sheet",
    {204: None},
    ONE,
    matched=True,
    words="The history keeps that there was one. Where there is none, nothing happens.",
)
PRINT_SHEET = Operation(
    "print_sheet",
    SHEETS,
    "The sheet on paper",
    {200: FILE},
    ONE,
    (
        query_parameter("fill", one_of("filled", "ready", "blank"), "What is on it"),
        query_parameter(
            "paper", one_of("a4", "letter"), "The size; unless told, that of the country in Accept-Language"
        ),
    ),
    kind="application/pdf",
    held=False,
)
