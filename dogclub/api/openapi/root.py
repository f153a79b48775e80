"""The entry point of the API, and the description of the OpenAPI document."""

from dogclub.api.openapi.operation import Operation
from dogclub.api.openapi.terms import TEXT, Json, about, ref, thing

START = "Start"
VERSION = "1"
ABOUT = (
    "Everything the pages of a club do, for programs. It is only ever added to: what a client of today sends and reads "
    "stays as it is for as long as the address says v1."
)
ADDRESS: Json = {**TEXT, "format": "uri"}
ROOT_SCHEMA: Json = thing(
    version=about(TEXT, "Of the API; another one is another address"),
    clubs=about(ADDRESS, "The clubs you may see"),
    docs=about(ADDRESS, "This document for people"),
    games=about(ADDRESS, "The games there are"),
    problems=about(ADDRESS, "Every kind of problem"),
    schema=about(ADDRESS, "This document"),
    score=about(ADDRESS, "Scores a record for anybody"),
)
SCHEMAS = {"Root": ROOT_SCHEMA}
ROOT = Operation("read_root", START, "What there is, by its address", {200: ref("Root")}, (), public=True)
