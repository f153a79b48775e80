"""Groups of one night that play in parallel: plans by which all tables play equally long (DD-45)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.base.display import Screen

# How a play-off adapts a game's options: who may sit at its tables, and what the tables of a stage agree on.


Stakes = Literal["both", "bottom", "nothing"]


@dataclass(frozen=True)
class FirstDeal:
    """Who deals first at a table, and whether the first Jack decided it (DD-06, DD-07)."""

    seat: int
    by_jack: bool


class PlayoffOptions:
    """How a play-off adapts a game's options; by default it leaves them as agreed."""

    has_dealer = False

    def agreed(self, options: Any, sizes: Sequence[int]) -> Any:
        """Return the options for the whole evening, with everything that depends on the group sizes."""
        return options

    def table(self, options: Any, sizes: Sequence[int], first: FirstDeal, stakes: Stakes) -> Any:
        """Return the options of one table.

        `sizes` are all tables of the stage, so that all play the same hands; `stakes` says which ties are settled at
        the end: both ends', only the bottom's, or none.
        """
        return options

    def hands(self, options: Any) -> int:
        """Return how many hands a table plays; 0 for a game without a fixed number."""
        return 0

    def most(self, options: Any) -> int | None:
        """Return how many players may sit at a table; None to use the limit of the game's engine."""
        return None


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

    def plans(self, options: Any, sizes: Sequence[int]) -> Sequence[Plan]:
        """Return the plans that tables of these sizes may choose from, by the engine's options of the evening."""
        raise NotImplementedError

    def own(self, options: Any, sizes: Sequence[int], figure: int | None, hands: int) -> Plan:
        """Return the plan with this many hands, and with this figure if one was chosen. Raises Unreadable if these
        tables cannot play it.
        """
        raise NotImplementedError

    def usual(self, offered: Sequence[Plan], stages: int) -> Plan:
        """Return the plan proposed for an evening with this many stages."""
        raise NotImplementedError

    def options(self, options: Any, size: int, plan: Plan, first: FirstDeal) -> Any:
        """Return the engine's options of one table, from those that the evening plays by."""
        raise NotImplementedError

    def common(self, options: Any, plan: Plan, largest: int) -> Any:
        """Return the engine's options that fit tables of any size up to `largest`, from those of the evening."""
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
