"""The entry point of the API, and the description of the OpenAPI document."""

from dogclub.api.openapi.operation import Operation
from dogclub.api.openapi.terms import TEXT, Json, described, object_schema, ref

START = "Start"
VERSION = "1"
ABOUT = (
    "Everything the pages of a club do, for programs. It is only ever added to: what a client of today sends and reads "
    "stays as it is for as long as the address says v1."
)
ADDRESS: Json = {**TEXT, "format": "uri"}
ROOT_SCHEMA: Json = object_schema(
    version=described(TEXT, "Of the API; another one is another address"),
    clubs=described(ADDRESS, "The clubs you may see"),
    docs=described(ADDRESS, "This document for people"),
    games=described(ADDRESS, "The games there are"),
    problems=described(ADDRESS, "Every kind of problem"),
    schema=described(ADDRESS, "This document"),
    score=described(ADDRESS, "Scores a record for anybody"),
)
SCHEMAS = {"Root": ROOT_SCHEMA}
ROOT = Operation(
    "read_root",
    START,
    "What there is, by its address",
    {200: ref("Root")},
    (),
    public=True,
    words="Addresses of clubs, games, problems, this document and its pages. Needs no key.",
)
