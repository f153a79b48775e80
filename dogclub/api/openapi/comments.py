"""Comments on nights and matches in the OpenAPI document."""

from dogclub.api.openapi.operation import (
    ID,
    MATCH_ID,
    MOMENT,
    NUMBERED,
    PAGED,
    SLUG,
    TEXT,
    Json,
    Operation,
    a_page,
    explained,
    nullable,
    object_schema,
    ref,
)

COMMENTS = "Comments"
ONE = (SLUG, NUMBERED)
COMMENT: Json = object_schema(
    id=ID,
    player=ID,
    name=explained(TEXT, "Who wrote it"),
    text=explained(TEXT, "Plain text in one line"),
    written_at=MOMENT,
    edited_at=nullable(MOMENT),
)
SCHEMAS = {"Comment": COMMENT}
EXAMPLE = {"text": "Four bids for four tricks in hand 11. I want a recount."}
OFF = "404 where the club has comments turned off, as it is by default."
ADD = (
    "For the player of your own account, until 14 days after it is over. The same words right after each other are one "
    "comment. At most 20 an hour."
)

LIST_ON_NIGHT = Operation(
    "list_night_comments",
    COMMENTS,
    "The comments on a night, the newest last",
    {200: a_page("comments", ref("Comment"))},
    ONE,
    PAGED,
    words=OFF,
)
ADD_TO_NIGHT = Operation(
    "add_night_comment",
    COMMENTS,
    "Comment on a night",
    {201: ref("Comment")},
    ONE,
    body=ref("CommentText"),
    example=EXAMPLE,
    words=ADD,
)
LIST_ON_MATCH = Operation(
    "list_match_comments",
    COMMENTS,
    "The comments on a match, the newest last",
    {200: a_page("comments", ref("Comment"))},
    (MATCH_ID,),
    PAGED,
    words=OFF,
)
ADD_TO_MATCH = Operation(
    "add_match_comment",
    COMMENTS,
    "Comment on a match",
    {201: ref("Comment")},
    (MATCH_ID,),
    body=ref("CommentText"),
    example=EXAMPLE,
    words=ADD,
)
EDIT = Operation(
    "edit_comment",
    COMMENTS,
    "Edit a comment of your own",
    {200: ref("Comment")},
    ONE,
    body=ref("CommentText"),
    example=EXAMPLE,
    words="Only its author may; the comment then says when it was edited.",
)
DELETE = Operation(
    "delete_comment",
    COMMENTS,
    "Delete a comment",
    {204: None},
    ONE,
    words="Your own; organisers delete any.",
)
