"""Rows of the club as lines of an archive; the matches have a module of their own."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from clubs.models import Attendance, FormerName, Merge
from dogclub.archive.format import merge_log
from dogclub.archive.format.lines import (
    AttendanceLine,
    AwardLine,
    FixtureLine,
    FormerNameLine,
    MergeLine,
    NightLine,
    PlayerLine,
    PlayoffLine,
    PullLine,
    ReseatLine,
    SeasonLine,
    TagLine,
    TrophyLine,
)
from dogclub.archive.format.refs import Refs
from leagues.models import Award, CutPull, Fixture, Reseat

Rows = dict[Any, list[Any]]


def _by(rows: Any, field: str) -> Rows:
    """One query: the rows by what they stand in."""
    groups: Rows = defaultdict(list)
    for row in rows:
        groups[getattr(row, field)].append(row)
    return groups


def players(refs: Refs) -> Iterator[PlayerLine]:
    club = refs.scope.club
    names = _by(FormerName.objects.filter(player__club=club).order_by("until", "pk"), "player_id")
    merges = _by(Merge.objects.filter(source__club=club).order_by("at", "pk"), "source_id") if _is_whole(refs) else {}
    for row in refs.scope.players:
        yield PlayerLine(
            id=refs.players[row.pk],
            name=row.name,
            nickname=row.nickname,
            initials=row.initials,
            colour=row.colour,
            is_active=row.is_active,
            is_guest=row.is_guest,
            created_at=row.created_at,
            former=row.former,
            merged_into=refs.players[row.merged_into_id] if row.merged_into_id else None,
            former_names=[
                FormerNameLine(name=old.name, nickname=old.nickname, until=old.until) for old in names[row.pk]
            ],
            merges=_merges(merges.get(row.pk, []), refs),
        )


def _is_whole(refs: Refs) -> bool:
    """A merge moved rows of the whole club: a season alone cannot take it apart again."""
    return refs.scope.season is None


def _merges(rows: list[Merge], refs: Refs) -> list[MergeLine]:
    return [merge_log.written(row, refs) for row in rows]


def seasons(refs: Refs) -> Iterator[SeasonLine]:
    for row in refs.scope.seasons:
        yield SeasonLine(
            id=refs.seasons[row.pk],
            name=row.name,
            starts_on=row.starts_on,
            ends_on=row.ends_on,
            schemes=row.schemes,
            closed_at=row.closed_at,
        )


def nights(refs: Refs) -> Iterator[NightLine]:
    order = {key: place for place, key in enumerate(refs.attendances)}
    came = _by(sorted(refs.scope.attendances, key=lambda row: order[row.pk]), "night_id")
    for row in refs.scope.nights:
        yield NightLine(
            id=refs.nights[row.pk],
            starts_at=row.starts_at,
            season=refs.seasons.get(row.season_id),
            place=row.place,
            name=row.name,
            note=row.note,
            closed_at=row.closed_at,
            called_off_at=row.called_off_at,
            attendance=[_attendance(each, refs) for each in came[row.pk]],
        )


def _attendance(row: Attendance, refs: Refs) -> AttendanceLine:
    return AttendanceLine(
        player=refs.players[row.player_id],
        state=row.state,
        host=refs.players[row.host_id] if row.host_id else None,
        expected_at=row.expected_at,
        arrived_at=row.arrived_at,
        left_at=row.left_at,
    )


def playoffs(refs: Refs) -> Iterator[PlayoffLine]:
    of: Any = {"playoff__in": list(refs.playoffs)}
    fixtures = _by(Fixture.objects.filter(**of).order_by("stage", "round", "number"), "playoff_id")
    pulls = _by(CutPull.objects.filter(**of).order_by("recorded_at", "pk"), "playoff_id")
    reseats = _by(Reseat.objects.filter(**of).order_by("decided_at", "pk"), "playoff_id")
    for row in refs.scope.playoffs:
        yield PlayoffLine(
            id=refs.playoffs[row.pk],
            kind=row.kind,
            game=row.game,
            night=refs.nights[row.night_id] if row.night_id else None,
            advance=row.advance,
            options=row.options,
            for_trophy=row.for_trophy,
            started_at=row.started_at,
            called_off_at=row.called_off_at,
            fixtures=[_fixture(each, refs) for each in fixtures[row.pk]],
            pulls=[_pull(each, refs) for each in pulls[row.pk]],
            reseats=[_reseat(each, refs) for each in reseats[row.pk]],
        )


def _fixture(row: Fixture, refs: Refs) -> FixtureLine:
    return FixtureLine(
        stage=row.stage,
        round=row.round,
        number=row.number,
        players=[refs.players[key] for key in row.players],
        match=refs.matches[row.match_id] if row.match_id else None,
    )


def _pull(row: CutPull, refs: Refs) -> PullLine:
    cards = {refs.players[int(key)]: card for key, card in row.cards.items()}
    return PullLine(group=row.group, cards=cards, recorded_at=row.recorded_at, withdrawn_at=row.withdrawn_at)


def _reseat(row: Reseat, refs: Refs) -> ReseatLine:
    return ReseatLine(
        went_up=refs.players[row.went_up_id] if row.went_up_id else None,
        went_down=refs.players[row.went_down_id] if row.went_down_id else None,
        is_kept=row.is_kept,
        note=row.note,
        decided_at=row.decided_at,
    )


def trophies(refs: Refs) -> Iterator[TrophyLine]:
    by_trophy = _by(refs.scope.awards, "trophy_id")
    for row in refs.scope.trophies:
        yield TrophyLine(
            id=refs.trophies[row.pk],
            game=row.game,
            name=row.name,
            rule=row.rule,
            about=row.about,
            created_at=row.created_at,
            counts_from=row.counts_from,
            retired_at=row.retired_at,
            awards=[_award(each, refs) for each in by_trophy[row.pk]],
        )


def _award(row: Award, refs: Refs) -> AwardLine:
    return AwardLine(
        id=refs.awards[row.pk],
        player=refs.players[row.player_id],
        match=refs.matches[row.match_id] if row.match_id else None,
        playoff=refs.playoffs[row.playoff_id] if row.playoff_id else None,
        night=refs.nights[row.night_id] if row.night_id else None,
        awarded_at=row.awarded_at,
        reason=row.reason,
        withdrawn_at=row.withdrawn_at,
        withdrawn_because=row.withdrawn_because,
    )


def tags(refs: Refs) -> Iterator[TagLine]:
    for row in refs.scope.tags:
        yield TagLine(
            id=refs.tags[row.pk],
            match=refs.matches[row.match_id],
            round=row.round,
            term=row.term,
            player=refs.players[row.player_id] if row.player_id else None,
            tagged_at=row.tagged_at,
            removed_at=row.removed_at,
        )
