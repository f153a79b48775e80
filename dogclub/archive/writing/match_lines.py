"""Converts matches into lines of an archive, a few at a time: every revision, and the open record for other
programs.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from msgspec import Raw

from clubs.models import Club, User
from dogclub.archive.format.alike import alike
from dogclub.archive.format.lines import CommentLine
from dogclub.archive.format.match_lines import ConfirmationLine, EntryLine, MatchLine, PhotoLine
from dogclub.archive.format.refs import Refs
from games.entries.confirmation import confirmations_of
from games.entries.match_state import MatchState, load_many, read
from games.models import Comment, Confirmation, Entry, Match, SheetPhoto
from scoring.base import RuleError
from scoring.records import to_record

AT_ONCE = 60
GONE = "Somebody who has left"
ENCODER = msgspec.json.Encoder(order="deterministic")


class Remarks(NamedTuple):
    """Confirmations and comments of a match."""

    confirmations: Sequence[Confirmation]
    comments: list[CommentLine]


def matches(refs: Refs, fingerprints: Mapping[UUID, str]) -> Iterator[MatchLine]:
    """Yield the lines of the matches; `fingerprints` are their digests by key."""
    people = names_in(refs.scope.club)
    rows = refs.scope.matches
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        confirmations = confirmations_of(some)
        comments = comment_lines(refs, match__in=some)
        for state in load_many(some):
            key = state.match.pk
            remarks = Remarks(confirmations.get(key, []), comments.get(key, []))
            yield _match(state, remarks, refs, fingerprints[key], people)


def names_in(club: Club) -> dict[int, str]:
    """Return the names of the club's accounts by key. An account without a name stays nameless: its address is never
    used.
    """
    return dict(User.objects.filter(memberships__club=club).values_list("pk", "name"))


def _match(state: MatchState, remarks: Remarks, refs: Refs, fingerprint: str, people: Mapping[int, str]) -> MatchLine:
    row: Match = state.match
    return MatchLine(
        id=refs.matches[row.pk],
        uuid=row.pk,
        seats=[refs.players[seat.player_id] for seat in state.seats],
        night=refs.nights[row.night_id] if row.night_id else None,
        season=refs.seasons.get(row.season_id),
        confirmations=[_confirmation(each, refs, people) for each in remarks.confirmations] if row.confirm else [],
        comments=remarks.comments,
        entries=entries(state.history, refs, people),
        figures=fingerprint,
        record=record(state),
        **alike(row, MatchLine, Match, played_at=row.played_at if row.confirm else None),
    )


def _confirmation(row: Confirmation, refs: Refs, people: Mapping[int, str]) -> ConfirmationLine:
    return ConfirmationLine(
        seat=row.position,
        player=refs.players[row.player_id] if row.player_id else None,
        by=_by(row, people),
        **alike(row, ConfirmationLine, Confirmation),
    )


def entries(history: Sequence[Entry], refs: Refs, people: Mapping[int, str]) -> list[EntryLine]:
    """Return the lines of all revisions."""
    return [
        EntryLine(
            id=row.pk,
            player=refs.players[row.player_id] if row.player_id else None,
            by=_by(row, people),
            **alike(row, EntryLine, Entry),
        )
        for row in history
    ]


def photos(refs: Refs) -> Iterator[PhotoLine]:
    """Yield the photos, with one image in memory at a time."""
    people = names_in(refs.scope.club)
    for row in refs.scope.photos:
        image = bytes(SheetPhoto.objects.values_list("image", flat=True).get(pk=row.pk))
        yield PhotoLine(match=refs.matches[row.match_id], image=image, recorded_at=row.recorded_at, by=_by(row, people))


def _by(row: Entry | Confirmation | SheetPhoto, people: Mapping[int, str]) -> str:
    """Return who recorded the row, and on which device, as the history of a match shows it; at most 60 characters."""
    name = people.get(row.recorded_by_id, GONE) if row.recorded_by_id else ""
    return ", ".join(filter(None, (name, row.device)))[:60]


def record(state: MatchState) -> Raw:
    """Return the open record without entries that nobody may see yet; null where the entries no longer fit the
    rules.
    """
    try:
        played = [read(state.engine, entry) for entry in state.shown]
        written = to_record(state.engine, state.names, state.match.start_seats, state.options, played)
    except RuleError:
        return Raw(b"null")
    return Raw(ENCODER.encode(written))


def comment_lines(refs: Refs, **about: Any) -> Mapping[Any, list[CommentLine]]:
    """Return comments by the key of their night or match, oldest first. One query: `night__in=[…]` or
    `match__in=[…]`.
    """
    lines: dict[Any, list[CommentLine]] = defaultdict(list)
    for row in Comment.objects.filter(**about):
        line = CommentLine(player=refs.players[row.player_id], **alike(row, CommentLine, Comment))
        lines[row.night_id or row.match_id].append(line)
    return lines
