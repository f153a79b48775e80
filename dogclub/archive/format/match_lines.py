"""The lines of an archive for matches and for what is derived from them."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Raw

from dogclub.archive.format.lines import (
    CommentLine,
    Counted,
    Json,
    Line,
    Middle,
    Moment,
    Note,
    Number,
    Ref,
    Short,
    Small,
)


class EntryLine(Line):
    """An entry as it was recorded; `by` is its author and device, `player` the person who joined the match with it."""

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
    """The statement of a seat, or of an organiser for all, about the complete sheet; `sheet` is the version of it they
    saw.
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


class MatchLine(Line):
    """A match. `figures` is the digest of its results; `record` is the open record, for other programs."""

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
    comments: list[CommentLine] = []
    record: Raw = Raw(b"null")


class PhotoLine(Line):
    """The photo of a match's paper sheet: a JPEG, in base64."""

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
