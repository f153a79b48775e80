"""A club's own words for terms in the OpenAPI document."""

from dogclub.api.openapi.operation import Operation
from dogclub.api.openapi.people import CLUBS
from dogclub.api.openapi.terms import TEXT, Json, array, described, object_schema, one_of, ref

TERM: Json = object_schema(
    code=described(TEXT, "What records, call-outs and tags know it by; it never changes"),
    kind=one_of("games", "trophies", "callouts", "tags"),
    standard=described(TEXT, "What every club says that has no name of its own"),
    name=described(TEXT, "What this club says: its own name, or the standard one"),
)
CLUB_TERMS: Json = object_schema(terms=array(ref("ClubTerm")))
SCHEMAS = {"ClubTerm": TERM, "ClubTerms": CLUB_TERMS}

READ_TERMS = Operation(
    "read_terms", CLUBS, "What a club calls its games, trophies and call-outs", {200: ref("ClubTerms")}
)
CHANGE_TERMS = Operation(
    "change_terms",
    CLUBS,
    "Rename terms of a club",
    {200: ref("ClubTerms")},
    body=ref("TermsChange"),
    example={"names": {"sbr": "Hard luck", "floater": ""}},
    matched=True,
    words="Names by code. What is left out stays; an empty name is the standard one again. No two of a kind may be "
    "called the same.",
)
