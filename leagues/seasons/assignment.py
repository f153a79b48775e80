"""The assignment of nights and matches to seasons, and what a change of seasons moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubs.calendar.seasons import Span, span_holding, spans_of
from clubs.models import Club, Night, Season
from clubs.queries import lock_club
from games.consequences import aggregates
from games.models import Match
from leagues import standings
from leagues.standings.results import first_schemes

DAY, USUAL = timedelta(days=1), timedelta(weeks=26)

Move = tuple[Any, int | None, Span | None]  # key of the night or match, its current season, the span it belongs to


@dataclass(frozen=True)
class Moves:
    """Nights and matches that are in another season than the one of their day, each as (key, current season, span of
    the right season or None).
    """

    nights: Sequence[Move] = field(default=())
    matches: Sequence[Move] = field(default=())

    def __bool__(self) -> bool:
        return bool(self.nights or self.matches)

    def into(self, season: int | None) -> tuple[int, int]:
        """Return how many (nights, matches) would be moved into this season."""
        return _count(self.nights, season), _count(self.matches, season)

    def out_of(self, season: int) -> tuple[int, int]:
        """Return how many (nights, matches) would be moved out of this season."""
        return sum(was == season for _, was, _ in self.nights), sum(was == season for _, was, _ in self.matches)

    @property
    def seasons(self) -> set[int]:
        """The seasons whose tables change."""
        seasons = {was for _, was, _ in self.matches} | {to.season for _, _, to in self.matches if to}
        return {season for season in seasons if season}


def _count(moves: Iterable[Move], season: int | None) -> int:
    return sum(to is not None and to.season == season for _, _, to in moves)


def moves(club: Club, spans: Sequence[Span]) -> Moves:
    """Return what would be moved if the club had these seasons; two queries. A match follows its night, or else its own
    day.

    Matches whose season was chosen by hand stay.
    """
    nights = club.nights.values_list("pk", "season", "starts_at")
    by_day = club.matches.filter(Q(season_chosen_at=None) | Q(season=None))
    matches = by_day.order_by("started_at").values_list("pk", "season", "night__starts_at", "started_at")
    return Moves(
        _moving(nights, spans),
        _moving(((pk, season, night or own) for pk, season, night, own in matches), spans),
    )


def _moving(rows: Iterable[tuple[Any, int | None, datetime]], spans: Sequence[Span]) -> list[Move]:
    placed = [(pk, season, span_holding(spans, when)) for pk, season, when in rows]
    return [(pk, was, to) for pk, was, to in placed if was != (to.season if to else None) or (to and not to.season)]


def spans_with(season: Season) -> list[Span]:
    """Return the club’s seasons as they would be with this one saved."""
    others = [span for span in spans_of(season.club) if span.season != season.pk]
    return [*others, Span(season.pk, season.starts_on, season.ends_on)]


@transaction.atomic
def save_season(season: Season) -> Moves:
    """Save the season, move nights and matches to the seasons of their days, and recompute the tables."""
    lock_club(season.club)
    season.save()
    moved = moves(season.club, spans_of(season.club))
    _write(Night, moved.nights)
    _write(Match, moved.matches)
    if moved.matches:
        aggregates.refresh(season.club, moved.seasons)
        standings.refresh(season.club, moved.seasons)
    return moved


def _write(model: Any, moved: Sequence[Move]) -> None:
    """Update the rows, in one statement for each season and 500 rows."""
    by_season: dict[int | None, list[Any]] = {}
    for pk, _, to in moved:
        by_season.setdefault(to.season if to else None, []).append(pk)
    for season, keys in by_season.items():
        for first in range(0, len(keys), 500):
            model.objects.filter(pk__in=keys[first : first + 500]).update(season=season)


@transaction.atomic
def delete_season(season: Season) -> None:
    """Delete the season with its tables; its nights and matches stay, without a season."""
    lock_club(season.club)
    season.delete()


def new_season(club: Club) -> Season:
    """Return an unsaved season with the schemes of the last one, without its card pulls, and with the same length; the
    club's first season counts by place.

    It begins after the last one ends, or today.
    """
    last = club.seasons.order_by("-starts_on").first()
    before = last.schemes if last else first_schemes()
    schemes = {
        game: {name: value for name, value in scheme.items() if name != "pulls"} for game, scheme in before.items()
    }
    first = max(timezone.localdate(), last.ends_on + DAY) if last else timezone.localdate()
    length = last.ends_on - last.starts_on if last else USUAL - DAY
    return Season(club=club, schemes=schemes, starts_on=first, ends_on=first + length)
