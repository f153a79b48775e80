"""Several tables of one night, side by side: what they agree on so that all play equally long (DD-45)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.base.display import Screen
from games.base.results.playoff_options import FirstDeal


@dataclass(frozen=True)
class Plan:
    """What several tables agree on so that all play equally long: `figure` and `words` to choose it by, `story` to say
    what was chosen, `first` what each is dealt first, `cards` round by round.
    """

    key: str
    figure: int
    words: str
    story: str
    first: str
    cards: Sequence[int]


class Groups:
    """How tables of one night play side by side; sizes are players at a table."""

    # How many may sit in a group, and how many where the table agrees outright.
    most: int
    agreed: int

    @property
    def asks(self) -> str:
        """What settles who deals first where no last winner sits."""
        raise NotImplementedError

    def warning(self, sizes: Sequence[int]) -> str:
        """What is unusual about such groups; "" where nothing is."""
        raise NotImplementedError

    def plans(self, sizes: Sequence[int]) -> Sequence[Plan]:
        """What tables of these sizes may agree on."""
        raise NotImplementedError

    def usual(self, offered: Sequence[Plan], stages: int) -> Plan:
        """Which of them is proposed for an evening of so many stages."""
        raise NotImplementedError

    def options(self, size: int, plan: Plan, first: FirstDeal) -> Any:
        """The engine's options of one table."""
        raise NotImplementedError

    def common(self, plan: Plan, largest: int) -> Any:
        """The engine's options of tables of any size up to the largest."""
        raise NotImplementedError

    def roles(self, size: int, plan: Plan) -> Mapping[int, str]:
        """What stands beside the chairs when chair 0 deals first."""
        raise NotImplementedError

    def drawing(self, plan: Plan) -> Screen:
        """A picture of the plan."""
        raise NotImplementedError

    def dealt(self, sizes: Sequence[int], plan: Plan) -> str:
        """Who deals how often, in words."""
        raise NotImplementedError
