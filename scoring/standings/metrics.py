"""What is asked when points are level: each metric is a key, a name, a sentence and one method.

A metric knows lines and who met whom; it must not know places, schemes or how a table is shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.standings.lines import Line
from scoring.standings.meetings import Meetings
from scoring.standings.points import WHOLE, rounded
from scoring.standings.scheme import Scheme


@dataclass(frozen=True)
class Metric(ABC):
    """`ahead` says of a name why it is above; `fewer` where the lower figure is; a figure is read in `unit`s."""

    key: str
    name: str
    asks: str
    ahead: str
    fewer: bool = False
    unit: int = 1

    @abstractmethod
    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        """What each of those who are level so far has to show."""


@dataclass(frozen=True)
class Counted(Metric):
    """A figure that stands in the line."""

    figure: str = ""

    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        return {line.player: getattr(line, self.figure) for line in level}


@dataclass(frozen=True)
class HighestTotal(Metric):
    key: str = "high"
    name: str = "Best total"
    asks: str = "Highest total of one match."
    ahead: str = "has the higher one"

    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        return {line.player: line.best or 0 for line in level}


@dataclass(frozen=True)
class AveragePlace(Metric):
    """In hundredths of a place."""

    key: str = "average"
    name: str = "Average place"
    asks: str = "Better average place."
    ahead: str = "has the better one"
    fewer: bool = True
    unit: int = WHOLE

    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        return {line.player: rounded(WHOLE * line.places, max(line.played, 1)) for line in level}


@dataclass(frozen=True)
class Meeting(Metric):
    """Between two: how often each was ahead. Between more: how often ahead, less how often behind."""

    key: str = "meetings"
    name: str = "Meetings"
    asks: str = "Who finished ahead more often when both played."
    ahead: str = "finished ahead more often"

    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        met = meetings([line.player for line in level])
        return {player: ahead - behind * (len(level) > 2) for player, (ahead, behind) in met.items()}


@dataclass(frozen=True)
class Pull(Metric):
    """The last resort; whoever has no card yet stands below whoever has one."""

    key: str = "pull"
    name: str = "Card pull"
    asks: str = "A card pull. Aces are high."
    ahead: str = "pulled the higher card"
    cards: Mapping[int, int] = field(default_factory=dict)

    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        return {line.player: self.cards.get(line.player, 0) for line in level}


POINTS = Counted("points", "Points", "More points.", "has more", figure="points", unit=WHOLE)
TIE_BREAKS: tuple[Metric, ...] = (
    Counted("wins", "Wins", "More wins.", "has more", figure="wins"),
    Counted("losses", "Cones", "Fewer cones.", "has fewer", figure="losses", fewer=True),
    Meeting(),
    Counted("peak", "Best single result", "Best single result.", "had the better one", figure="peak", unit=WHOLE),
    HighestTotal(),
    Counted("total", "Totals", "More in all totals together.", "has more", figure="total"),
    AveragePlace(),
    Counted("games", "Matches", "More matches played.", "played more", figure="played"),
    Counted("nights", "Nights", "More nights.", "came more often", figure="nights"),
    Pull(),
)
METRICS: dict[str, Metric] = {metric.key: metric for metric in (POINTS, *TIE_BREAKS)}


def asked_by(scheme: Scheme) -> list[Metric]:
    """Points first, then the scheme's tie-breaks in its order.

    >>> [metric.name for metric in asked_by(Scheme())]
    ['Points', 'Cones', 'Matches']
    """
    known = {**METRICS, "pull": Pull(cards=scheme.pulls)}
    return [POINTS, *(known[key] for key in scheme.tie_breaks)]
