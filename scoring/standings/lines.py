"""One player's line in the standings: the sums that points and tie-breaks are computed from."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from scoring.standings.scheme import DEFAULT, Result, Scheme, counted, figure, points

FORM = 6


class Night(Struct, frozen=True, array_like=True):
    """A player's best result of one night: `when` is the time of the latest match, as text that sorts, `night` the
    night's key, `place` is from 1 of `players`.
    """

    when: str
    night: str
    place: int
    players: int
    won: bool = False
    lost: bool = False


class Line(Struct, frozen=True):
    """The sums of one player: `points` (hundredths of a percent, where the scheme says so) and `peak` (the best single
    result that counted) in hundredths of a point, `best` the highest total of a match (None: none played).

    Each of SUMS is a sum over all results, `total` and `best` over those whose totals the scheme compares; `form` are
    the player's last nights (at most six), the oldest first. An average or a percentage is of the results that count
    and so are its sums.
    """

    player: int
    points: int = 0
    played: int = 0
    nights: int = 0
    wins: int = 0
    losses: int = 0
    total: int = 0
    best: int | None = None
    peak: int = 0
    places: int = 0
    form: tuple[Night, ...] = ()


SUMS: Mapping[str, Callable[[Result], int]] = {  # what each result adds to a field of the line
    "played": lambda _result: 1,
    "wins": lambda result: result.won,
    "losses": lambda result: result.lost,
    "places": lambda result: result.place,
}


def line_of(
    player: int, results: Sequence[Result], scheme: Scheme, schemes: Mapping[str, Scheme] | None = None
) -> Line:
    """The line of the player with these results; `schemes` are those of the games, by key, for standings that add the
    games up.

    >>> line_of(7, [Result(7, "m", 1, 4, total=12, won=True), Result(7, "n", 3, 4, total=-5)], Scheme())
    Line(player=7, points=100, played=2, nights=1, wins=1, losses=0, total=7, best=12, peak=100, places=4, \
form=(Night(when='', night='', place=1, players=4, won=True, lost=False),))
    """
    if scheme.aggregate != "sum":
        results = [result for result in results if scheme.counts(result)]
    parts = [(rule, counted(rule, part)) for part, rule in _parts(results, scheme, schemes or {})]
    worth = [each for _, some in parts for each in some]
    totals = [result.total for result in results if scheme.has_total(result)]
    nights = _nights(results)
    return Line(
        player=player,
        points=sum(figure(rule, some) for rule, some in parts),
        nights=len(nights),
        total=sum(totals),
        best=max(totals, default=None),
        peak=max(worth, default=0),
        form=tuple(nights[-FORM:]),
        **_sums(results),
    )


def _sums(results: Sequence[Result]) -> dict[str, Any]:
    return {name: sum(map(added, results)) for name, added in SUMS.items()}


def line_with(
    line: Line,
    result: Result,
    evening: Sequence[Result],
    scheme: Scheme,
    schemes: Mapping[str, Scheme] | None = None,
) -> Line | None:
    """The line with one more result, equal to what `line_of` would return; None where that needs all the results
    together.

    `line` counts every other result of the player, `evening` are all results of the new one's night, the new one
    included.

    >>> before, new = [Result(7, "m", 2, 4, night="a")], Result(7, "n", 1, 4, night="a", total=9, won=True)
    >>> line_with(line_of(7, before, Scheme()), new, [*before, new], Scheme()) == line_of(7, [*before, new], Scheme())
    True
    """
    [(_, rule)] = _parts([result], scheme, schemes or {})
    form = _form_with(line.form, _night(result.night, evening))
    is_sum = rule.each == "match" and rule.aggregate == "sum" and not (rule.best or rule.drop)
    if form is None or not is_sum or not rule.counts(result):
        return None
    worth = points(rule, result)
    totals = [result.total] if scheme.has_total(result) else []
    return Line(
        player=line.player,
        points=line.points + worth,
        nights=line.nights + (len(evening) == 1),
        total=line.total + sum(totals),
        best=max([*totals, *([] if line.best is None else [line.best])], default=None),
        peak=max(line.peak, worth) if line.played else worth,
        form=form,
        **{name: getattr(line, name) + added for name, added in _sums([result]).items()},
    )


def _form_with(form: tuple[Night, ...], night: Night) -> tuple[Night, ...] | None:
    """The form with a night added or replaced; None where the replaced night moved earlier while the form is full,
    because a night that has dropped out of the form may then be later.
    """
    before = [each for each in form if each.night == night.night]
    if before and len(form) == FORM and _order(night) < _order(before[0]):
        return None
    others = [each for each in form if each.night != night.night]
    return tuple(sorted([*others, night], key=_order)[-FORM:])


def _parts(
    results: Sequence[Result], scheme: Scheme, schemes: Mapping[str, Scheme]
) -> list[tuple[Sequence[Result], Scheme]]:
    """The results that are counted together, each part with its scheme."""
    if scheme.way != "sum":
        return [(results, scheme)]
    games = sorted({result.game for result in results})
    return [([each for each in results if each.game == game], schemes.get(game, DEFAULT)) for game in games]


def _nights(results: Sequence[Result]) -> list[Night]:
    by: dict[str, list[Result]] = {}
    for result in results:
        by.setdefault(result.night, []).append(result)
    return sorted((_night(name, played) for name, played in by.items()), key=_order)


def _order(night: Night) -> tuple[object, ...]:
    """The sort key of a night: by time, then by how it went; the night's key only breaks ties."""
    return night.when, night.place, night.players, night.won, night.lost, night.night


def _night(name: str, played: Sequence[Result]) -> Night:
    top = min(played, key=lambda result: (not result.won, result.place, -result.players, result.lost))
    return Night(max(result.when for result in played), name, top.place, top.players, top.won, top.lost)


# The results that a metric may read where the lines are not enough.


Played = Callable[[Collection[int]], Sequence[Result]]


def played_in(results: Iterable[Result]) -> Played:
    """Return a function that, for a group of players, returns their results.

    >>> [result.event for result in played_in([Result(1, "m", 1, 4), Result(2, "n", 3, 4)])([2, 3])]
    ['n']
    """
    theirs: dict[int, list[Result]] = {}
    for result in results:
        theirs.setdefault(result.player, []).append(result)
    return lambda group: [result for player in group for result in theirs.get(player, ())]
