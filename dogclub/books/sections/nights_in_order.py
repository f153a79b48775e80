"""The nights of a book in order, each with its matches; matches without a night are grouped by day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import groupby
from uuid import UUID

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.models import Night
from clubs.models.calendar import evening
from dogclub.books.sections.book_request import Volume
from games.base.results.titles import table_order
from games.entries.match_state import MatchState, load_many, seats_of
from games.models import Match
from leagues.models import Fixture
from leagues.night_report.queries import STAGES

_READ = 16  # matches read at once


@dataclass(frozen=True)
class Evening:
    """The matches of a night or, where `night` is None, of a day."""

    day: date
    night: Night | None
    started_at: datetime
    matches: Sequence[UUID]

    @property
    def title(self) -> str:
        return self.night.title if self.night else evening(self.started_at)

    @property
    def date(self) -> str:
        return date_format(self.day, "j F Y")

    def states(self) -> Iterator[MatchState]:
        """Yield the matches by stage (groups before finals) and table, with public entries only."""
        for at in range(0, len(self.order), _READ):
            rows = Match.objects.select_related("club").in_bulk(self.order[at : at + _READ])
            some = [rows[pk] for pk in self.order[at : at + _READ]]
            yield from (state.public for state in load_many(some, seats_of(some)))

    @cached_property
    def order(self) -> list[UUID]:
        """The keys of the matches: groups before finals, then by table and time."""
        rows = list(Match.objects.filter(pk__in=self.matches))
        stages = dict(Fixture.objects.filter(match__in=rows).values_list("match", "stage"))
        rows.sort(key=lambda row: (-STAGES.index(stages.get(row.pk, "")), table_order(row), row.started_at, row.pk))
        return [row.pk for row in rows]


def evenings(volume: Volume) -> list[Evening]:
    """Return the evenings, oldest first, with the keys of their matches; two queries."""
    rows = list(volume.matches.order_by("started_at", "pk").values_list("pk", "night", "started_at"))
    nights = Night.objects.filter(matches__in=volume.matches).select_related("club", "season").distinct()
    known = {night.pk: night for night in nights}
    ordered = []
    for (night, _), group in groupby(sorted(rows, key=_place), key=lambda row: (row[1], row[1] or club_day(row[2]))):
        played = list(group)
        start = known[night].starts_at if night else played[0][2]
        ordered.append(Evening(club_day(start), known.get(night), start, [pk for pk, _, _ in played]))
    return sorted(ordered, key=lambda each: (each.started_at, each.night.pk if each.night else 0))


def _place(row: tuple[UUID, int | None, datetime]) -> tuple[int, str, datetime, UUID]:
    """The sort key that puts the matches of an evening together."""
    pk, night, started_at = row
    return night or 0, "" if night else club_day(started_at).isoformat(), started_at, pk


def to_come(volume: Volume) -> list[Night]:
    """Return the nights of the season after its last match that are not called off; none for a book of all seasons."""
    if volume.season is None:
        return []
    open_nights = volume.season.nights.filter(called_off_at=None).exclude(matches__in=volume.matches)
    last = volume.matches.order_by("-started_at").values_list("started_at", flat=True).first()
    return list(open_nights.filter(starts_at__gt=last).order_by("starts_at")) if last else []
