"""Problem documents (RFC 9457) in the OpenAPI document."""

from dogclub.api.http.problem_types import KINDS
from dogclub.api.openapi.operation import Operation, in_path
from dogclub.api.openapi.terms import (
    NUMBER,
    TEXT,
    Json,
    array,
    described,
    object_schema,
    one_of,
    open_object,
    optional,
    ref,
)

PROBLEM_TAG = "Problems"
ERROR: Json = open_object(
    optional(
        object_schema(
            code=described(TEXT, "For programs"),
            message=described(TEXT, "A sentence for people"),
            round=NUMBER,
            player=TEXT,
            field=TEXT,
            entries=array(ref("Entry"), "In a conflict: what stands"),
        ),
        "round",
        "player",
        "field",
        "entries",
    ),
    "In a conflict also `yours` and `ours`, both sides of it",
)
PROBLEM: Json = open_object(
    object_schema(
        type={**TEXT, "format": "uri-reference"},
        title=TEXT,
        status=NUMBER,
        detail=TEXT,
        instance=TEXT,
        error=ref("Error"),
    ),
    "RFC 9457 problem details. The codes have a page each under /api/v1/problems/",
)
KIND: Json = object_schema(type=TEXT, title=TEXT, status=NUMBER, about=TEXT)
SCHEMAS = {"Error": ERROR, "Problem": PROBLEM, "KindOfProblem": KIND}
PROBLEMS = Operation(
    "list_problems",
    PROBLEM_TAG,
    "Every kind of problem there is",
    {200: object_schema(problems=array(KIND))},
    (),
    public=True,
    words="The codes of `error`, each with its status. Needs no key.",
)
PROBLEM_PAGE = Operation(
    "read_problem",
    PROBLEM_TAG,
    "One kind of problem: when it comes, and what to do",
    {200: ref("KindOfProblem")},
    (in_path("code", one_of(*KINDS), "Its code"),),
    public=True,
    words="The page that the `type` of a problem leads to. Needs no key.",
)
