"""The lines of an archive. Rows refer to each other by references of the archive's own (`p3`, `m12`).

Fields are only ever added, with a default that means "as before"; any other change needs a new `FORMAT`. Matches and
what is derived from them are in `match_lines.py`.
"""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta, Raw, Struct

FORMAT = 1
Ref = Annotated[str, Meta(pattern=r"^[a-z][0-9]{1,7}$")]
Place = Annotated[str, Meta(pattern=r"^[a-z][0-9]{1,7}(\.[0-9]{1,5})?$")]  # a row, or an item inside one
Moment = Annotated[datetime, Meta(tz=True)]
Small = Annotated[int, Meta(ge=0, le=32_767)]
Counted = Annotated[int, Meta(ge=1, le=32_767)]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Short = Annotated[str, Meta(max_length=30)]
Middle = Annotated[str, Meta(max_length=60)]
Note = Annotated[str, Meta(max_length=300)]
Came = Annotated[str, Meta(pattern=r"^(here|late|away|left)$")]
Json = dict[str, Any]


class Line(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One line of JSON: unknown keys are refused when it is read, defaults are left out when it is written."""


class ClubFacts(Line):
    """The club and its settings. `photos` says who sees those of members; `terms` are the club's own words by code.

    `house_rules` are, by game, the number of the rules it plays by `now` (null: as its last match), the options of §2,
    §3, … as `rules`, and `changes`, each with `at` in seconds since 1970, `now` and `rules`. `confirm` is as of a
    match.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    slug: Annotated[str, Meta(pattern=r"^[-a-zA-Z0-9_]{1,60}$")]
    created_at: Moment
    history_is_open: bool = False
    confirm: Small = 0
    correction_hours: Annotated[int, Meta(ge=0, le=8760)] | None = None
    one_device_one_seat: bool = False
    guests_rank: bool = True
    all_time: Annotated[str, Meta(pattern=r"^(wins|places)$")] = "wins"
    grace_minutes: Annotated[int, Meta(ge=0, le=120)] = 10
    time_zone: Annotated[str, Meta(max_length=64)] = ""
    language: Annotated[str, Meta(max_length=12)] = ""
    sharing: Annotated[str, Meta(pattern=r"^(off|organisers|members)$")] = "members"
    links_expire: bool = True
    chances: Annotated[str, Meta(pattern=r"^(off|match|wall)$")] = "match"
    recap_page: bool = False
    has_comments: bool = False
    photos: Annotated[str, Meta(pattern=r"^(off|members|guests)$")] = "off"
    colour: Annotated[str, Meta(pattern=r"^(#[0-9a-f]{6})?$")] = ""
    terms: dict[Short, Name] = {}
    house_rules: dict[Short, Json] = {}
    logo_png: Annotated[bytes, Meta(max_length=100_000)] = b""


class Cover(Line):
    """`archive.json`: a description of the archive. `season` is the name of the season if the archive contains only
    one.

    `counts` are the numbers of lines of each member file, and of entries. `parts` are the digests that `digest` was
    computed from, `rules` the versions of the rules by which the figures were computed.
    """

    format: int
    program: str
    made_at: Moment
    club: ClubFacts
    counts: dict[str, int]
    digest: str
    parts: dict[str, str]
    rules: dict[str, str]
    season: str | None = None


class FormerNameLine(Line):
    name: Name
    until: Moment
    nickname: Short = ""


class Gone(Line):
    """An attendance that a merge of two players deleted, because both had one for the night."""

    night: Ref
    player: Ref
    state: Came
    host: Ref | None = None
    expected_at: Moment | None = None
    arrived_at: Moment | None = None
    left_at: Moment | None = None


class MergeLine(Line):
    """A merge of two players. `moved` are the rows that were assigned to the other player, by relation; `called` is the
    former name that the merge added.
    """

    into: Ref
    at: Moment
    moved: dict[str, list[Place]] = {}
    called: Place | None = None
    gone: list[Gone] = []
    undone_at: Moment | None = None


class PlayerLine(Line):
    """A player. `former` is the number of an anonymised player, `merged_into` the player who has these entries since a
    merge.
    """

    id: Ref
    name: Name
    created_at: Moment
    nickname: Short = ""
    initials: Annotated[str, Meta(max_length=4)] = ""
    colour: Annotated[str, Meta(pattern=r"^(green|red|blue|amber|violet|grey)?$")] = ""
    is_active: bool = True
    is_guest: bool = False
    former: Small | None = None
    merged_into: Ref | None = None
    former_names: list[FormerNameLine] = []
    merges: list[MergeLine] = []


class SeasonLine(Line):
    id: Ref
    name: Name
    starts_on: date
    ends_on: date
    schemes: Json = {}
    closed_at: Moment | None = None


class AttendanceLine(Line):
    player: Ref
    state: Came
    host: Ref | None = None
    expected_at: Moment | None = None
    arrived_at: Moment | None = None
    left_at: Moment | None = None


class AnswerLine(Line):
    """A player’s answer to a night; `number` is the position of a yes among all yeses."""

    player: Ref
    answer: Annotated[str, Meta(pattern=r"^(yes|maybe|no)$")]
    answered_at: Moment
    note: Annotated[str, Meta(max_length=120)] = ""
    guests: Annotated[str, Meta(max_length=200)] = ""
    arrives_after: Annotated[int, Meta(ge=0, le=600)] = 0
    number: Number | None = None


class CommentLine(Line):
    """A comment on the night or match that contains it, the oldest first."""

    player: Ref
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    written_at: Moment
    edited_at: Moment | None = None


class DrawChangeLine(Line):
    kind: Annotated[str, Meta(pattern=r"^(swap|seated|out)$")]
    player: Ref
    made_at: Moment
    other: Ref | None = None


class DrawLine(Line):
    """The seats of a draw; a draw that was withdrawn has the reason."""

    game: Short
    tables: Annotated[list[Annotated[list[Ref], Meta(max_length=100)]], Meta(max_length=100)]
    drawn_at: Moment
    resting: list[Ref] = []
    first_jacks: list[Ref] = []
    answers: Json = {}
    dealt_at: Moment | None = None
    withdrawn_at: Moment | None = None
    reason: Note = ""
    changes: list[DrawChangeLine] = []


class NightLine(Line):
    id: Ref
    starts_at: Moment
    season: Ref | None = None
    place: Annotated[str, Meta(max_length=80)] = ""
    name: Middle = ""
    note: Note = ""
    closed_at: Moment | None = None
    known_times: Literal["both", "start", "none"] = "both"
    answers_taken_at: Moment | None = None
    reminded_at: Moment | None = None
    called_off_at: Moment | None = None
    series: UUID | None = None
    places: Annotated[int, Meta(ge=1, le=32_767)] | None = None
    answers_close: Annotated[int, Meta(ge=0, le=10_080)] = 0
    moved_from: Moment | None = None
    reason: Annotated[str, Meta(max_length=80)] = ""
    attendance: list[AttendanceLine] = []
    draws: list[DrawLine] = []
    answers: list[AnswerLine] = []
    comments: list[CommentLine] = []


# The lines of an archive for matches and for what is derived from them.


class EntryLine(Line):
    """An entry as it was recorded; `by` is its author and device, `player` the person who joined the match with it,
    even if merged since. A null `payload` undoes the line.
    """

    id: UUID
    number: Number
    revision: Number
    version: Number
    kind: Short
    payload: Json | None
    recorded_at: Moment
    received_at: Moment
    player: Ref | None = None
    note: Note = ""
    by: Middle = ""


class ConfirmationLine(Line):
    """The statement of a seat, or of an organiser for all, about the complete sheet; `sheet` is the version of the
    newest entry they saw, `totals` are by seat.
    """

    kind: Annotated[str, Meta(pattern=r"^(confirmed|objected|settled|kept)$")]
    sheet: Number
    version: Number
    recorded_at: Moment
    totals: Annotated[list[int | None], Meta(max_length=100)] = []
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    player: Ref | None = None
    note: Note = ""
    by: Middle = ""
    withdrawn_at: Moment | None = None


class SubstitutionLine(Line):
    """From line `number` of the sheet on, `player` plays a seat in place of `instead_of`. With `takes_result` the
    result is theirs, and `seats` of the match name whose it is now.
    """

    seat: Annotated[int, Meta(ge=0, le=99)]
    number: Number
    player: Ref
    instead_of: Ref
    version: Number
    recorded_at: Moment
    takes_result: bool = False
    by: Middle = ""
    withdrawn_at: Moment | None = None


class MatchLine(Line):
    """A match. `uuid` is its id on the server it comes from; `seats` are who sits there now, late arrivals after the
    others. `season_chosen_at` is null where the date decided. `confirm` says who is asked to confirm: 0 nobody, 1 an
    opponent, 2 every seat. `figures` is the digest of its results; `record` is the open record of the current entries,
    null where they are no longer valid.
    """

    id: Ref
    uuid: UUID
    game: Short
    rule_version: Annotated[str, Meta(max_length=20)]
    start_seats: Annotated[int, Meta(ge=1, le=100)]
    seats: Annotated[list[Ref], Meta(max_length=100)]
    started_at: Moment
    version: Annotated[int, Meta(ge=0, le=1_000_000)]
    entries: list[EntryLine]
    figures: str
    options: Json = {}
    table: Annotated[str, Meta(max_length=40)] = ""
    night: Ref | None = None
    season: Ref | None = None
    season_chosen_at: Moment | None = None
    for_trophy: bool = True
    finished_at: Moment | None = None
    abandoned_at: Moment | None = None
    confirm: Annotated[int, Meta(ge=0, le=2)] = 0
    played_at: Moment | None = None
    confirmations: list[ConfirmationLine] = []
    substitutions: list[SubstitutionLine] = []
    comments: list[CommentLine] = []
    record: Raw = Raw(b"null")


class PhotoLine(Line):
    """The photo of a match's paper sheet: a JPEG in base64; one with metadata is encoded again on restore."""

    match: Ref
    image: Annotated[bytes, Meta(min_length=1, max_length=1_000_000)]
    recorded_at: Moment
    by: Middle = ""


class FixtureLine(Line):
    stage: Annotated[str, Meta(pattern=r"^(group|winners|losers|round)$")]
    round: Small
    number: Small
    players: list[Ref] = []
    match: Ref | None = None


class PullLine(Line):
    group: Small
    cards: dict[Ref, Annotated[str, Meta(max_length=4)]]
    recorded_at: Moment
    withdrawn_at: Moment | None = None


class ReseatLine(Line):
    is_kept: bool
    decided_at: Moment
    went_up: Ref | None = None
    went_down: Ref | None = None
    note: Note = ""


class LeaverLine(Line):
    player: Ref
    left_at: Moment
    withdrawn_at: Moment | None = None


class PlayoffLine(Line):
    id: Ref
    kind: Annotated[str, Meta(pattern=r"^(groups|knockout|round-robin)$")]
    game: Short
    started_at: Moment
    night: Ref | None = None
    advance: Counted = 1
    options: Json = {}
    for_trophy: bool = True
    called_off_at: Moment | None = None
    fixtures: list[FixtureLine] = []
    pulls: list[PullLine] = []
    reseats: list[ReseatLine] = []
    bottom: Counted | None = None
    leavers: list[LeaverLine] = []
    first_jacks: dict[Literal["winners", "losers"], Ref] = {}


class AwardLine(Line):
    """A trophy won by a match, by a play-off, or given by hand with a reason; withdrawn ones are included."""

    id: Ref
    player: Ref
    awarded_at: Moment
    match: Ref | None = None
    playoff: Ref | None = None
    night: Ref | None = None
    reason: Note = ""
    withdrawn_at: Moment | None = None
    withdrawn_because: Note = ""


class TrophyLine(Line):
    id: Ref
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    rule: Annotated[str, Meta(pattern=r"^(winner|loser|hand)$")]
    created_at: Moment
    game: Short = ""
    about: Annotated[str, Meta(max_length=200)] = ""
    counts_from: Moment | None = None
    retired_at: Moment | None = None
    awards: list[AwardLine] = []


class TagLine(Line):
    """A call-out that was added by hand."""

    id: Ref
    match: Ref
    round: Small
    term: Short
    tagged_at: Moment
    player: Ref | None = None
    removed_at: Moment | None = None
