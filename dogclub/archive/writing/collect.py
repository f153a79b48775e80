"""Converts rows of the club into lines of an archive; matches are in match_lines.py."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from clubs.models import Attendance, FormerName, Merge, Night, NightAnswer, Player, Season
from dogclub.archive.format import merge_log
from dogclub.archive.format.alike import alike
from dogclub.archive.format.lines import (
    AnswerLine,
    AttendanceLine,
    DrawChangeLine,
    DrawLine,
    FormerNameLine,
    MergeLine,
    NightLine,
    PlayerLine,
    SeasonLine,
)
from dogclub.archive.format.match_lines import (
    AwardLine,
    FixtureLine,
    LeaverLine,
    PlayoffLine,
    PullLine,
    ReseatLine,
    TagLine,
    TrophyLine,
)
from dogclub.archive.format.refs import Refs
from dogclub.archive.writing.match_lines import comment_lines
from games.models import Tag
from leagues.models import (
    Award,
    CutPull,
    DrawChange,
    Fixture,
    NightDraw,
    Playoff,
    PlayoffLeaver,
    Reseat,
    Trophy,
)

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
    return [merge_log.written(row, refs) for row in rows]


def seasons(refs: Refs) -> Iterator[SeasonLine]:
    for row in refs.scope.seasons:
        yield SeasonLine(id=refs.seasons[row.pk], **alike(row, SeasonLine, Season))


def nights(refs: Refs) -> Iterator[NightLine]:
    """Yield the lines of all nights, with attendance, draws, answers and comments."""
    order = {key: place for place, key in enumerate(refs.attendances)}
    came = _by(sorted(refs.scope.attendances, key=lambda row: order[row.pk]), "night_id")
    draws = _by(NightDraw.objects.filter(night__in=list(refs.nights)).order_by("drawn_at", "pk"), "night_id")
    said = NightAnswer.objects.filter(night__in=list(refs.nights)).order_by("number", "answered_at", "pk")
    answers = _by(said, "night_id")
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
            **alike(row, PlayoffLine, Playoff),
        )


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
