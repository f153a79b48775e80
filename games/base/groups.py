"""Groups of one night that play in parallel: plans by which all tables play equally long (DD-45)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.base.display import Screen
from games.base.results.playoff_options import FirstDeal


@dataclass(frozen=True)
class Plan:
    """What several tables agree on so that all play equally long.

    `figure` is the number it is chosen by (in Dirty Dog the largest hand) and `words` its label; `description` says how
    it runs, `first` what each player is dealt first, and `cards` is the number of cards round by round.
    """

    key: str
    figure: int
    words: str
    description: str
    first: str
    cards: Sequence[int]


class Groups:
    """How a game is played at several tables of one night; `sizes` are the numbers of players at each table."""

    # The largest group, and the largest where the table explicitly agrees to more.
    most: int
    agreed: int

    @property
    def question(self) -> str:
        """The question that settles who deals first at a table where no previous winner sits."""
        raise NotImplementedError

    def warning(self, sizes: Sequence[int]) -> str:
        """Return what is unusual about groups of these sizes; "" if nothing is."""
        raise NotImplementedError

    def plans(self, sizes: Sequence[int]) -> Sequence[Plan]:
        """Return the plans that tables of these sizes may choose from."""
        raise NotImplementedError

    def usual(self, offered: Sequence[Plan], stages: int) -> Plan:
        """Return the plan proposed for an evening with this many stages."""
        raise NotImplementedError

    def options(self, size: int, plan: Plan, first: FirstDeal) -> Any:
        """Return the engine's options of one table."""
        raise NotImplementedError

    def common(self, plan: Plan, largest: int) -> Any:
        """Return the engine's options that fit tables of any size up to `largest`."""
        raise NotImplementedError

    def roles(self, size: int, plan: Plan) -> Mapping[int, str]:
        """Return what is written next to seats, by seat number, when seat 0 deals first."""
        raise NotImplementedError

    def drawing(self, plan: Plan) -> Screen:
        """Return a chart of the plan."""
        raise NotImplementedError

    def dealt(self, sizes: Sequence[int], plan: Plan) -> str:
        """Return how often each player deals, in words."""
        raise NotImplementedError
