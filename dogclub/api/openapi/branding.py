"""A club's name, logo and colour, its own words and its own rules in the OpenAPI document."""

from dogclub.api.openapi.operation import (
    FILE,
    MOMENT,
    NUMBER,
    SLUG,
    TEXT,
    TRUTH,
    Json,
    Operation,
    array,
    explained,
    in_path,
    nullable,
    object_schema,
    one_of,
    ref,
)
from dogclub.api.openapi.people import CLUBS

SHADE: Json = object_schema(
    used=explained(TEXT, "#rrggbb, as pages of this theme use it"),
    contrast=explained({"type": "number"}, "What it gives: with white text on light pages, with the page on dark ones"),
    chosen_contrast=explained({"type": "number"}, "What the chosen colour gives"),
    least=explained({"type": "number"}, "The minimum of WCAG AA"),
    is_adjusted=explained(TRUTH, "The chosen colour falls short, so its lightness was changed"),
)
BRANDING: Json = object_schema(
    name=TEXT,
    colour=explained(TEXT, "#rrggbb as it was chosen; empty: none"),
    photos=explained(one_of("off", "members", "guests"), "Who sees photos of members; guests: those who watch as well"),
    light=nullable(ref("Shade"), "On light pages, on paper and in pictures; null without a colour"),
    dark=nullable(ref("Shade"), "On dark pages and the wall; null without a colour"),
    logo=nullable(TEXT, "The address of the picture, which changes with it; null: none"),
)
SCHEMAS: dict[str, Json] = {"Shade": SHADE, "Branding": BRANDING}

READ_BRANDING = Operation(
    "read_branding",
    CLUBS,
    "The name, logo and colour of a club",
    {200: ref("Branding")},
    words="For everybody who may see the club. `colour` comes with the colours that pages make of it, for light"
    " and dark.",
)
CHANGE_BRANDING = Operation(
    "change_branding",
    CLUBS,
    "Change the name and colour of a club",
    {200: ref("Branding")},
    body=ref("BrandingChange"),
    example={"colour": "#d9822b"},
    matched=True,
    words="What is left out stays; an empty `colour` removes it. A colour that is hard to read is kept as chosen and "
    "used lighter or darker: `light` and `dark` say how.",
)
READ_LOGO = Operation(
    "read_logo",
    CLUBS,
    "The logo of a club",
    {200: FILE},
    kind="image/png",
    words="A PNG made from the picture that was uploaded, never that file itself; 404 where there is none.",
)
CHANGE_LOGO = Operation(
    "change_logo",
    CLUBS,
    "Change the logo of a club",
    {204: None},
    files=True,
    also=(413,),
    words="A PNG, JPEG or WebP picture of at most 2 MB. It is made anew, at most 256 pixels wide and high.",
)
REMOVE_LOGO = Operation(
    "remove_logo",
    CLUBS,
    "Remove the logo of a club",
    {204: None},
    words="Pages and prints show the club’s initials again. Without a logo it changes nothing.",
)


# Its own words for terms, and its own rules.


TERM: Json = object_schema(
    code=explained(TEXT, "What records, call-outs and tags know it by; it never changes"),
    kind=one_of("games", "trophies", "callouts", "tags"),
    standard=explained(TEXT, "What every club says that has no name of its own"),
    name=explained(TEXT, "What this club says: its own name, or the standard one"),
)
CLUB_TERMS: Json = object_schema(terms=array(ref("ClubTerm")))
SCHEMAS |= {"ClubTerm": TERM, "ClubTerms": CLUB_TERMS}

READ_TERMS = Operation(
    "read_terms",
    CLUBS,
    "What a club calls its games, trophies and call-outs",
    {200: ref("ClubTerms")},
    words="For everybody who may see the club. A code never changes, whatever the club calls it.",
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

RULES: Json = object_schema(
    number=explained(NUMBER, "From 2 on; 1 is the game as written"),
    label=explained(TEXT, "How matches are marked that were played by them"),
    options=explained({"type": "object"}, "As in a record of the game"),
)
RULES_SAVED: Json = object_schema(
    at=MOMENT,
    by=nullable(TEXT, "Whose account changed them; null: a program, or somebody who has no account here"),
    number=nullable(NUMBER, "What the next match proposed from then on; null: what the last match was played by"),
    options=explained({"type": "object"}, "What these rules were then"),
)
HOUSE_RULES: Json = object_schema(
    game=TEXT,
    number=nullable(NUMBER, "What the next match proposes; null: what the last match was played by"),
    rules=array(ref("NumberedRules"), "What the club has agreed on so far"),
    changes=array(ref("RulesSaved"), "Who changed them when, the newest first; for organisers, else empty"),
)
SCHEMAS |= {"NumberedRules": RULES, "RulesSaved": RULES_SAVED, "HouseRules": HOUSE_RULES}
OF_A_GAME = (SLUG, in_path("game", TEXT, "The key of a game that has house rules"))

READ_HOUSE_RULES = Operation(
    "read_house_rules",
    CLUBS,
    "The rules a club plays a game by",
    {200: ref("HouseRules")},
    OF_A_GAME,
    words="For everybody who may see the club. 404 for a game that every club plays as written.",
)
CHANGE_HOUSE_RULES = Operation(
    "change_house_rules",
    CLUBS,
    "Agree on the rules a club plays a game by",
    {200: ref("HouseRules")},
    OF_A_GAME,
    body=ref("RulesChange"),
    example={"options": {"scoring": "ten-plus", "the_rule": {"from_cards": 3}, "rules_name": "Kennel rules"}},
    matched=True,
    words="The forms of the next matches propose them; matches that have begun keep theirs, and a match made by the "
    "API is played as its own `options` say. Rules that a match was played by keep their number.",
)
FORGET_HOUSE_RULES = Operation(
    "forget_house_rules",
    CLUBS,
    "Let the next match propose the rules of the last one",
    {204: None},
    OF_A_GAME,
    words="As before the club agreed on any. The numbers of its rules stay. Without rules it changes nothing.",
)
