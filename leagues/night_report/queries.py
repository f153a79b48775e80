"""The rows of a night report, read with as many queries for one table as for twenty."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from clubs.calendar.nights import is_late, late_by
from clubs.models import Attendance, Night, Player
from games.base.entry.names import shortened
from games.base.results.titles import table_order
from games.entries.match_state import MatchState, load_many, seats_of
from games.models import Match, Tag
from games.registry import TABLE_GAMES
from leagues.models import Award, CutPull, Fixture, Playoff, PlayoffLeaver
from leagues.playoffs import state as playoff_state
from leagues.playoffs.unfinished import left_to_play, unfinished
from leagues.playoffs.wording import not_in_the_finals
from leagues.trophies.of_night import Before, before_each, last_of_each

STAGES = (Fixture.Stage.WINNERS, Fixture.Stage.LOSERS, "", Fixture.Stage.ROUND, Fixture.Stage.GROUP)
_GAMES = [game.key for game in TABLE_GAMES]


@dataclass(frozen=True)
class Rows:
    """The rows of a night. `states` are the public match states in order of importance, `before` is by trophy, `after`
    is the next night of the club.
    """

    night: Night
    states: Sequence[MatchState]
    fixtures: dict[UUID, Fixture]
    awards: Sequence[Award]
    before: dict[int, Before]
    attendances: Sequence[Attendance]
    pulls: Sequence[CutPull]
    tags: Sequence[Tag]
    after: Night | None
    unfinished: Sequence[str] = ()
    sat_out: Sequence[str] = ()
    gone_before_finals: Collection[int] = ()

    @cached_property
    def names(self) -> dict[int, str]:
        """A short name for every player in the report, by key; no two of one night are the same."""
        short = shortened([player.label for player in self.players.values()])
        pairs = zip(self.players.values(), short, strict=True)
        return {player.pk: player.label if player.is_former else name for player, name in pairs}

    @cached_property
    def players(self) -> dict[int, Player]:
        """Every player whom the report can name, by key."""
        by_id = {seat.player_id: seat.player for state in self.states for seat in state.seats}
        by_id |= {award.player_id: award.player for award in self.awards}
        by_id |= {before.player.pk: before.player for before in self.before.values() if before.player}
        for each in self.attendances:
            by_id |= {who.pk: who for who in (each.player, each.host) if who}
        return by_id

    def stage(self, match: Match) -> str:
        """Return the stage of the match in a play-off; "" if it is in none."""
        fixture = self.fixtures.get(match.pk)
        return fixture.stage if fixture else ""


def read(night: Night) -> Rows:
    """Read the rows of the night."""
    matches = list(night.matches.select_related("club").order_by("started_at", "pk"))
    rows = Fixture.objects.filter(match__night=night).select_related("playoff")
    fixtures = {each.match_id: each for each in rows if each.match_id}
    awards = last_of_each(night)
    decisive = {award.match_id for award in awards}
    ordered = sorted(matches, key=lambda match: _rank(match, fixtures.get(match.pk), is_decisive=match.pk in decisive))
    return Rows(
        night=night,
        states=[state.public for state in load_many(ordered, seats_of(ordered))],
        fixtures=fixtures,
        awards=awards,
        before=before_each(awards),
        attendances=list(night.attendances.select_related("player", "host")),
        pulls=list(CutPull.objects.filter(playoff__night=night, withdrawn_at=None)),
        tags=list(Tag.objects.filter(match__night=night, removed_at=None).select_related("player", "match")),
        after=_next(night),
        unfinished=[sentence for playoff in unfinished(night) for sentence in left_to_play(playoff)],
        sat_out=_sat_out(night),
        gone_before_finals=_gone(night) if fixtures else (),
    )


def _sat_out(night: Night) -> list[str]:
    """Return a sentence about those who played at no final table; sheets are read only for play-offs that have such
    players.
    """
    rows = night.playoffs.filter(Q(bottom__isnull=False) | Q(leavers__withdrawn_at=None, leavers__isnull=False))
    playoffs = rows.filter(kind=Playoff.Kind.GROUPS, called_off_at=None).distinct()
    return [sentence for playoff in playoffs for sentence in not_in_the_finals(playoff_state.read(playoff))]


def _gone(night: Night) -> set[int]:
    """Return the players who left after the groups; `_sat_out` already says so."""
    rows = PlayoffLeaver.objects.filter(playoff__night=night, withdrawn_at=None)
    return {*rows.values_list("player", flat=True)}


def _rank(match: Match, fixture: Fixture | None, *, is_decisive: bool) -> tuple[object, ...]:
    """Return the sort key of importance: finished matches first, then by stage with the finals first, by game, and then
    those that decided a trophy.
    """
    stage = STAGES.index(fixture.stage) if fixture else 2
    return (match.finished_at is None, stage, _GAMES.index(match.game), not is_decisive, table_order(match))


def _next(night: Night) -> Night | None:
    later = Night.objects.filter(club=night.club_id, starts_at__gt=night.starts_at, called_off_at=None)
    return later.order_by("starts_at").first()


def minutes_late(night: Night, attendance: Attendance) -> int | None:
    """Return the minutes; None for players on time or if the times of the night are not known, 0 if late without a time
    of arrival.
    """
    if not night.has_times:
        return None
    if attendance.arrived_at and is_late(night, attendance.arrived_at):
        return late_by(night, attendance.arrived_at)
    return 0 if attendance.state == Attendance.State.LATE and not attendance.arrived_at else None


def clock(rows: Rows) -> str:
    """Return the time of day when the last match was over; "" if unknown."""
    if not rows.night.has_times:
        return ""
    ended = max((state.match.finished_at for state in rows.states if state.match.finished_at), default=None)
    return f"{timezone.localtime(ended):%H:%M}" if ended else ""
