"""Ranks lines metric by metric until one decides; lines that are tied in all of them share the place (1, 1, 3)."""

from collections.abc import Container, Sequence
from itertools import groupby, pairwise
from typing import Literal

from msgspec import Struct

from scoring.standings.lines import Line, Played, played_in
from scoring.standings.metrics import Metric, metrics_of
from scoring.standings.scheme import Scheme

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
