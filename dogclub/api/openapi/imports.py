"""Imports, and photos of sheets that are read, in the OpenAPI document."""

from dogclub.api.openapi.background import STATE
from dogclub.api.openapi.operation import (
    CURSOR,
    DAY,
    ID,
    LIMIT,
    MOMENT,
    NUMBER,
    PAGED,
    SLUG,
    TEXT,
    TRUTH,
    UUID,
    Json,
    Operation,
    a_page,
    array,
    explained,
    in_path,
    nullable,
    object_schema,
    one_of,
    open_object,
    optional,
    query_parameter,
    ref,
)
from dogclub.models import ImportBatch, SheetReading

IMPORTS = "Imports"
ONE = (SLUG, in_path("id", UUID, "The import"))
COUNTS: Json = object_schema(
    games=explained(NUMBER, "Games that would go in"),
    goes_in=explained(NUMBER, "Results that would; the next three are those that would not"),
    questions=explained(NUMBER, "Of a result each; `asks` says the same"),
    left_out=explained(NUMBER, "`stays_out` says the same"),
    already_here=NUMBER,
    asks=NUMBER,
    stays_out=NUMBER,
    open_names=explained(NUMBER, "Names that still wait for an answer"),
    newcomers=explained(NUMBER, "Players it would add"),
)
LAYOUT: Json = object_schema(
    form=explained(
        TEXT,
        "`long` a row a player, `wide` a column a player, `match` a row a game, `days` a column a day, `beside` tables "
        "side by side",
    ),
    header=explained(NUMBER, "The line of the headings, 0 without any"),
    columns=array(
        object_schema(
            column=explained(NUMBER, "From 1"), heading=TEXT, means=explained(TEXT, "Empty for skipped"), player=TEXT
        )
    ),
    can_be=array(TEXT, "What a column can mean"),
    rows=array(object_schema(line=NUMBER, cells=array(TEXT)), "The first ones"),
    labels=array(
        object_schema(
            row=explained(NUMBER, "0 for a column; in further sheets of a file a million more for each"),
            column=explained(NUMBER, "0 for a row"),
            label=TEXT,
            sample=explained(TEXT, "What stands there"),
            is_player=explained(TRUTH, "False where it is not read"),
        ),
        "Rows and columns that are not read, and those of players whose names have a meaning; `PATCH` changes them",
    ),
    sheets=array(TEXT, "Of the workbook, or the files of a ZIP"),
    sheet=explained(TEXT, "The one that is read; `*` where several are"),
    encoding=explained(TEXT, "The code page of a text that is not UTF-8"),
    encodings=array(
        object_schema(encoding=TEXT, words=array(TEXT)), "Those it may be, with some words of the file in each"
    ),
    read=array(TEXT, "Those that are read together, as one import"),
    date_order=explained(
        TEXT, "`day` or `month`; this and the rest is empty where it is not known, or needs no answer"
    ),
    year=TEXT,
    day=TEXT,
    decimal=TEXT,
    game=TEXT,
    figures=TEXT,
    blocks=TEXT,
    scoring=TEXT,
    the_rule=TEXT,
)
COUNTED: Json = object_schema(
    id=nullable(ID, "Null for one that is added with the import"), name=TEXT, starts_on=DAY, ends_on=DAY
)
JOB: Json = object_schema(id=UUID, kind=TEXT, state=STATE, percent=NUMBER, problem=TEXT)
IMPORT: Json = object_schema(
    id=UUID,
    file_name=TEXT,
    kind=explained(TEXT, "What kind of file it is"),
    size=NUMBER,
    state=one_of(*ImportBatch.State.values),
    problem=explained(TEXT, "Why it could not be read"),
    notes=array(TEXT, "What is to be said of the file as a whole"),
    found=nullable(COUNTS, "What the dry run found, while it waits to be confirmed"),
    layout=nullable(LAYOUT, "How a sheet is read, while it waits to be confirmed; null for other kinds of files"),
    games=array(
        object_schema(name=TEXT, plays=NUMBER, game=nullable(TEXT, "Which of ours it is; null where it is skipped")),
        "Games of the file that it calls by names of its own, while it waits to be confirmed; `PATCH` changes them",
    ),
    season=nullable(COUNTED, "The season all its games count in; null where each has that of its date"),
    made=nullable(object_schema(games=NUMBER, results=NUMBER, players=NUMBER, nights=NUMBER), "What it imported"),
    job=nullable(JOB, "The work that is, or was last, done for it"),
    created_at=MOMENT,
    done_at=nullable(MOMENT),
    undone_at=nullable(MOMENT),
)
NAME: Json = object_schema(
    name=TEXT,
    means=one_of("player", "new", "question"),
    player=nullable(ID, "Who it is"),
    like=array(object_schema(player=ID, name=TEXT), "Whom it may mean, the likeliest first"),
    lookalike=explained(TEXT, "An earlier name of the file that may be the same person, or empty"),
)
TROUBLE: Json = object_schema(
    line=explained(NUMBER, "What a correction calls this line; in a single sheet, and in the first, its row"),
    sheet=explained(TEXT, "Where several are read, the one it is in"),
    row=explained(NUMBER, "The row there, from 1"),
    column=explained(TEXT, "Empty where nothing can be mended here"),
    value=explained(TEXT, "What stands there"),
    message=TEXT,
    proposal=explained(TEXT, "The value proposed instead; `mend` says the same"),
    mend=TEXT,
    player=TEXT,
    answered_by=explained(TEXT, "The field of `PATCH` that answers it for the whole file; `asks` says the same"),
    asks=TEXT,
)
PAST = (200, 202)

LIST_IMPORTS = Operation(
    "list_imports",
    IMPORTS,
    "Every import there was, the newest first",
    {200: a_page("imports", ref("Import"))},
    query=PAGED,
    words="For organisers. Archives of whole clubs are left out: they are restored on pages of their own.",
)
CHOOSE_FILE = Operation(
    "import_file",
    IMPORTS,
    "Upload a file for a preview; nothing is imported yet",
    {202: ref("Import")},
    query=(query_parameter("name", TEXT, "What the file is called; or say so as Content-Disposition"),),
    files=True,
    example="date,player,total\n2026-03-12,Bea Marlowe,52\n2026-03-12,Otto Pym,-7\n",
    words="CSV, Excel and OpenDocument sheets, several of them in a ZIP, JSON records, exports of BG Stats and "
    "L’Escalier, up to 32 MB: the bytes themselves, or a form with the field `file`. It is read in the background: ask "
    "for the import until it is no longer `reading`.",
)
READ_IMPORT = Operation(
    "read_import",
    IMPORTS,
    "One import, and what it would do",
    {200: ref("Import")},
    ONE,
    words="While `state` says that it waits for confirmation, `found`, `layout`, `games` and `season` say what "
    "it would write.",
)
CHANGE_IMPORT = Operation(
    "change_import",
    IMPORTS,
    "Say how a file is read, and in which season it counts",
    {200: ref("Import"), 202: ref("Import")},
    ONE,
    body=ref("ImportChange"),
    example={"columns": [{"column": 3, "means": "total"}], "date_order": "day", "season": {"name": "2019/20"}},
    matched=True,
    words="The choices of the preview page. The file is read again with them, 202; the season alone changes nothing "
    "that was read, 200.",
)
FORGET_IMPORT = Operation(
    "forget_import",
    IMPORTS,
    "Discard a file that was not imported",
    {204: None},
    ONE,
    words="Only before it is confirmed; what was imported is taken back by `undo_import`.",
)
LIST_NAMES = Operation(
    "list_imported_names",
    IMPORTS,
    "The names in a file, and whom they mean",
    {200: a_page("names", ref("ImportedName"))},
    ONE,
    (query_parameter("means", one_of("player", "new", "question"), "Only these"), LIMIT, CURSOR),
    words="Empty unless the import waits to be confirmed.",
)
LIST_TROUBLES = Operation(
    "list_import_problems",
    IMPORTS,
    "What is wrong in a file, line by line",
    {200: a_page("problems", ref("ImportProblem"))},
    ONE,
    PAGED,
    words="Empty unless the import waits to be confirmed.",
)
ANSWER_NAMES = Operation(
    "answer_import",
    IMPORTS,
    "Match the names in a file to players",
    {200: ref("Import")},
    ONE,
    body=ref("ImportAnswers"),
    example={"names": {"B. Marlowe": 11, "Rex Tan": "new"}},
    words="A player’s id, or `new`; `all_new` adds all names still unanswered as new players. All of it, or none.",
)
MEND = Operation(
    "mend_import",
    IMPORTS,
    "Correct cells of a file",
    {200: ref("Import"), 202: ref("Import")},
    ONE,
    body=ref("ImportMends"),
    example={"mends": [{"line": 4, "column": "total", "value": "12"}]},
    words="The file is read again with them. All of them are taken, or none. What holds for a whole sheet is said by "
    "`PATCH`; line 0, with `date-order`, `year`, `day`, `decimal`, `figures`, `game`, `scoring`, `the-rule`, `sheet` "
    "and `column-1` to `column-100` as columns, is an older way to say the same.",
)
CONFIRM = Operation(
    "confirm_import",
    IMPORTS,
    "Import it",
    dict.fromkeys(PAST, ref("Import")),
    ONE,
    words="Once it is under way, or done, the same again is 200 and changes nothing.",
)
UNDO = Operation(
    "undo_import",
    IMPORTS,
    "Undo an import",
    dict.fromkeys(PAST, ref("Import")),
    ONE,
    words="Refused once one of its matches has been edited. The same again is 200 and changes nothing.",
)


# Photos of sheets.


SHEET_PHOTOS = "Sheet photos"
ONE_PHOTO = (SLUG, in_path("id", UUID, "The photo"))
CORNERS = ("upper-left", "upper-right", "lower-left", "lower-right")
SHEET: Json = object_schema(
    game=TEXT,
    layout=TEXT,
    paper=TEXT,
    players=NUMBER,
    hands=explained(NUMBER, "Of the plan, also those not played"),
    rules=TEXT,
    number=nullable(NUMBER, "Of the table whose names are printed on it; null on a blank sheet"),
    pages=explained(NUMBER, "How many were read"),
    missing_pages=array(NUMBER, "Those of which there is no photo, from 1"),
)
CELL: Json = optional(
    object_schema(
        hand=explained(NUMBER, "Or round or game, from 1; the tie-break hand is the one after the last"),
        seat=explained(NUMBER, "From 1, from left to right"),
        what=one_of("bid", "tricks", "tiebreak-bid", "tiebreak-tricks", "won", "left", "pile", "total"),
        read=explained(TEXT, "What stands there by itself; # is a figure that was blacked out"),
        value=nullable(
            NUMBER,
            "What it is as a part of the whole sheet; a total follows from the figures. Null where nothing is written, "
            "and that is meant",
        ),
        probability=explained({"type": "number"}, "That it is the value, 0 to 1"),
        second=explained({"type": "number"}, "That it is the second best"),
        doubtful=explained(TRUTH, "Ask somebody"),
        settled=explained(TRUTH, "It is not written clearly, and the rules leave this value only"),
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
SCHEMAS = {"Import": IMPORT, "ImportedName": NAME, "ImportProblem": TROUBLE, "SheetPhoto": READING, "ReadSheet": RESULT}

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
    ONE_PHOTO,
    words="`result` has all cells with their probabilities; where `doubtful` is true, ask somebody.",
)
REMOVE_READING = Operation(
    "remove_sheet_photo",
    SHEET_PHOTOS,
    "Delete a photo that was not saved as a match",
    {204: None},
    ONE_PHOTO,
    words="The photo of a match is removed on its page.",
)
