"""The sequence of ratings of a game, match by match, as pure functions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from scoring.competition.ratings import START, Estimate, rated

Key = tuple[UUID, int]  # (match, player)


class RatedSeat(NamedTuple):
    """A player's seat at a finished match: when it ended, and the place."""

    match: UUID
    at: datetime
    player: int
    place: int


class Step(NamedTuple):
    """The estimate of a player after a match; `number` counts the player's matches of the game from 1."""

    match: UUID
    at: datetime
    player: int
    number: int
    mu: float
    sigma: float

    @property
    def key(self) -> Key:
        return self.match, self.player


@dataclass(frozen=True, slots=True)
class Before:
    """The number of matches and the estimate of a player before a match."""

    number: int = 0
    estimate: Estimate = START


def rate_matches(known: dict[int, Before], seats: Iterable[RatedSeat]) -> Iterator[Step]:
    """Yield the estimates after each match. `seats` are in the order in which the matches ended; `known` are the
    estimates before the first.
    """
    now = dict(known)
    for _, group in groupby(seats, key=lambda seat: seat.match):
        for step in steps(now, list(group)):
            now[step.player] = Before(step.number, Estimate(step.mu, step.sigma))
            yield step


def steps(known: dict[int, Before], seats: Sequence[RatedSeat]) -> list[Step]:
    """Return the estimates after one match; [] if only one player sat at it."""
    if len(seats) < 2:
        return []
    before = [known.get(each.player, Before()) for each in seats]
    after = rated([each.estimate for each in before], [each.place for each in seats])
    return [
        Step(each.match, each.at, each.player, was.number + 1, now.mu, now.sigma)
        for each, was, now in zip(seats, before, after, strict=True)
    ]
