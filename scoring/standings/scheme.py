"""How a season's points are counted: a value that is frozen with its season (LG-04)."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from scoring.base import Malformed
from scoring.messages import Message
from scoring.record_format import strict

Points = Annotated[int, Meta(ge=-1000, le=1000)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Card = Annotated[int, Meta(ge=2, le=14)]
Way = Literal["wins", "places", "flat", "totals", "sum"]
TieBreak = Literal[
    "wins", "losses", "meetings", "peak", "high", "total", "average", "games", "nights", "pull"
]  # scoring.standings.metrics defines what each compares


class Scheme(Struct, frozen=True, forbid_unknown_fields=True):
    """`way` says where points come from; the other fields count where the way asks for them.

    wins: one for each win. places: `coming`, and `places` for the 1st, 2nd, … flat: `coming`, and `win` for winning;
    both with `loser` for the loser trophy. totals: the match's own total. sum: each game's points, across games.
    `each` counts every match, or of every night the best one; `best` the best so many, without the `drop` lowest.
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
