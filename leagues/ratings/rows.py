"""Reading what ratings are computed from, and writing the rows that changed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from clubs.models import Player
from clubs.web.prepared_queries import Update
from games.models import Seat
from leagues.models import Rating
from leagues.ratings.chain import Before, Key, RatedSeat, Step
from scoring.competition.ratings import Estimate

MOVED = Update(Rating, "mu", "sigma")
AT_ONCE = 500


class Moment(NamedTuple):
    """The position of a match in the order of a game."""

    at: datetime
    match: UUID


class Stored(NamedTuple):
    """A stored row."""

    pk: int
    step: Step


def seats_since(club_id: int, game: str, since: Moment | None) -> list[RatedSeat]:
    """Return the seats of finished matches from this match on (None: all), in order."""
    rows = Seat.objects.filter(match__club=club_id, match__game=game, match__finished_at__isnull=False)
    if since:
        later = Q(match__finished_at__gt=since.at) | Q(match_id__gte=since.match)
        rows = rows.filter(later, match__finished_at__gte=since.at)
    seats = rows.order_by("match__finished_at", "match", "position").values_list(
        "match", "match__finished_at", "player", "place"
    )
    return [RatedSeat(match, at, player, place) for match, at, player, place in seats if at]


def stored_since(club_id: int, game: str, since: Moment | None) -> list[Stored]:
    """Return the stored rows from this match on (None: all), in order."""
    rows = Rating.objects.filter(club=club_id, game=game)
    if since:
        rows = rows.filter(Q(at__gt=since.at) | Q(match_id__gte=since.match), at__gte=since.at)
    return stored(rows)


def stored(rows: QuerySet[Rating]) -> list[Stored]:
    """Return these rows in the order of the matches."""
    values = rows.order_by("at", "match").values_list("pk", *Step._fields)
    return [Stored(pk, Step(*row)) for pk, *row in values]


def known_before(players: Collection[int], game: str, moment: Moment) -> dict[int, Before]:
    """Return the estimate of each player just before this match; one query."""
    earlier = Q(at__lt=moment.at) | Q(at=moment.at, match_id__lt=moment.match)
    rows = Rating.objects.filter(earlier, player=OuterRef("pk"), game=game).order_by("-number")
    last = Player._base_manager.filter(pk__in=players).annotate(last=Subquery(rows.values("pk")[:1])).values("last")
    values = Rating.objects.filter(pk__in=last).order_by().values_list("player", "number", "mu", "sigma")
    return {player: Before(number, Estimate(mu, sigma)) for player, number, mu, sigma in values}


@dataclass(frozen=True)
class Work:
    """The stored and the correct rows of a game (`stored` and `expected`), from some match on."""

    club_id: int
    game: str
    stored: Mapping[Key, Stored]
    expected: Mapping[Key, Step]

    @property
    def differing(self) -> list[Key]:
        """The keys of rows to change, add or delete."""
        keys = {**self.stored, **self.expected}
        return [key for key in keys if key not in self.stored or self.stored[key].step != self.expected.get(key)]

    def write(self) -> None:
        """Write only what differs. A row whose number changes is deleted and added again: numbers are unique."""
        differing = self.differing
        moved = [(self.stored[key].pk, self.expected[key]) for key in differing if self._keeps_place(key)]
        others = [key for key in differing if not self._keeps_place(key)]
        MOVED.run_all([{"pk": pk, "mu": step.mu, "sigma": step.sigma} for pk, step in moved])
        delete([self.stored[key].pk for key in others if key in self.stored])
        Rating.objects.bulk_create(self._row(self.expected[key]) for key in others if key in self.expected)

    def _keeps_place(self, key: Key) -> bool:
        """Whether only the estimate of the row changes."""
        return key in self.stored and key in self.expected and self.stored[key].step[:4] == self.expected[key][:4]

    def _row(self, step: Step) -> Rating:
        return Rating(
            club_id=self.club_id,
            game=self.game,
            player_id=step.player,
            match_id=step.match,
            at=step.at,
            number=step.number,
            mu=step.mu,
            sigma=step.sigma,
        )


def delete(keys: Sequence[int]) -> None:
    """Delete these rows, AT_ONCE in each statement."""
    for at in range(0, len(keys), AT_ONCE):
        Rating.objects.filter(pk__in=keys[at : at + AT_ONCE]).delete()
