"""How strong somebody is thought to be, from places alone, and how far off that may be. openskill does the sums.

The model is Bradley and Terry's, everybody compared with everybody else at the table: to share a place is to have half
won. (Plackett and Luce's gives three who share the first place less than whoever comes fourth. See ADR 14.)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryPart

TABLE = 100  # everybody at the largest table there is, so that nobody is left out of the comparison
MODEL = BradleyTerryPart(window_size=TABLE)
CLEAR = 10.0  # a spread above this is mostly guessing; some twenty matches are needed to get below


@dataclass(frozen=True, slots=True)
class Estimate:
    """Normal, as openskill has it: `mu` is the likely strength, `sigma` how unsure one is of it.

    >>> START.spread, START.cautious, START.is_provisional
    (16.666666666666668, 8.333333333333332, True)
    """

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def spread(self) -> float:
        """Nineteen times in twenty the strength lies within this of `mu`."""
        return 2 * self.sigma

    @property
    def cautious(self) -> float:
        """What somebody has shown so far, at the least: who has hardly played cannot be on top."""
        return self.mu - self.spread

    @property
    def is_provisional(self) -> bool:
        return self.spread > CLEAR

    def __str__(self) -> str:
        """Never without how far off it may be.

        >>> str(Estimate(27.06, 1.6))
        '27.1 ± 3.2'
        """
        return f"{self.mu:.1f} ± {self.spread:.1f}".replace("-", "\N{MINUS SIGN}")


START = Estimate()


def rated(before: Sequence[Estimate], places: Sequence[int]) -> list[Estimate]:
    """The estimates after a match, in the order of the seats; equal places are a tie.

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
