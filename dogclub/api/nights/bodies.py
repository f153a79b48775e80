"""Request bodies about nights."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from clubs.models.calendar import LONGEST_GUESTS, LONGEST_NOTE, LONGEST_REASON, MOST_PLACES
from dogclub.api.http.messages import Count, Key, Line, Moment
from games.models.comment import LONGEST_COMMENT
from scoring.dirty_dog.plan import LONGEST_PLAN

Places = Annotated[
    Annotated[int, Meta(ge=1, le=MOST_PLACES)] | None, Meta(description="How many can come, guests included; or null")
]

Closing = Annotated[
    Literal[0, 30, 60, 90, 120, 180, 360, 720, 1440, 2880],
    Meta(description="Minutes before the start at which answers close"),
]
Repeat = Annotated[
    Literal["weekly", "two-weekly", "monthly", "last"],
    Meta(description="monthly: such as the third Thursday; last: the last such weekday of each month"),
]


ABOUT: dict[str, tuple[Any, Any]] = {  # type and default of each field of Night.ABOUT
    "name": (Line, ""),
    "place": (Annotated[str, Meta(max_length=80)], ""),
    "note": (Annotated[str, Meta(max_length=300)], ""),
    "places": (Places, None),
    "answers_close": (Closing, 0),
}


def _body(name: str, words: str, *before: Any, after: Sequence[Any] = (), changes: bool = False) -> type[Struct]:
    """A body with the fields `before`, those of ABOUT and `after`; with `changes` a field may be left out as UNSET."""
    fields = (
        (name, kind | UnsetType, UNSET) if changes else (name, kind, usual) for name, (kind, usual) in ABOUT.items()
    )
    about = {"__doc__": words, "__module__": __name__}
    return defstruct(name, [*before, *fields, *after], frozen=True, forbid_unknown_fields=True, namespace=about)


NewNight = _body(
    "NewNight",
    "A night for the calendar.",
    ("starts_at", Annotated[Moment, Meta(description="When it starts, to the minute")]),
)
NightChange = _body(
    "NightChange",
    "Keys left out stay unchanged. The start cannot change once somebody is present.",
    ("starts_at", Moment | UnsetType, UNSET),
    changes=True,
)
NewSeries = _body(
    "NewSeries",
    "Nights that repeat at the same local time of the club. With `preview` nothing is saved.",
    ("starts_at", Annotated[Moment, Meta(description="When the first one starts, to the minute")]),
    ("repeat", Repeat),
    ("until", Annotated[date, Meta(description="No night is later")]),
    after=[("preview", bool, False)],
)


class SeriesChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The new pattern of the future nights, at the same local time of the club."""

    starts_at: Annotated[Moment, Meta(description="When the first one starts, to the minute")]
    repeat: Repeat
    until: Annotated[date, Meta(description="No night is later")]
    preview: bool = False


class CallOff(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason why a night is called off; optional."""

    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest who is present and need not be a player of the club; `host` is the player who brought them."""

    name: Line
    host: Key | None = None


class Coming(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a player is present; `expected_at` is when a player who is late will arrive."""

    state: Literal["here", "late", "away", "left"]
    expected_at: Moment | None = None


class NewAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you come to a night; `guests` are the names of those you bring."""

    answer: Literal["yes", "maybe", "no"]
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    arrives_after: Annotated[
        Literal[0, 15, 30, 45, 60, 90, 120], Meta(description="Minutes after the start when you come")
    ] = 0
    guests: Annotated[list[Annotated[str, Meta(min_length=1, max_length=LONGEST_GUESTS)]], Meta(max_length=4)] = []


class CommentText(Struct, frozen=True, forbid_unknown_fields=True):
    """Plain text; line breaks become spaces."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_COMMENT)]


class NewDraw(Struct, frozen=True, forbid_unknown_fields=True):
    """Draws seats for everyone present. If a draw exists, `reason` says why it is repeated."""

    game: Annotated[str, Meta(min_length=1, max_length=30)]
    how: Annotated[
        Literal["random", "met", "spread", "rating"],
        Meta(description="met: have met least this season; spread: level tables; rating: best together"),
    ] = "random"
    tables: Annotated[Annotated[int, Meta(ge=1, le=60)] | None, Meta(description="Fewest, unless told")] = None
    reason: Annotated[str, Meta(max_length=300)] = ""


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """The draw that was seen, by its id and version, and the choices of each table."""

    draw: Key
    version: Count
    first_jacks: Annotated[list[Key], Meta(max_length=60, description="Who deals first, one a table")] = []
    advance: Annotated[Annotated[int, Meta(ge=1, le=30)] | None, Meta(description="How many of a group go up")] = None
    apart: Annotated[bool, Meta(description="Tables apart, and no play-off")] = False
    crowd: Annotated[bool, Meta(description="Everybody agrees to an eleventh player at one table")] = False
    plan: Annotated[str, Meta(max_length=10, description="The largest hand")] = ""
    hands: Annotated[
        Annotated[int, Meta(ge=1, le=LONGEST_PLAN)] | None,
        Meta(description="How many hands each table plays; together with a plan, up to that largest hand"),
    ] = None
