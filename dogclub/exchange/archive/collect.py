"""Converts rows of the club into lines of an archive; matches are in match_lines.py."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import F
from msgspec import Raw

from clubs.models import Attendance, Club, FormerName, Merge, Night, NightAnswer, Player, Season, User
from dogclub.exchange.archive.lines import (
    AnswerLine,
    AttendanceLine,
    AwardLine,
    CommentLine,
    ConfirmationLine,
    DrawChangeLine,
    DrawLine,
    EntryLine,
    FixtureLine,
    FormerNameLine,
    LeaverLine,
    MatchLine,
    MergeLine,
    NightLine,
    PhotoLine,
    PlayerLine,
    PlayoffLine,
    PullLine,
    ReseatLine,
    SeasonLine,
    SubstitutionLine,
    TagLine,
    TrophyLine,
)
from dogclub.exchange.archive.refs import Refs, alike, written
from games.entries.confirmation import confirmations_of
from games.entries.match_state import MatchState, load_many, open_record
from games.models import Comment, Confirmation, Entry, Match, SheetPhoto, Substitution, Tag
from leagues.models import Award, CutPull, DrawChange, Fixture, NightDraw, Playoff, PlayoffLeaver, Reseat, Trophy
from scoring.base import RuleError

# Converts matches into lines of an archive, a few at a time: every revision, and the open record for other programs.


MATCHES_AT_ONCE = 60
GONE = "Somebody who has left"
ENCODER = msgspec.json.Encoder(order="deterministic")


class Remarks(NamedTuple):
    """Confirmations, substitutions and comments of a match."""

    confirmations: Sequence[Confirmation]
    substitutions: Sequence[Substitution]
    comments: list[CommentLine]


def matches(refs: Refs, fingerprints: Mapping[UUID, str]) -> Iterator[MatchLine]:
    """Yield the lines of the matches; `fingerprints` are their digests by key."""
    people = names_in(refs.scope.club)
    rows = refs.scope.matches
    for start in range(0, len(rows), MATCHES_AT_ONCE):
        some = rows[start : start + MATCHES_AT_ONCE]
        confirmations, substitutions = confirmations_of(some), _substitutions_of(some)
        comments = comment_lines(refs, match__in=some)
        for state in load_many(some):
            key = state.match.pk
            remarks = Remarks(confirmations.get(key, []), substitutions[key], comments.get(key, []))
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
        substitutions=[_substitution(each, refs, people) for each in remarks.substitutions],
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
        by=_author(row, people),
        **alike(row, ConfirmationLine, Confirmation),
    )


def _substitutions_of(matches: Sequence[Match]) -> Mapping[UUID, list[Substitution]]:
    """Return all substitutions by match, those taken back included; one query."""
    by_match: dict[UUID, list[Substitution]] = defaultdict(list)
    for row in Substitution.objects.filter(match__in=matches):
        by_match[row.match_id].append(row)
    return by_match


def _substitution(row: Substitution, refs: Refs, people: Mapping[int, str]) -> SubstitutionLine:
    return SubstitutionLine(
        seat=row.position,
        player=refs.players[row.player_id],
        instead_of=refs.players[row.instead_of_id],
        by=_author(row, people),
        **alike(row, SubstitutionLine, Substitution),
    )


def entries(history: Sequence[Entry], refs: Refs, people: Mapping[int, str]) -> list[EntryLine]:
    """Return the lines of all revisions."""
    return [
        EntryLine(
            id=row.pk,
            player=refs.players[row.player_id] if row.player_id else None,
            by=_author(row, people),
            **alike(row, EntryLine, Entry),
        )
        for row in history
    ]


def photos(refs: Refs) -> Iterator[PhotoLine]:
    """Yield the photos, with one image in memory at a time."""
    people = names_in(refs.scope.club)
    for row in refs.scope.photos:
        image = bytes(SheetPhoto.objects.values_list("image", flat=True).get(pk=row.pk))
        yield PhotoLine(
            match=refs.matches[row.match_id], image=image, recorded_at=row.recorded_at, by=_author(row, people)
        )


def _author(row: Entry | Confirmation | SheetPhoto | Substitution, people: Mapping[int, str]) -> str:
    """Return who recorded the row, and on which device, as the history of a match shows it; at most 60 characters."""
    name = people.get(row.recorded_by_id, GONE) if row.recorded_by_id else ""
    return ", ".join(filter(None, (name, row.device)))[:60]


def record(state: MatchState) -> Raw:
    """Return the open record without entries that nobody may see yet; null where the entries no longer fit the
    rules.
    """
    try:
        written = open_record(state)
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


Rows = dict[Any, list[Any]]


def _by(rows: Any, field: str) -> Rows:
    """Return the rows in groups by a foreign key; one query."""
    groups: Rows = defaultdict(list)
    for row in rows:
        groups[getattr(row, field)].append(row)
    return groups


def players(refs: Refs) -> Iterator[PlayerLine]:
    """Yield the lines of all players, including merged ones."""
    club = refs.scope.club
    names = _by(FormerName.objects.filter(player__club=club).order_by("until", "pk"), "player_id")
    merges = _by(Merge.objects.filter(source__club=club).order_by("at", "pk"), "source_id") if _is_whole(refs) else {}
    for row in refs.scope.players:
        yield PlayerLine(
            id=refs.players[row.pk],
            merged_into=refs.players[row.merged_into_id] if row.merged_into_id else None,
            former_names=[FormerNameLine(**alike(old, FormerNameLine, FormerName)) for old in names[row.pk]],
            merges=_merges(merges.get(row.pk, []), refs),
            **alike(row, PlayerLine, Player),
        )


def _is_whole(refs: Refs) -> bool:
    """Whether the archive is of the whole club, since a merge moved rows of all seasons and can only be undone
    there.
    """
    return refs.scope.season is None


def _merges(rows: list[Merge], refs: Refs) -> list[MergeLine]:
    return [written(row, refs) for row in rows]


def seasons(refs: Refs) -> Iterator[SeasonLine]:
    for row in refs.scope.seasons:
        yield SeasonLine(id=refs.seasons[row.pk], **alike(row, SeasonLine, Season))


def nights(refs: Refs) -> Iterator[NightLine]:
    """Yield the lines of all nights, with attendance, draws, answers and comments."""
    order = {key: place for place, key in enumerate(refs.attendances)}
    came = _by(sorted(refs.scope.attendances, key=lambda row: order[row.pk]), "night_id")
    draws = _by(NightDraw.objects.filter(night__in=list(refs.nights)).order_by("drawn_at", "pk"), "night_id")
    in_order = (F("number").asc(nulls_last=True), "answered_at", "pk")  # databases disagree about where a null belongs
    answers = _by(NightAnswer.objects.filter(night__in=list(refs.nights)).order_by(*in_order), "night_id")
    comments = comment_lines(refs, night__in=list(refs.nights))
    changes = _by(DrawChange.objects.filter(draw__night__in=list(refs.nights)).order_by("made_at", "pk"), "draw_id")
    for row in refs.scope.nights:
        yield NightLine(
            id=refs.nights[row.pk],
            season=refs.seasons.get(row.season_id),
            attendance=[_attendance(each, refs) for each in came[row.pk]],
            draws=[_draw(each, changes[each.pk], refs) for each in draws[row.pk]],
            answers=[_answer(each, refs) for each in answers[row.pk]],
            comments=comments.get(row.pk, []),
            **alike(row, NightLine, Night),
        )


def _attendance(row: Attendance, refs: Refs) -> AttendanceLine:
    return AttendanceLine(
        player=refs.players[row.player_id],
        host=refs.players[row.host_id] if row.host_id else None,
        **alike(row, AttendanceLine, Attendance),
    )


def _answer(row: NightAnswer, refs: Refs) -> AnswerLine:
    return AnswerLine(player=refs.players[row.player_id], **alike(row, AnswerLine, NightAnswer))


def _draw(row: NightDraw, changes: list[DrawChange], refs: Refs) -> DrawLine:
    return DrawLine(
        game=row.game,
        tables=[[refs.players[key] for key in table] for table in row.tables],
        resting=[refs.players[key] for key in row.resting],
        first_jacks=[refs.players[key] for key in row.first_jacks if key in refs.players],
        answers=row.answers,
        drawn_at=row.drawn_at,
        dealt_at=row.dealt_at,
        withdrawn_at=row.withdrawn_at,
        reason=row.reason,
        changes=[
            DrawChangeLine(
                kind=each.kind,
                player=refs.players[each.player_id],
                other=refs.players[each.other_id] if each.other_id else None,
                made_at=each.made_at,
            )
            for each in changes
        ],
    )


def playoffs(refs: Refs) -> Iterator[PlayoffLine]:
    """Yield the lines of all play-offs, with fixtures, card pulls, leavers and decisions about seats."""
    of: Any = {"playoff__in": list(refs.playoffs)}
    fixtures = _by(Fixture.objects.filter(**of).order_by("stage", "round", "number"), "playoff_id")
    pulls = _by(CutPull.objects.filter(**of).order_by("recorded_at", "pk"), "playoff_id")
    reseats = _by(Reseat.objects.filter(**of).order_by("decided_at", "pk"), "playoff_id")
    leavers = _by(PlayoffLeaver.objects.filter(**of).order_by("left_at", "pk"), "playoff_id")
    for row in refs.scope.playoffs:
        yield PlayoffLine(
            id=refs.playoffs[row.pk],
            night=refs.nights[row.night_id] if row.night_id else None,
            fixtures=[_fixture(each, refs) for each in fixtures[row.pk]],
            pulls=[_pull(each, refs) for each in pulls[row.pk]],
            reseats=[_reseat(each, refs) for each in reseats[row.pk]],
            leavers=[_leaver(each, refs) for each in leavers[row.pk]],
            **alike(row, PlayoffLine, Playoff, first_jacks=_first_jacks(row, refs)),
        )


def _first_jacks(row: Playoff, refs: Refs) -> dict[str, str]:
    return {stage: refs.players[key] for stage, key in row.first_jacks.items() if key in refs.players}


def _fixture(row: Fixture, refs: Refs) -> FixtureLine:
    players = [refs.players[key] for key in row.players]
    match = refs.matches[row.match_id] if row.match_id else None
    return FixtureLine(**alike(row, FixtureLine, Fixture, players=players, match=match))


def _pull(row: CutPull, refs: Refs) -> PullLine:
    cards = {refs.players[int(key)]: card for key, card in row.cards.items()}
    return PullLine(**alike(row, PullLine, CutPull, cards=cards))


def _leaver(row: PlayoffLeaver, refs: Refs) -> LeaverLine:
    return LeaverLine(player=refs.players[row.player_id], left_at=row.left_at, withdrawn_at=row.withdrawn_at)


def _reseat(row: Reseat, refs: Refs) -> ReseatLine:
    return ReseatLine(
        went_up=refs.players[row.went_up_id] if row.went_up_id else None,
        went_down=refs.players[row.went_down_id] if row.went_down_id else None,
        **alike(row, ReseatLine, Reseat),
    )


def trophies(refs: Refs) -> Iterator[TrophyLine]:
    by_trophy = _by(refs.scope.awards, "trophy_id")
    for row in refs.scope.trophies:
        yield TrophyLine(
            id=refs.trophies[row.pk],
            awards=[_award(each, refs) for each in by_trophy[row.pk]],
            **alike(row, TrophyLine, Trophy),
        )


def _award(row: Award, refs: Refs) -> AwardLine:
    return AwardLine(
        id=refs.awards[row.pk],
        player=refs.players[row.player_id],
        match=refs.matches[row.match_id] if row.match_id else None,
        playoff=refs.playoffs[row.playoff_id] if row.playoff_id else None,
        night=refs.nights[row.night_id] if row.night_id else None,
        **alike(row, AwardLine, Award),
    )


def tags(refs: Refs) -> Iterator[TagLine]:
    for row in refs.scope.tags:
        yield TagLine(
            id=refs.tags[row.pk],
            match=refs.matches[row.match_id],
            player=refs.players[row.player_id] if row.player_id else None,
            **alike(row, TagLine, Tag),
        )
