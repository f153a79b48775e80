"""What is asked when points are level: each metric is a key, a name, a sentence and one method.

A metric knows lines and who met whom; it must not know places, schemes or how a table is shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.messages import Message
from scoring.standings.lines import Line
from scoring.standings.meetings import Meetings
from scoring.standings.points import WHOLE, rounded
from scoring.standings.scheme import Scheme


@dataclass(frozen=True)
class Metric(ABC):
    """`ahead` says of a name why it is above; `fewer` where the lower figure is; a figure is read in `unit`s."""

    key: str
    name: Message
    asks: Message
    ahead: Message
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
    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        return {line.player: line.best or 0 for line in level}


@dataclass(frozen=True)
class AveragePlace(Metric):
    """In hundredths of a place."""

    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        return {line.player: rounded(WHOLE * line.places, max(line.played, 1)) for line in level}


@dataclass(frozen=True)
class Meeting(Metric):
    """Between two: how often each was ahead. Between more: how often ahead, less how often behind."""

    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        met = meetings([line.player for line in level])
        return {player: ahead - behind * (len(level) > 2) for player, (ahead, behind) in met.items()}


@dataclass(frozen=True)
class Pull(Metric):
    """The last resort; whoever has no card yet stands below whoever has one."""

    cards: Mapping[int, int] = field(default_factory=dict)

    def among(self, level: Sequence[Line], meetings: Meetings) -> dict[int, int]:
        return {line.player: self.cards.get(line.player, 0) for line in level}


PULL = Pull("pull", Message("Card pull"), Message("A card pull. Aces are high."), Message("pulled the higher card"))
POINTS = Counted("points", Message("Points"), Message("More points."), Message("has more"), figure="points", unit=WHOLE)
TIE_BREAKS: tuple[Metric, ...] = (
    Counted("wins", Message("Wins"), Message("More wins."), Message("has more"), figure="wins"),
    Counted("losses", Message("Cones"), Message("Fewer cones."), Message("has fewer"), figure="losses", fewer=True),
    Meeting(
        "meetings",
        Message("Meetings"),
        Message("Who finished ahead more often when both played."),
        Message("finished ahead more often"),
    ),
    Counted(
        "peak",
        Message("Best single result"),
        Message("Best single result."),
        Message("had the better one"),
        figure="peak",
        unit=WHOLE,
    ),
    HighestTotal("high", Message("Best total"), Message("Highest total of one match."), Message("has the higher one")),
    Counted("total", Message("Totals"), Message("More in all totals together."), Message("has more"), figure="total"),
    AveragePlace(
        "average",
        Message("Average place"),
        Message("Better average place."),
        Message("has the better one"),
        fewer=True,
        unit=WHOLE,
    ),
    Counted("games", Message("Matches"), Message("More matches played."), Message("played more"), figure="played"),
    Counted("nights", Message("Nights"), Message("More nights."), Message("came more often"), figure="nights"),
    PULL,
)
METRICS: dict[str, Metric] = {metric.key: metric for metric in (POINTS, *TIE_BREAKS)}


def asked_by(scheme: Scheme) -> list[Metric]:
    """Points first, then the scheme's tie-breaks in its order.

    >>> [metric.name for metric in asked_by(Scheme())]
    ['Points', 'Cones', 'Matches']
    """
    known = {**METRICS, "pull": replace(PULL, cards=scheme.pulls)}
    return [POINTS, *(known[key] for key in scheme.tie_breaks)]
