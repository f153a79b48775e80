"""A club's name, logo and colour in the OpenAPI document."""

from dogclub.api.openapi.operation import Operation
from dogclub.api.openapi.people import CLUBS
from dogclub.api.openapi.terms import FILE, TEXT, TRUTH, Json, described, nullable, object_schema, one_of, ref

SHADE: Json = object_schema(
    used=described(TEXT, "#rrggbb, as pages of this theme use it"),
    contrast=described({"type": "number"}, "What it gives: with white text on light pages, with the page on dark ones"),
    chosen_contrast=described({"type": "number"}, "What the chosen colour gives"),
    least=described({"type": "number"}, "The minimum of WCAG AA"),
    is_adjusted=described(TRUTH, "The chosen colour falls short, so its lightness was changed"),
)
BRANDING: Json = object_schema(
    name=TEXT,
    colour=described(TEXT, "#rrggbb as it was chosen; empty: none"),
    photos=described(one_of("off", "members", "guests"), "Who sees photos of members; guests: those who watch as well"),
    light=nullable(ref("Shade"), "On light pages, on paper and in pictures; null without a colour"),
    dark=nullable(ref("Shade"), "On dark pages and the wall; null without a colour"),
    logo=nullable(TEXT, "The address of the picture, which changes with it; null: none"),
)
SCHEMAS = {"Shade": SHADE, "Branding": BRANDING}

READ_BRANDING = Operation("read_branding", CLUBS, "The name, logo and colour of a club", {200: ref("Branding")})
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
READ_LOGO = Operation("read_logo", CLUBS, "The logo of a club", {200: FILE}, kind="image/png")
CHANGE_LOGO = Operation(
    "change_logo",
    CLUBS,
    "Change the logo of a club",
    {204: None},
    files=True,
    also=(413,),
    words="A PNG, JPEG or WebP picture of at most 2 MB. It is made anew, at most 256 pixels wide and high.",
)
REMOVE_LOGO = Operation("remove_logo", CLUBS, "Remove the logo of a club", {204: None})
