"""Problem documents (RFC 9457) in the OpenAPI document."""

from dogclub.api.http.problem_types import KINDS
from dogclub.api.openapi.operation import Operation, in_path
from dogclub.api.openapi.terms import NUMBER, TEXT, Json, about, at_times, loose, many, one_of, ref, thing

PROBLEM_TAG = "Problems"
ERROR: Json = loose(
    at_times(
        thing(
            code=about(TEXT, "For programs"),
            message=about(TEXT, "A sentence for people"),
            round=NUMBER,
            player=TEXT,
            field=TEXT,
            entries=many(ref("Entry"), "In a conflict: what stands"),
        ),
        "round",
        "player",
        "field",
        "entries",
    ),
    "In a conflict also `yours` and `ours`, both sides of it",
)
PROBLEM: Json = loose(
    thing(
        type={**TEXT, "format": "uri-reference"},
        title=TEXT,
        status=NUMBER,
        detail=TEXT,
        instance=TEXT,
        error=ref("Error"),
    ),
    "RFC 9457 problem details. The codes have a page each under /api/v1/problems/",
)
KIND: Json = thing(type=TEXT, title=TEXT, status=NUMBER, about=TEXT)
SCHEMAS = {"Error": ERROR, "Problem": PROBLEM, "KindOfProblem": KIND}
PROBLEMS = Operation(
    "list_problems", PROBLEM_TAG, "Every kind of problem there is", {200: thing(problems=many(KIND))}, (), public=True
)
PROBLEM_PAGE = Operation(
    "read_problem",
    PROBLEM_TAG,
    "One kind of problem: when it comes, and what to do",
    {200: ref("KindOfProblem")},
    (in_path("code", one_of(*KINDS), "Its code"),),
    public=True,
)
