"""Base class of a game that forecasts how a match ends, and the points of a forecast curve."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from clubs.language.locales import grouped
from games.base.display import Screen
from games.entries.match_state import MatchState
from scoring.turning import Chances

Json: TypeAlias = dict[str, Any]


class ForecastPoint(Struct, frozen=True):
    """The forecast after a round: per seat how often it wins and finishes last in `TIMES` simulations; None for seats
    that were not taken yet.

    `out` lists seats that arithmetically cannot win any more, `safe` those that cannot finish last. `key` changes when
    the input of the forecast does.
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
        """How often each seat wins, by seat, without those not taken yet."""
        return {seat: times for seat, times in enumerate(self.win) if times is not None}


class Chance(Struct, frozen=True):
    """A chance in per cent, or words in its place; `note` names a round, `is_certain` says that it follows by
    arithmetic.
    """

    figure: str = ""
    words: str = ""
    note: str = ""
    is_certain: bool = False

    @property
    def short(self) -> str:
        """The words abbreviated for narrow places: `< 1 %`."""
        return self.words.replace("under", "<").replace("over", ">")


class Measured(Struct, frozen=True):
    """The measured accuracy of forecasts: the number of forecasts and matches checked.

    `win` holds a pair per tenth of the scale, in per cent: the mean forecast of a win, and how often it happened.
    """

    forecasts: int
    matches: int
    win: Sequence[tuple[float, float]]

    @property
    def checked(self) -> str:
        """The number of forecasts with a thousands separator: `12,710`."""
        return grouped(self.forecasts)

    @property
    def example(self) -> tuple[int, int]:
        """The mean of the forecasts of 70 to 80 %, and how often they came true, in whole per cent."""
        said, happened = next(each for each in self.win if EXAMPLE <= each[0] < EXAMPLE + 10)
        return round(said), round(happened)

    @property
    def dots(self) -> list[tuple[float, float]]:
        """The pairs of `win` as plot coordinates: per cent from the left and from the top."""
        return [(said, round(100 - happened, 1)) for said, happened in self.win]


EXAMPLE = 70


class Forecasts:
    """How a game forecasts the end of a match from the club's own earlier matches."""

    # The number of earlier matches that a forecast needs, and the measured accuracy of the forecasts.
    least: int
    measured: Measured

    def history(self, state: MatchState) -> Json:
        """Return what the forecast needs of the club's matches before this one, as JSON."""
        raise NotImplementedError

    def is_enough(self, past: Json) -> bool:
        """Whether a history is long enough for forecasts."""
        raise NotImplementedError

    def covers(self, past: Json, state: MatchState) -> bool:
        """Whether a history has enough about every player of the match."""
        raise NotImplementedError

    def keys(self, state: MatchState) -> list[str]:
        """Return the keys of the points that the curve should have."""
        raise NotImplementedError

    def curve(self, state: MatchState, past: Json, known: Sequence[ForecastPoint]) -> list[ForecastPoint]:
        """Return a point for each of the `keys`; points of `known` whose keys still match are reused."""
        raise NotImplementedError

    def round_in_words(self, state: MatchState, number: int, seats: Sequence[int]) -> str:
        """Return what these seats did in a round."""
        raise NotImplementedError

    def on_wall(self, board: Screen, chances: Mapping[int, Chance]) -> Screen:
        """Return the wall board with each player's chance to win added; `chances` is by seat."""
        raise NotImplementedError
