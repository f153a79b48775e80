"""The sums of a game, match by match. Pure: what is read comes in, what should stand comes out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from scoring.competition.ratings import START, Estimate, rated

Key = tuple[UUID, int]  # a match and a player


class Sat(NamedTuple):
    """Who sat at a finished match, and how it ended for them."""

    match: UUID
    at: datetime
    player: int
    place: int


class Step(NamedTuple):
    """The estimate a match left a player with; `number` counts their matches of the game."""

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
class Known:
    """Where a player stands before a match."""

    number: int = 0
    estimate: Estimate = START


def walk(known: dict[int, Known], seats: Iterable[Sat]) -> Iterator[Step]:
    """The seats come match by match, in the order in which the matches ended; `known` is how players stood before."""
    now = dict(known)
    for _, group in groupby(seats, key=lambda sat: sat.match):
        for step in steps(now, list(group)):
            now[step.player] = Known(step.number, Estimate(step.mu, step.sigma))
            yield step


def steps(known: dict[int, Known], sat: Sequence[Sat]) -> list[Step]:
    """What one match does. Nobody is rated for having sat alone."""
    if len(sat) < 2:
        return []
    before = [known.get(each.player, Known()) for each in sat]
    after = rated([each.estimate for each in before], [each.place for each in sat])
    return [
        Step(each.match, each.at, each.player, was.number + 1, now.mu, now.sigma)
        for each, was, now in zip(sat, before, after, strict=True)
    ]
