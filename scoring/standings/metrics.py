"""The metrics that rank lines: points and the tie-breaks, each with a key, a name, a sentence and one method.

A metric uses only lines and results; it must not depend on places, schemes or how the standings are shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from scoring.messages import Message
from scoring.standings.lines import Line, Played
from scoring.standings.scheme import WHOLE, Result, Scheme, rounded


@dataclass(frozen=True)
class Metric(ABC):
    """A figure that tied lines are compared by. `description` is the metric as a sentence; `decided` returns, for a
    player's name, why that player is above. With `fewer` the lower figure ranks higher; `unit` is the figure of one
    point or place (100 where it is in hundredths); with `is_score` two figures are a score, such as 6 to 3.
    """

    key: str
    name: Message
    description: Message
    decided: Callable[[str], Message]
    fewer: bool = False
    unit: int = 1
    is_score: bool = False

    @abstractmethod
    def figures(self, level: Sequence[Line], played: Played) -> dict[int, int]:
        """The figure of each player in a group of lines that are tied so far, by player. `played` returns the results
        of players in this table.
        """


@dataclass(frozen=True)
class Counted(Metric):
    """A figure that is a field of the line, named by `figure`."""

    figure: str = ""

    def figures(self, level: Sequence[Line], played: Played) -> dict[int, int]:
        return {line.player: getattr(line, self.figure) for line in level}


@dataclass(frozen=True)
class HighestTotal(Metric):
    """The highest total of a match, 0 where there is none."""

    def figures(self, level: Sequence[Line], played: Played) -> dict[int, int]:
        return {line.player: line.best or 0 for line in level}


@dataclass(frozen=True)
class AveragePlace(Metric):
    """The average place, in hundredths of a place."""

    def figures(self, level: Sequence[Line], played: Played) -> dict[int, int]:
        return {line.player: rounded(WHOLE * line.places, max(line.played, 1)) for line in level}


@dataclass(frozen=True)
class Meeting(Metric):
    """Among two, how often each finished ahead; among more, how often ahead minus how often behind."""

    is_score: bool = True

    def figures(self, level: Sequence[Line], played: Played) -> dict[int, int]:
        events: dict[str, list[Result]] = {}
        for result in played([line.player for line in level]):
            events.setdefault(result.event, []).append(result)
        figures = {line.player: 0 for line in level}
        for one, other in (pair for event in events.values() for pair in permutations(event, 2)):
            figures[one.player] += (one.place < other.place) - (one.place > other.place) * (len(level) > 2)
        return figures


@dataclass(frozen=True)
class Pull(Metric):
    """The rank of a pulled card by player, the last tie-break; a player without a card is below all who have one."""

    cards: Mapping[int, int] = field(default_factory=dict)

    def figures(self, level: Sequence[Line], played: Played) -> dict[int, int]:
        return {line.player: self.cards.get(line.player, 0) for line in level}


def _pulled(player: str) -> Message:
    return Message("{player} pulled the higher card. That decided it.", player=player)


def _more(player: str) -> Message:
    return Message("{player} has more. That decided it.", player=player)


def _fewer(player: str) -> Message:
    return Message("{player} has fewer. That decided it.", player=player)


def _more_often(player: str) -> Message:
    return Message("{player} finished ahead more often. That decided it.", player=player)


def _had_better(player: str) -> Message:
    return Message("{player} had the better one. That decided it.", player=player)


def _higher(player: str) -> Message:
    return Message("{player} has the higher one. That decided it.", player=player)


def _better(player: str) -> Message:
    return Message("{player} has the better one. That decided it.", player=player)


def _played(player: str) -> Message:
    return Message("{player} played more. That decided it.", player=player)


def _came(player: str) -> Message:
    return Message("{player} came more often. That decided it.", player=player)


PULL = Pull("pull", Message("Card pull"), Message("A card pull. Aces are high."), _pulled)
POINTS = Counted("points", Message("Points"), Message("More points."), _more, figure="points", unit=WHOLE)
TIE_BREAKS: tuple[Metric, ...] = (
    Counted("wins", Message("Wins"), Message("More wins."), _more, figure="wins"),
    Counted("losses", Message("Cones"), Message("Fewer cones."), _fewer, figure="losses", fewer=True),
    Meeting(
        "meetings",
        Message("Meetings"),
        Message("Who finished ahead more often when both played."),
        _more_often,
    ),
    Counted(
        "peak",
        Message("Best single result"),
        Message("Best single result."),
        _had_better,
        figure="peak",
        unit=WHOLE,
    ),
    HighestTotal("high", Message("Best total"), Message("Highest total of one match."), _higher),
    Counted("total", Message("Totals"), Message("More in all totals together."), _more, figure="total"),
    AveragePlace(
        "average",
        Message("Average place"),
        Message("Better average place."),
        _better,
        fewer=True,
        unit=WHOLE,
    ),
    Counted("games", Message("Matches"), Message("More matches played."), _played, figure="played"),
    Counted("nights", Message("Nights"), Message("More nights."), _came, figure="nights"),
    PULL,
)
METRICS: dict[str, Metric] = {metric.key: metric for metric in (POINTS, *TIE_BREAKS)}


def metrics_of(scheme: Scheme) -> list[Metric]:
    """The metrics of a scheme: points first, then its tie-breaks in their order.

    >>> [metric.name for metric in metrics_of(Scheme())]
    ['Points', 'Cones', 'Matches']
    """
    known = {**METRICS, "pull": replace(PULL, cards=scheme.pulls)}
    return [POINTS, *(known[key] for key in scheme.tie_breaks)]
