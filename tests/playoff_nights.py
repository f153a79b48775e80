"""Play-offs for tests, dealt and played through the ledger, whose totals the test chooses."""

from collections.abc import Mapping, Sequence
from typing import Any

from clubs.models import Club, Player
from games.models import Match
from leagues.models import Fixture, Playoff
from leagues.playoffs.deal import begin
from scoring.dirty_dog import Bids, Options, Tricks
from tests.factory import write

NAMES = ("Bea", "Otto", "Núria", "Łukasz", "Percy", "Gus", "Ines", "Sam", "Jo", "Hal", "Mabel", "Priya", "Una", "Vic")


def dogs(club: Club, count: int = 12) -> list[Player]:
    return [Player.objects.create(club=club, name=name) for name in NAMES[:count]]


def an_evening(club: Club, sizes: Sequence[int] = (6, 6), advance: int = 3, hands: int = 1, **about: Any) -> Playoff:
    """A play-off with its groups dealt and nothing played; every hand has five cards."""
    crowd = dogs(club, sum(sizes))
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    groups = [crowd[start : start + size] for start, size in zip(starts, sizes, strict=True)]
    return begin(club, None, "dirty-dog", groups, advance, Options(plan=(5,) * hands), **about)


def table(playoff: Playoff, stage: str, number: int = 1) -> Match:
    """The match at this table of the play-off."""
    match = Fixture.objects.get(playoff=playoff, stage=stage, number=number).match
    assert match is not None
    return match


def play(match: Match, took: Sequence[int], bid: Mapping[int, int] | None = None) -> Match:
    """Record one hand: every seat bids 0 except those in `bid`; `took` are the tricks by seat, five in all."""
    order = [*range(1, len(took)), 0] if match.options.get("first_dealer", 0) == 0 else _order(match, len(took))
    bids = {seat: (bid or {}).get(seat, 0) for seat in order}
    return write(match, [Bids(bids), Tricks(dict(enumerate(took)))])


def _order(match: Match, seats: int) -> list[int]:
    first = match.options["first_dealer"]
    return [(first + step) % seats for step in range(1, seats + 1)]


def totals(match: Match) -> list[int]:
    """The totals by seat."""
    return [seat.total for seat in match.seats.order_by("position")]
