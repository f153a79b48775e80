"""Photos of sheets that are read, in the OpenAPI document."""

from dogclub.api.openapi.imports import JOB
from dogclub.api.openapi.operation import PAGED, SLUG, Operation, in_path, query_parameter
from dogclub.api.openapi.terms import (
    MOMENT,
    NUMBER,
    TEXT,
    TRUTH,
    UUID,
    Json,
    a_page,
    array,
    described,
    nullable,
    object_schema,
    one_of,
    open_object,
    optional,
    ref,
)
from dogclub.models import SheetReading

SHEET_PHOTOS = "Sheet photos"
ONE = (SLUG, in_path("id", UUID, "The photo"))
CORNERS = ("upper-left", "upper-right", "lower-left", "lower-right")
SHEET: Json = object_schema(
    game=TEXT,
    layout=TEXT,
    paper=TEXT,
    players=NUMBER,
    hands=described(NUMBER, "Of the plan, also those not played"),
    rules=TEXT,
    number=nullable(NUMBER, "Of the table whose names are printed on it; null on a blank sheet"),
    pages=described(NUMBER, "How many were read"),
    missing_pages=array(NUMBER, "Those of which there is no photo, from 1"),
)
CELL: Json = optional(
    object_schema(
        hand=described(NUMBER, "Or round or game, from 1; the tie-break hand is the one after the last"),
        seat=described(NUMBER, "From 1, from left to right"),
        what=one_of("bid", "tricks", "tiebreak-bid", "tiebreak-tricks", "won", "left", "pile", "total"),
        read=described(TEXT, "What stands there by itself; # is a figure that was blacked out"),
        value=nullable(
            NUMBER,
            "What it is as a part of the whole sheet; a total follows from the figures. Null where nothing is written, "
            "and that is meant",
        ),
        probability=described({"type": "number"}, "That it is the value, 0 to 1"),
        second=described({"type": "number"}, "That it is the second best"),
        doubtful=described(TRUTH, "Ask somebody"),
        settled=described(TRUTH, "It is not written clearly, and the rules leave this value only"),
        likely=array(NUMBER, "Values to propose, the likeliest first"),
    ),
    "second",
    "settled",
    "likely",
)
PROBLEM: Json = optional(
    object_schema(
        code=TEXT,
        message=TEXT,
        hand=NUMBER,
        seat=NUMBER,
        missing=array(one_of(*CORNERS), "The corners whose marks were not found"),
    ),
    "hand",
    "seat",
    "missing",
)
RESULT: Json = object_schema(
    sheet=nullable(SHEET, "Null where its marks cannot be read"),
    record=nullable(open_object({"type": "object"}, "As `score` takes it; its players are 1, 2 and so on")),
    cells=array(CELL),
    problems=array(PROBLEM, "Why nothing can be read; or written totals that do not follow, and ties left open"),
)
READING: Json = object_schema(
    id=UUID,
    state=one_of(*SheetReading.State.values),
    match=nullable(UUID, "The match it is for, or was saved as"),
    page_of=nullable(UUID, "The photo of page 1 with which it is read, where its own sheet has two"),
    result=nullable(ref("ReadSheet"), "What `./run read-sheet` prints; null while it is being read"),
    job=nullable(JOB, "The work that is, or was last, done for it"),
    created_at=MOMENT,
    saved_at=nullable(MOMENT),
)
SCHEMAS = {"SheetPhoto": READING, "ReadSheet": RESULT}

LIST_READINGS = Operation(
    "list_sheet_photos",
    SHEET_PHOTOS,
    "Photos of sheets, the newest first",
    {200: a_page("sheet_photos", ref("SheetPhoto"))},
    query=PAGED,
    words="Those that are not saved as a match are deleted after two weeks.",
)
ADD_READING = Operation(
    "add_sheet_photo",
    SHEET_PHOTOS,
    "Upload a photo of a sheet to be read",
    {201: ref("SheetPhoto")},
    query=(query_parameter("name", TEXT, "What the file is called; or say so as Content-Disposition"),),
    files=True,
    also=(413, 429),
    words="JPEG, PNG or WebP up to 10 MB of a sheet with its four marks: the bytes themselves, or a form "
    "with the field `file`. It is read on this server in the background: ask for the photo until it is no longer "
    "`reading`. Then somebody checks and saves it on its page, or a program records `record` itself.",
)
READ_READING = Operation(
    "read_sheet_photo",
    SHEET_PHOTOS,
    "One photo of a sheet, and what was read on it",
    {200: ref("SheetPhoto")},
    ONE,
    words="`result` has all cells with their probabilities; where `doubtful` is true, ask somebody.",
)
REMOVE_READING = Operation(
    "remove_sheet_photo",
    SHEET_PHOTOS,
    "Delete a photo that was not saved as a match",
    {204: None},
    ONE,
    words="The photo of a match is removed on its page.",
)
