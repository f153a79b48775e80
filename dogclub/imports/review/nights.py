"""The nights of imported matches: the club's night on the same day, or a new one."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.utils import timezone

from clubs.calendar.seasons import Span, span_holding, spans_of
from clubs.club_day import club_day
from clubs.models import Attendance, Club, Night
from games.models import Match

LONG = timedelta(hours=6)  # assumed length of a night in the past


class Evenings:
    """Assigns matches to nights and seasons; two queries at the start, and new nights are saved together."""

    def __init__(self, club: Club, season: int | None = None) -> None:
        """`season` is the key of the season chosen for all matches; their nights keep the season of their day."""
        self._club, self._season, self._now = club, season, timezone.now()
        self._spans: Sequence[Span] = spans_of(club)
        nights = club.nights.filter(called_off_at=None).order_by("-starts_at", "-pk")
        self._nights: dict[date, Night] = {_day(night): night for night in nights}
        self._new: dict[date, Night] = {}
        self._came: dict[date, set[int]] = {}
        self._without_hour: set[date] = set()
        self._placed: list[tuple[Match, date]] = []
        self.made: dict[str, list[int]] = {}

    def place(self, match: Match, name: str, players: Sequence[int], *, has_hour: bool) -> None:
        """Set the match's season and remember its night; `players` attend a night that is created for it.
        `has_hour`: whether the file has more of its start than the day.
        """
        day = club_day(match.started_at)
        span = span_holding(self._spans, match.started_at)
        by_day = span.season if span else None
        match.season_id = self._season or by_day
        match.season_chosen_at = self._now if self._season else None
        if day not in self._nights:
            night = Night(club=self._club, season_id=by_day, starts_at=match.started_at, name=name)
            self._nights[day] = self._new[day] = night
        if day in self._new:
            self._new[day].starts_at = min(self._new[day].starts_at, match.started_at)
            self._came.setdefault(day, set()).update(players)
            if not has_hour:
                self._without_hour.add(day)
        self._placed.append((match, day))

    def save(self) -> None:
        """Save the new nights with their attendance, before the matches; `made` then has the keys of both, for an
        undo.
        """
        for day, night in self._new.items():
            if night.starts_at + LONG < self._now:
                night.closed_at = night.starts_at + LONG
                night.known_times = Night.KnownTimes.NONE if day in self._without_hour else Night.KnownTimes.START
        Night.objects.bulk_create(self._new.values(), batch_size=500)
        came = Attendance.objects.bulk_create(
            (
                Attendance(night=self._new[day], player_id=player, arrived_at=self._new[day].starts_at)
                for day, people in self._came.items()
                for player in sorted(people)
            ),
            batch_size=500,
        )
        for match, day in self._placed:
            match.night = self._nights[day]
        self.made = {"nights": [night.pk for night in self._new.values()], "came": [each.pk for each in came]}


def _day(night: Night) -> date:
    return club_day(night.starts_at)
