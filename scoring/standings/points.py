"""The points a result is worth under a scheme, in hundredths of a point, and which results count."""

from collections.abc import Callable, Sequence

from scoring.standings.results import Result
from scoring.standings.scheme import Scheme

WHOLE = 100


def points(scheme: Scheme, result: Result) -> int:
    """The points of a result in hundredths, because the average that tied players share may be no whole number.

    >>> points(Scheme(way="places"), Result(1, "m", 1, 5, won=True))
    600
    >>> points(Scheme(way="places"), Result(1, "m", 1, 5, level=3, won=True))
    433
    """
    return WAYS[scheme.way](scheme, result)


def _by_wins(_scheme: Scheme, result: Result) -> int:
    return WHOLE * result.won


def _by_places(scheme: Scheme, result: Result) -> int:
    first, level = result.place - 1, result.level if scheme.shared == "average" else 1
    share = rounded(WHOLE * sum(scheme.places[first : first + level]), level)
    return share + WHOLE * (scheme.coming + scheme.loser * result.lost)


def rounded(value: int, parts: int) -> int:
    """The quotient `value / parts` rounded to the nearest integer, a half up.

    >>> rounded(200, 3), rounded(100, 3), rounded(-50, 4)
    (67, 33, -12)
    """
    return (2 * value + parts) // (2 * parts)


def _fixed_points(scheme: Scheme, result: Result) -> int:
    return WHOLE * (scheme.coming + scheme.win * result.won + scheme.loser * result.lost)


def _by_totals(_scheme: Scheme, result: Result) -> int:
    return WHOLE * result.total


WAYS: dict[str, Callable[[Scheme, Result], int]] = {
    "wins": _by_wins,
    "places": _by_places,
    "flat": _fixed_points,
    "totals": _by_totals,
}


def counted(scheme: Scheme, results: Sequence[Result]) -> list[int]:
    """The points of one player's results that count, in hundredths, the highest first. However many the scheme drops,
    one result counts.

    >>> nights = [Result(1, "m", 1, 5, night="a", won=True), Result(1, "n", 3, 5, night="a"), Result(1, "o", 2, 5)]
    >>> counted(Scheme(way="places", each="night"), nights)
    [600, 400]
    >>> counted(Scheme(way="places", drop=2), nights)
    [600]
    """
    each = [(result.night if scheme.each == "night" else result.event, points(scheme, result)) for result in results]
    best: dict[str, int] = {}
    for key, worth in each:
        best[key] = max(worth, best.get(key, worth))
    ranked = sorted(best.values(), reverse=True)
    most = scheme.best or max(len(ranked) - scheme.drop, 1)
    return ranked[:most]
