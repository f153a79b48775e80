"""Request bodies, parsed as strictly as a record: no unknown keys, whole numbers, bounded sizes."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict
from rest_framework.request import Request

from clubs.models import Club
from clubs.models.club import MOST_GRACE, MOST_HOURS
from clubs.queries import lock_club
from dogclub.api.http.problems import Problem
from dogclub.models.notify import FIRST_HOUR, LAST_HOUR
from dogclub.new_members.add import MOST_PEOPLE
from dogclub.notify.webhooks.delivery import EVENTS
from games.entries.drafts import Draft
from scoring.record_format import strict

T = TypeVar("T")
LARGEST_INTEGER = 2**31 - 1  # of an integer column
JSON = "application/json"
Count = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
Key = Annotated[int, Meta(ge=1, le=10**18 - 1)]
Line = Annotated[str, Meta(max_length=60)]
Short = Annotated[str, Meta(max_length=30)]
Event = Literal["match.finished", "match.corrected", "match.reopened", "trophy.moved"]
Colour = Literal["", "green", "red", "blue", "amber", "violet", "grey"]
Moment = Annotated[datetime, Meta(tz=True)]
Options = Annotated[dict[str, Any], Meta(description="As in a record of the game; players by their labels")]


class DraftIn(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry to be recorded. Without a payload it undoes the entry of this line. `player` is the person who joins the
    match with the entry.
    """

    id: Annotated[UUID, Meta(description="Made by you, the same for every retry")]
    number: Annotated[int, Meta(ge=1, le=LARGEST_INTEGER, description="The line of the sheet, from 1")]
    kind: Annotated[str, Meta(max_length=30)]
    payload: dict[str, Any] | None = None
    note: Annotated[str, Meta(max_length=300)] = ""
    player: Count | None = None
    recorded_at: Moment | None = None


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """Drafts that are recorded together or not at all, and the version of the match they are based on."""

    version: Count
    drafts: Annotated[list[DraftIn], Meta(min_length=1, max_length=200)]


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A person who is not a player of the club yet."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    nickname: Short = ""
    initials: Annotated[str, Meta(max_length=4)] = ""
    colour: Colour = ""
    guest: bool = False
    is_another: Annotated[bool, Meta(description="Not the player whose name looks the same")] = False


class PlayerChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys left out stay unchanged."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] | UnsetType = UNSET
    nickname: Short | UnsetType = UNSET
    initials: Annotated[str, Meta(max_length=4)] | UnsetType = UNSET
    colour: Colour | UnsetType = UNSET
    is_another: Annotated[bool, Meta(description="Not the player whose name looks the same")] | UnsetType = UNSET
    guest: bool | UnsetType = UNSET
    resting: bool | UnsetType = UNSET


class NewMember(Struct, frozen=True, forbid_unknown_fields=True):
    """A person of a list; `player` and `is_another` answer the question whether it is a player of the club."""

    name: Annotated[str, Meta(max_length=200)]
    email: Annotated[str, Meta(max_length=320)] = ""
    player: Annotated[Key | None, Meta(description="One of those it was asked about: they are the same")] = None
    is_another: Annotated[bool, Meta(description="None of those it was asked about")] = False


class NewMembers(Struct, frozen=True, forbid_unknown_fields=True):
    """People to add to a club and to invite by email."""

    people: Annotated[list[NewMember], Meta(min_length=1, max_length=MOST_PEOPLE)]
    keep_score: Annotated[bool, Meta(description="They may keep score")] = False
    send: Annotated[bool, Meta(description="False: the invitations wait until somebody sends them")] = True
    preview: Annotated[bool, Meta(description="Saves and sends nothing")] = False


class NewSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """A season from its first to its last day, both included. Seasons must not overlap."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    starts_on: date
    ends_on: date


class SeasonChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys left out stay unchanged; nights and matches are assigned by the new days. A `closed` season keeps its days
    and schemes.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60)] | UnsetType = UNSET
    starts_on: date | UnsetType = UNSET
    ends_on: date | UnsetType = UNSET
    closed: bool | UnsetType = UNSET


class SettingsChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys left out stay unchanged. `confirm` applies to matches that begin from now on."""

    name: Annotated[str, Meta(min_length=1, max_length=80)] | UnsetType = UNSET
    history_is_open: bool | UnsetType = UNSET
    guests_rank: bool | UnsetType = UNSET
    all_time: Literal["wins", "places"] | UnsetType = UNSET
    grace_minutes: Annotated[int, Meta(ge=0, le=MOST_GRACE)] | UnsetType = UNSET
    time_zone: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    language: Annotated[str, Meta(max_length=12)] | UnsetType = UNSET
    move_nights: (
        Annotated[bool, Meta(description="With another time zone: planned nights keep their time of day")] | UnsetType
    ) = UNSET
    sharing: Literal["off", "organisers", "members"] | UnsetType = UNSET
    links_expire: bool | UnsetType = UNSET
    chances: Literal["off", "match", "wall"] | UnsetType = UNSET
    recap_page: bool | UnsetType = UNSET
    has_comments: bool | UnsetType = UNSET
    confirm: Literal["nobody", "opponent", "every-seat"] | UnsetType = UNSET
    one_device_one_seat: bool | UnsetType = UNSET
    correction_hours: Annotated[int, Meta(ge=0, le=MOST_HOURS)] | UnsetType | None = UNSET


class EmailChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys left out stay unchanged."""

    night: bool | UnsetType = UNSET
    confirmation: bool | UnsetType = UNSET
    report: bool | UnsetType = UNSET
    trophy: bool | UnsetType = UNSET
    digest: bool | UnsetType = UNSET
    digest_day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] | UnsetType = (
        UNSET
    )
    digest_hour: Annotated[int, Meta(ge=FIRST_HOUR, le=LAST_HOUR)] | UnsetType = UNSET


class NotificationChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys left out stay unchanged."""

    night: bool | UnsetType = UNSET
    seat: bool | UnsetType = UNSET
    confirmation: bool | UnsetType = UNSET
    trophy: bool | UnsetType = UNSET
    quiet_from: Annotated[int, Meta(ge=0, le=23)] | UnsetType = UNSET
    quiet_until: Annotated[int, Meta(ge=0, le=23)] | UnsetType = UNSET


class BrandingChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys left out stay unchanged."""

    name: Annotated[str, Meta(min_length=1, max_length=80)] | UnsetType = UNSET
    colour: Annotated[str, Meta(max_length=7)] | UnsetType = UNSET
    photos: Literal["off", "members", "guests"] | UnsetType = UNSET


class TermsChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Names by the code of the term; terms left out stay unchanged, and an empty name restores the standard one."""

    names: Annotated[dict[str, Annotated[str, Meta(max_length=40)]], Meta(max_length=1000)]


class RulesChange(Struct, frozen=True, forbid_unknown_fields=True):
    """All rules that the club plays by; what is left out is as written, so `{}` is the game as written."""

    options: Annotated[dict[str, Any], Meta(description="As in a record of the game")]


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be started. The same id with the same content again returns the same match."""

    game: Annotated[str, Meta(min_length=1, max_length=30)]
    players: Annotated[list[Key], Meta(min_length=1, max_length=20, description="Their ids in seat order, clockwise")]
    id: Annotated[UUID | None, Meta(description="Made by you, the same for every retry")] = None
    options: Options = {}
    night: Annotated[Key | None, Meta(description="Tonight's, where one is on, unless told")] = None
    table: Annotated[str, Meta(max_length=40)] = ""
    for_trophy: bool = True


class NewConfirmation(Struct, frozen=True, forbid_unknown_fields=True):
    """The statement of a seat that the sheet is right or wrong; an organiser who settles it for all needs no seat.
    `sheet` is the version of the sheet that was seen.
    """

    says: Literal["right", "wrong", "settle"]
    sheet: Count
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    note: Annotated[str, Meta(max_length=300)] = ""


class NewSubstitute(Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes over which seat. `round` is the number of the line of the sheet from which on they play, the next one
    where it is left out; with `takes_result` the result is theirs.
    """

    seat: Annotated[int, Meta(ge=0, le=99)]
    player: Key
    round: Annotated[int, Meta(ge=1, le=32_767)] | None = None
    takes_result: bool = False


class Passing(Struct, frozen=True, forbid_unknown_fields=True):
    """The player who gets the trophy, and the reason, which is shown with it."""

    player: Key
    reason: Annotated[str, Meta(min_length=1, max_length=300)]


class NewHook(Struct, frozen=True, forbid_unknown_fields=True):
    """An address that receives webhooks: those of the events listed, or of all if none is listed."""

    url: Annotated[str, Meta(min_length=1, max_length=300, extra_json_schema={"format": "uri"})]
    events: Annotated[list[Event], Meta(min_length=1, max_length=len(EVENTS))] | None = None


ChatPost = Literal["night", "draw", "results", "callouts"]


class ChatChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the club's chat is and what is posted there: what is listed, or all but call-outs if nothing is."""

    service: Literal["discord", "slack", "matrix", "mattermost"]
    url: Annotated[str, Meta(max_length=500)] = ""
    posts: Annotated[list[ChatPost], Meta(min_length=1, max_length=4)] | None = None


class NewShareLink(Struct, frozen=True, forbid_unknown_fields=True):
    """What the link shows: a match needs `match`, a report `night`; standings take `season` and `game`. `player` is
    your own page; head-to-head needs `player` and `opponent`, and takes `season` and `game`.
    """

    kind: Literal["match", "report", "standings", "player", "head-to-head"]
    match: UUID | None = None
    night: Key | None = None
    season: Annotated[Key | None, Meta(description="Null: all time")] = None
    player: Annotated[Key | None, Meta(description="Of head-to-head: one of the two")] = None
    opponent: Annotated[Key | None, Meta(description="Of head-to-head: the other")] = None
    game: Annotated[Short, Meta(description="A game, or all")] = "all"
    expires: Annotated[Literal["week", "month", "never"], Meta(description="How long it works")] = "month"


class SameAs(Struct, frozen=True, forbid_unknown_fields=True):
    """Another name of the file, which comes before this one: both are one person."""

    same_as: Annotated[str, Meta(min_length=1, max_length=80)]


class ImportAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the names of a file are: players by their ids, new, or another name of the file. `all_new` answers every
    name still unanswered; names that differ in accents alone are then one new player.
    """

    names: Annotated[dict[str, Key | Literal["new"] | SameAs], Meta(max_length=2000)] = {}
    all_new: bool = False


class Mend(Struct, frozen=True, forbid_unknown_fields=True):
    """The correct value of a cell that is wrong in the file."""

    line: Count
    column: Line
    value: Line


class ImportMends(Struct, frozen=True, forbid_unknown_fields=True):
    """Corrections of cells; they are applied all together or not at all."""

    mends: Annotated[list[Mend], Meta(min_length=1, max_length=500)]


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object: the URL contains all that is needed."""


def read_as(request: Request, into: type[T]) -> T:
    """Return the body as this type. Raises Malformed or Problem."""
    check_json(request)
    return strict.shape(strict.read(request.body), into)


def check_json(request: Request) -> None:
    """Raise Problem for a body that is not declared as JSON. An empty one passes, and parsing reports it."""
    kind = request.content_type.partition(";")[0].strip().lower()
    if kind != JSON and (kind or request.body):
        raise Problem("unsupported-media-type", f"Send it as Content-Type: {JSON}.")


def read_nothing(request: Request) -> None:
    """Check that a request which needs no body has none, or an empty object. Raises Malformed or Problem."""
    if request.body:
        read_as(request, Nothing)


def changes(change: Struct) -> dict[str, Any]:
    """Return the values that were given, by name."""
    return {name: value for name, value in asdict(change).items() if value is not UNSET}


def read_message(request: Request) -> tuple[int, list[Draft]]:
    """Return the version and the drafts of a message."""
    message = read_as(request, Message)
    return message.version, [Draft(**asdict(each)) for each in message.drafts]


# Validates API requests with the forms of the pages, so that errors have the same sentences.


def check(form: forms.Form, names: Mapping[str, str] | None = None) -> None:
    """Raise Problem for the first invalid field. `names` are the API's names of fields where they differ from the
    form's.
    """
    if form.is_valid():
        return
    field, errors = next(iter(form.errors.items()))
    message = " ".join(map(str, errors))
    if field == "__all__":
        raise Problem("invalid", message)
    raise Problem("invalid", message, field=(names or {}).get(field, field))


def asked_number(request: Request, name: str) -> int | None:
    """Return a query parameter as a whole number from 1, or None where it is missing. Raises Problem."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not re.fullmatch(r"[1-9][0-9]{0,17}", text):
        raise Problem("query", _("“{name}” is a whole number from 1.").format(name=name), field=name)
    return int(text)


def asked_word(request: Request, name: str, words: Mapping[str, object] | tuple[str, ...], default: str = "") -> str:
    """Return a query parameter that is one of these words, or the default where it is missing. Raises Problem."""
    text: str = request.query_params.get(name, default)
    if name in request.query_params and text not in words:
        message = _("“{name}” is one of {words}.").format(name=name, words=", ".join(words))
        raise Problem("query", message, field=name)
    return text


def take_turn(club: Club) -> None:
    """Lock the club until the end of the transaction, so that what a form has validated still holds when it is
    saved.
    """
    lock_club(club)
