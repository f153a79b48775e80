"""What a game does that can say how a match is likely to end: its curve from the entries, and its rounds in words."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from clubs.language.locales import grouped
from games.base.display import Screen
from games.entries.match_state import MatchState
from scoring.turning import Chances

Json: TypeAlias = dict[str, Any]


class ForecastPoint(Struct, frozen=True):
    """After a round: by seat how likely it is to win and to finish last, of `TIMES`; None for seats nobody had yet.

    `out` cannot win any more and `safe` not finish last, by arithmetic. `key` is the same while nothing differs that
    the point hangs on.
    """

    key: str
    round: int
    win: list[int | None]
    last: list[int | None]
    out: list[int] = []
    safe: list[int] = []
    is_end: bool = False

    @property
    def chances(self) -> Chances:
        """To win, by seat; without seats nobody had yet."""
        return {seat: times for seat, times in enumerate(self.win) if times is not None}


class Chance(Struct, frozen=True):
    """A figure in per cent, or words where there is none; `note` says at which round, `is_certain` if by arithmetic."""

    figure: str = ""
    words: str = ""
    note: str = ""
    is_certain: bool = False

    @property
    def short(self) -> str:
        """The words where there is little room: `< 1 %`."""
        return self.words.replace("under", "<").replace("over", ">")


class Measured(Struct, frozen=True):
    """How good forecasts were that could be checked: how many, of how many matches, and by tenth what was said of
    winning and how often it happened, in per cent.
    """

    forecasts: int
    matches: int
    win: Sequence[tuple[float, float]]

    @property
    def checked(self) -> str:
        """How many forecasts, as people write it: `12,710`."""
        return grouped(self.forecasts)

    @property
    def example(self) -> tuple[int, int]:
        """Of those that said 70 to 80 %: the mean of what was said, and how often it happened."""
        said, happened = next(each for each in self.win if EXAMPLE <= each[0] < EXAMPLE + 10)
        return round(said), round(happened)

    @property
    def dots(self) -> list[tuple[float, float]]:
        """From the left and from the top, in per cent of a plot."""
        return [(said, round(100 - happened, 1)) for said, happened in self.win]


EXAMPLE = 70


class Forecasts:
    """How likely a match is to end one way or another, as far as the club's own matches say."""

    # Of how many matches a history must be to say anything, and how good forecasts were that could be checked.
    least: int
    measured: Measured

    def history(self, state: MatchState) -> Json:
        """What the club's matches said before this one began."""
        raise NotImplementedError

    def is_enough(self, past: Json) -> bool:
        """Whether a history says anything."""
        raise NotImplementedError

    def covers(self, past: Json, state: MatchState) -> bool:
        """Whether it says something of everybody who plays."""
        raise NotImplementedError

    def keys(self, state: MatchState) -> list[str]:
        """The keys of the points there should be."""
        raise NotImplementedError

    def curve(self, state: MatchState, past: Json, known: Sequence[ForecastPoint]) -> list[ForecastPoint]:
        """A point for each of these keys; of what is known those are kept whose keys still fit."""
        raise NotImplementedError

    def round_in_words(self, state: MatchState, number: int, seats: Sequence[int]) -> str:
        """What these seats did in a round."""
        raise NotImplementedError

    def on_wall(self, board: Screen, chances: Mapping[int, Chance]) -> Screen:
        """The board with everybody's chance to win, by seat."""
        raise NotImplementedError
