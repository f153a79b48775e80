"""Contests that trophies are played for: a match, or a play-off, which counts as one match (HR-DD-14)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import QuerySet

from clubs.models import Club
from games.consequences.recipients import LOSER, NOBODY, WINNER, Takes, takers
from games.models import Match, Seat
from leagues.models import Award, Playoff
from leagues.models.trophy import Trophy


@dataclass(frozen=True)
class Contest:
    """`at` is when the contest ended, None if it has not or is not for a trophy; `takes` are player keys by the rule of
    the trophy.
    """

    club_id: int
    game: str
    at: datetime | None
    takes: Takes
    match_id: UUID | None = None
    playoff_id: int | None = None

    @property
    def key(self) -> tuple[UUID | None, int | None]:
        """The keys of the match and of the play-off; one of them is None."""
        return self.match_id, self.playoff_id

    def awards(self) -> QuerySet[Award]:
        """Return all awards of the contest, including withdrawn ones."""
        return Award.objects.filter(match=self.match_id, playoff=self.playoff_id).order_by("pk")

    def due(self, trophies: Sequence[Trophy]) -> list[tuple[int, int]]:
        """Return (trophy key, player key) for each award that the contest gives."""
        if self.at is None:
            return []
        counted = [trophy for trophy in trophies if trophy.game == self.game and trophy.counts(self.at)]
        return [(trophy.pk, player) for trophy in counted for player in self.takes[trophy.rule]]


def of_match(match: Match, takes: Takes) -> Contest:
    """Return the match as a contest."""
    at = match.finished_at if match.for_trophy else None
    return Contest(match.club_id, match.game, at, takes if at else NOBODY, match_id=match.pk)


def of_playoff(playoff: Playoff) -> Contest:
    """Return the play-off as a contest."""
    at = playoff.finished_at if playoff.for_trophy else None
    takes: Takes = {WINNER: _one(playoff.winner_id), LOSER: _one(playoff.loser_id)}
    return Contest(playoff.club_id, playoff.game, at, takes if at else NOBODY, playoff_id=playoff.pk)


def of_club(club: Club) -> Iterator[Contest]:
    """Yield all matches, then all play-offs, each in the order in which they ended; those that have not ended give no
    award.
    """
    played = club.matches.order_by("finished_at", "pk")
    fields = ("match_id", "player_id", "place", "is_winner", "is_loser")
    rows = Seat.objects.filter(match__club=club, match__for_trophy=True).order_by("match_id")
    seats = {
        key: takers(list(group))
        for key, group in groupby(rows.values_list(*fields, named=True), key=lambda row: row.match_id)
    }
    yield from (of_match(match, seats.get(match.pk, NOBODY)) for match in played)
    yield from (of_playoff(playoff) for playoff in club.playoffs.order_by("finished_at", "pk"))


def _one(player: int | None) -> tuple[int, ...]:
    return (player,) if player else ()
