"""The metrics that rank lines: points and the tie-breaks, each with a key, a name, a sentence and one method.

A metric uses only lines and results; it must not depend on places, schemes or how the standings are shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise, permutations
from typing import Literal

from msgspec import Struct

from scoring.messages import Message
from scoring.standings.lines import Line, Played, played_in
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


# Ranks lines metric by metric until one decides; lines that are tied in all of them share the place (1, 1, 3).


Verdict = Literal["level", "decided", "unasked"]
NOTHING = played_in(())


class Comparison(Struct, frozen=True, array_like=True):
    """One metric (`key`) compared between a row and the row above: both figures, and whether it decided, was level, or
    was not asked because an earlier metric had decided.
    """

    key: str
    mine: int
    above: int
    verdict: Verdict


class RankedRow(Struct, frozen=True):
    """A line with its place (None: not ranked); `decided` compares it with the row above, and is empty in the first
    row.
    """

    line: Line
    place: int | None
    decided: tuple[Comparison, ...] = ()


def rank(
    lines: Sequence[Line], scheme: Scheme, played: Played = NOTHING, unranked: Container[int] = ()
) -> list[RankedRow]:
    """The ranked rows in order, then those not ranked: players in `unranked`, and players with fewer matches than the
    scheme's minimum. `played` returns the results of players in this table.

    >>> table = rank([Line(1, 200, losses=2), Line(2, 300), Line(3, 200, losses=1)], Scheme())
    >>> [(row.place, row.line.player) for row in table]
    [(1, 2), (2, 3), (3, 1)]
    >>> [asked.verdict for asked in table[2].decided]
    ['level', 'decided', 'unasked']
    """
    metrics = metrics_of(scheme)
    enough = [line for line in lines if line.played >= scheme.least and line.player not in unranked]
    ranked = {line.player for line in enough}
    seen: dict[int, list[int]] = {line.player: [] for line in lines}
    tie_groups = _split_ties(enough, metrics, played, seen)
    waiting = sorted(
        (line for line in lines if line.player not in ranked), key=lambda each: (-each.points, each.player)
    )
    return [*_rows(tie_groups, metrics, seen), *(RankedRow(line, None) for line in waiting)]


def _split_ties(
    level: Sequence[Line], metrics: Sequence[Metric], played: Played, seen: dict[int, list[int]]
) -> list[list[Line]]:
    """Split the lines into groups in ranking order, each tied in all metrics; append every figure compared to `seen`,
    by player.
    """
    if len(level) < 2 or not metrics:
        return [sorted(level, key=lambda line: line.player)] if level else []
    first, *rest = metrics
    values = first.figures(level, played)
    for line in level:
        seen[line.player].append(values[line.player])
    ordered = sorted(level, key=lambda line: values[line.player], reverse=not first.fewer)
    groups = [list(group) for _, group in groupby(ordered, key=lambda line: values[line.player])]
    return [each for group in groups for each in _split_ties(group, rest, played, seen)]


def _rows(
    tie_groups: Sequence[Sequence[Line]], metrics: Sequence[Metric], seen: dict[int, list[int]]
) -> list[RankedRow]:
    rows, place = [], 1
    for each in tie_groups:
        rows += [RankedRow(line, place) for line in each]
        place += len(each)
    comparisons = (
        (),
        *(_decided(seen[one.line.player], seen[two.line.player], metrics) for one, two in pairwise(rows)),
    )
    return [RankedRow(row.line, row.place, why) for row, why in zip(rows, comparisons, strict=False)]


def _decided(above: Sequence[int], mine: Sequence[int], metrics: Sequence[Metric]) -> tuple[Comparison, ...]:
    """The comparison of two neighbouring rows by each metric; those after the deciding one are `unasked`."""
    comparisons: list[Comparison] = []
    is_open = True
    for at, metric in enumerate(metrics):
        if not is_open:
            comparisons.append(Comparison(metric.key, 0, 0, "unasked"))
            continue
        is_open = mine[at] == above[at]
        comparisons.append(Comparison(metric.key, mine[at], above[at], "level" if is_open else "decided"))
    return tuple(comparisons)
