"""Estimates of players' strength from their places alone, with the uncertainty of each; openskill does the arithmetic.

The model is that of Bradley and Terry, everybody compared with everybody else at the table: a shared place counts as
half a win. (Plackett and Luce's gives three who share the first place less than the player who comes fourth. See ADR
14.)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryPart

TABLE = 100  # more than any table seats, so that all players of a match are compared
MODEL = BradleyTerryPart(window_size=TABLE)
CLEAR = 10.0  # an estimate with a larger spread is provisional; some twenty matches bring it below


@dataclass(frozen=True, slots=True)
class Estimate:
    """A normal distribution as openskill uses it: `mu` is the likely strength, `sigma` its standard deviation.

    >>> START.spread, START.cautious, START.is_provisional
    (16.666666666666668, 8.333333333333332, True)
    """

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def spread(self) -> float:
        """Half the 95 % interval: nineteen times in twenty the strength lies within this distance of `mu`."""
        return 2 * self.sigma

    @property
    def cautious(self) -> float:
        """The lower end of that interval, by which players are ranked, so that one who has hardly played cannot be on
        top.
        """
        return self.mu - self.spread

    @property
    def is_provisional(self) -> bool:
        """Whether the estimate is still too uncertain to mean much: its spread is above CLEAR."""
        return self.spread > CLEAR

    def __str__(self) -> str:
        """The strength with its spread, such as “27.1 ± 3.2”; it is never shown without one.

        >>> str(Estimate(27.06, 1.6))
        '27.1 ± 3.2'
        """
        return f"{self.mu:.1f} ± {self.spread:.1f}".replace("-", "\N{MINUS SIGN}")


START = Estimate()


def rated(before: Sequence[Estimate], places: Sequence[int]) -> list[Estimate]:
    """The estimates after a match, in the order of the seats; equal places are a tie. A single player's estimate stays
    as it is.

    >>> first, second = rated([START, START], [1, 2])
    >>> first.mu > START.mu > second.mu, first.sigma < START.sigma
    (True, True)
    >>> rated([START], [1]) == [START]
    True
    """
    if len(before) < 2:
        return list(before)
    teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    return [Estimate(after.mu, after.sigma) for (after,) in MODEL.rate(teams, ranks=[float(place) for place in places])]
