"""How a season's points are counted, and what the result of one contest is worth under it (LG-04)."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from scoring.base import Malformed
from scoring.messages import Message
from scoring.record_format import strict

# The result of one contest, a match or a whole play-off, for one player.


class Result(Struct, frozen=True):
    """One player's result: `event` is the key of the match or play-off, `when` its time as text that sorts, `night` the
    key of its night.

    `place` is from 1 of `players`, shared by `level` players (1: by nobody else). `total` is in points of the game,
    by the `rules` with this key of `Engine.apart`; `lost` means the loser trophy.
    """

    player: int
    event: str
    place: int
    players: int
    game: str = ""
    when: str = ""
    night: str = ""
    level: int = 1
    total: int = 0
    won: bool = False
    lost: bool = False
    rules: str = ""


# How a season's points are counted: a value that is frozen with its season (LG-04).


Points = Annotated[int, Meta(ge=-1000, le=1000)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Card = Annotated[int, Meta(ge=2, le=14)]
Aggregate = Literal["sum", "average", "percentage"]
Way = Literal["wins", "places", "flat", "totals", "sum"]
TieBreak = Literal[
    "wins", "losses", "meetings", "peak", "high", "total", "average", "games", "nights", "pull"
]  # scoring.standings.metrics defines what each compares


OF_TOTALS: frozenset[TieBreak] = frozenset({"high", "total"})


class Scheme(Struct, frozen=True, forbid_unknown_fields=True):
    """`way` says where points come from; the other fields count where the way asks for them.

    wins: one for each win. places: `coming`, and `places` for the 1st, 2nd, … flat: `coming`, and `win` for winning;
    both with `loser` for the loser trophy. totals: the match's own total. sum: each game's points, across games.
    `each` counts every match, or of every night the best one; `best` the best so many, without the `drop` lowest.
    `aggregate` makes one figure of those that count: their sum, their average, or the percentage of what a winner would
    have got. Where totals count or break ties, `rules` is the key of those whose totals do (None: of all of them,
    though they do not compare).
    `pulls` are cards that were pulled for a place nothing else decided, by player.
    """

    way: Way = "wins"
    places: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=30)] = (5, 3, 2)
    coming: Points = 1
    win: Points = 3
    loser: Points = -1
    shared: Literal["average", "full"] = "average"
    each: Literal["match", "night"] = "match"
    best: Count = 0
    drop: Count = 0
    minimum: Count = 0
    tie_breaks: tuple[TieBreak, ...] = ("losses", "games")
    pulls: dict[int, Card] = {}
    rules: Annotated[str, Meta(max_length=8)] | None = None
    aggregate: Aggregate = "sum"

    def counts(self, result: Result) -> bool:
        """Whether the result brings points: by totals, only those by the chosen rules do.

        >>> Scheme(way="totals", rules="").counts(Result(1, "m", 1, 4, rules="1a2b3c4d"))
        False
        """
        return self.way != "totals" or self.has_total(result)

    def has_total(self, result: Result) -> bool:
        """Whether the total of the result compares with the others of this table.

        >>> Scheme(rules="").has_total(Result(1, "m", 1, 4, rules="1a2b3c4d"))
        False
        """
        return self.rules in (None, result.rules)

    @property
    def reads_totals(self) -> bool:
        """Whether points or a tie-break add up or compare totals.

        >>> Scheme(way="totals").reads_totals, Scheme(tie_breaks=("wins", "high")).reads_totals, Scheme().reads_totals
        (True, True, False)
        """
        return self.way == "totals" or not {*self.tie_breaks}.isdisjoint(OF_TOTALS)

    @property
    def least(self) -> int:
        """The matches from which a player is ranked: for an average or a percentage one at least.

        >>> Scheme().least, Scheme(aggregate="average").least, Scheme(aggregate="average", minimum=5).least
        (0, 1, 5)
        """
        return self.minimum if self.aggregate == "sum" else max(self.minimum, 1)

    @property
    def asks_for_cards(self) -> bool:
        """Whether a card pull is one of the tie-breaks.

        >>> Scheme(tie_breaks=("wins", "pull")).asks_for_cards
        True
        """
        return "pull" in self.tie_breaks


DEFAULT = Scheme()
ACROSS = Scheme(way="sum")
BY_PLACE = Scheme(way="places", tie_breaks=("wins", "losses", "games"))  # the scheme of a club's first season


def scheme_from_json(payload: object, *, across: bool = False) -> Scheme:
    """Read a stored scheme strictly; None is the default of LG-03. `across` is for standings across games, which alone
    may add games up. Raise Malformed where the settings contradict each other.

    >>> scheme_from_json({"way": "flat", "win": 2}).win
    2
    >>> scheme_from_json(None, across=True).way
    'sum'
    """
    if payload is None:
        return ACROSS if across else DEFAULT
    scheme = strict.shape(strict.clean(payload), Scheme, seat_keys=True)
    if scheme.way == "sum" and not across:
        raise Malformed("scheme", Message("Adding up the games is for the table across games alone."), field="way")
    if scheme.way == "totals" and across:
        raise Malformed("scheme", Message("Totals of different games do not add up: choose another way."), field="way")
    if scheme.way == "sum" and scheme.aggregate != "sum":
        words = Message("Only a sum can be made of the points of each game: choose another way for an average.")
        raise Malformed("scheme", words, field="aggregate")
    if scheme.aggregate == "percentage" and (scheme.way == "totals" or winning(scheme) <= 0):
        words = Message("A percentage is one of what a winner gets: count wins, or give the first place points.")
        raise Malformed("scheme", words, field="aggregate")
    if scheme.best and scheme.drop:
        raise Malformed(
            "scheme", Message("Either the best ones count or the lowest are dropped, not both."), field="drop"
        )
    if len(set(scheme.tie_breaks)) < len(scheme.tie_breaks):
        raise Malformed("scheme", Message("Each tie-break is asked once: take the second one out."), field="tie_breaks")
    return scheme


def scheme_to_json(scheme: Scheme) -> dict[str, Any]:
    """The scheme as it is stored, with every field, so that a later change of a default changes no season.

    >>> scheme_to_json(DEFAULT)["tie_breaks"]
    ['losses', 'games']
    """
    return msgspec.json.decode(msgspec.json.encode(scheme), type=dict[str, Any])


# The points a result is worth under a scheme, in hundredths of a point, and which results count.


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


def winning(scheme: Scheme) -> int:
    """The points of whoever wins a match alone, in hundredths.

    >>> winning(Scheme()), winning(Scheme(way="places"))
    (100, 600)
    """
    return points(scheme, Result(0, "", place=1, players=2, won=True))


def figure(scheme: Scheme, worth: Sequence[int]) -> int:
    """The figure that ranks a player whose results that count are `worth` this much: points in hundredths, or
    hundredths of a percent; 0 where none counts.

    >>> [figure(Scheme(aggregate=each), [100, 100, 0]) for each in ("sum", "average", "percentage")]
    [200, 67, 6667]
    """
    if scheme.aggregate == "sum" or not worth:
        return sum(worth)
    if scheme.aggregate == "average":
        return rounded(sum(worth), len(worth))
    return rounded(100 * WHOLE * sum(worth), winning(scheme) * len(worth))


def counted(scheme: Scheme, results: Sequence[Result]) -> list[int]:
    """The points of one player's results that count, in hundredths, the highest first. However many the scheme drops,
    one result counts.

    >>> nights = [Result(1, "m", 1, 5, night="a", won=True), Result(1, "n", 3, 5, night="a"), Result(1, "o", 2, 5)]
    >>> counted(Scheme(way="places", each="night"), nights)
    [600, 400]
    >>> counted(Scheme(way="places", drop=2), nights)
    [600]
    """
    each = [
        (result.night if scheme.each == "night" else result.event, points(scheme, result))
        for result in results
        if scheme.counts(result)
    ]
    best: dict[str, int] = {}
    for key, worth in each:
        best[key] = max(worth, best.get(key, worth))
    ranked = sorted(best.values(), reverse=True)
    most = scheme.best or max(len(ranked) - scheme.drop, 1)
    return ranked[:most]
