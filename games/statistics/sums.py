"""Sums over finished matches, for one player or for the club. Pure functions without the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

OUTCOMES = ("made", "won")  # the fact that says whether a round was made; a game has one of them
QUARTER = 15  # minutes; in every time zone a day begins at a multiple of it
FACTS, RIGHT_NEIGHBOUR = "facts", "beside"
Tree = dict[str, Any]


@dataclass
class Sums:
    """The sums in the form in which `Aggregate` stores them, with strings as keys.

    * `results`: `matches`, `wins`, `places` (how often each was taken) and `met`, by player: matches, how often ahead
      of them, how often behind. For the club `matches`, and `starts`, by the quarter of an hour they began in (UTC).
    * `best`: by feat, `total` or `-total` (negative): the highest value, when its match ended and its seat.
    * `rounds`: `facts`, by name and value: how many rounds, of how many the outcome is known, how many were made, and
      the points of those whose outcome is known; `beside`, by player on the right: rounds, and how many were made.
    * `callouts`: `called`, by term: how often, in how many matches; `nights`, by night and term: how often. All-time
      sums keep only one night per term, the first of those with the most.
    """

    results: Tree = field(default_factory=dict)
    best: Tree = field(default_factory=dict)
    rounds: Tree = field(default_factory=dict)
    callouts: Tree = field(default_factory=dict)

    @property
    def figures(self) -> dict[str, Tree]:
        """The four sums by name."""
        return vars(self)

    def add(self, other: "Sums") -> None:
        """Add other sums to these."""
        for name in ("results", "rounds", "callouts"):
            add(getattr(self, name), getattr(other, name))
        for name, found in other.best.items():
            self.reach(name, *found)

    def add_match(self, total: int, place: int, feats: Mapping[str, int], ended: datetime, seat: int) -> None:
        """Add one match of a player; `ended` is its end, `seat` the primary key of the seat."""
        add(self.results, {"matches": 1, "places": {str(place): 1}})
        for name, value in {"total": total, "-total": -total, **feats}.items():
            self.reach(name, value, ended.isoformat(), seat)

    def add_win(self) -> None:
        add(self.results, {"wins": 1})

    def add_meeting(self, other: int, place: int, their_place: int) -> None:
        """Add one match with another player, by both places."""
        more = [1, int(place < their_place), int(place > their_place)]
        _add_numbers(self.results.setdefault("met", {}), str(other), more)

    def add_round(self, points: int, facts: Mapping[str, int], right_neighbour: int | None) -> None:
        """Add one round; `right_neighbour` is the player on the right, if known."""
        outcome = next((facts[name] for name in OUTCOMES if name in facts), None)
        is_known, made, brought = (0, 0, 0) if outcome is None else (1, outcome, points)
        by_name = self.rounds.setdefault(FACTS, {})
        for name, value in facts.items():  # inlined for speed: some ten facts a round, and hundred thousands of rounds
            cell = by_name.setdefault(name, {}).setdefault(str(value), [0, 0, 0, 0])
            cell[0] += 1
            cell[1] += is_known
            cell[2] += made
            cell[3] += brought
        if right_neighbour is not None and outcome is not None:
            _add_numbers(self.rounds.setdefault(RIGHT_NEIGHBOUR, {}), str(right_neighbour), [1, outcome])

    def add_callout(self, term: str, times: int, night: int | None) -> None:
        """Add a call-out of one match, which occurred `times` times."""
        _add_numbers(self.callouts.setdefault("called", {}), term, [times, 1])
        if night is not None:
            add(self.callouts, {"nights": {str(night): {term: times}}})

    def add_start(self, started: datetime) -> None:
        """Add one match of the club; `started` is in UTC."""
        quarter = started.replace(minute=started.minute // QUARTER * QUARTER, second=0, microsecond=0)
        add(self.results, {"matches": 1, "starts": {f"{quarter:%Y-%m-%dT%H:%M}": 1}})

    def reach(self, name: str, value: int, ended: str, seat: int) -> None:
        """Keep the highest value of a feat; of equal ones the earliest."""
        held = self.best.get(name)
        if held is None or (-value, ended, seat) < (-held[0], held[1], held[2]):
            self.best[name] = [value, ended, seat]

    def keep_top_nights(self) -> None:
        """Of the call-outs by night, keep for each term only the night with the most; of equal ones the first."""
        most: dict[str, tuple[int, int]] = {}
        for night, terms in self.callouts.pop("nights", {}).items():
            for term, times in terms.items():
                most[term] = min(most.get(term, (0, 0)), (-times, int(night)))
        for term, (times, night) in sorted(most.items()):
            add(self.callouts, {"nights": {str(night): {term: -times}}})


def add(into: Tree, other: Mapping[str, Any]) -> None:
    """Add `other` to `into`, key by key: numbers, lists of numbers, and nested dicts of them."""
    for name, value in other.items():
        if isinstance(value, dict):
            add(into.setdefault(name, {}), value)
        elif isinstance(value, list):
            _add_numbers(into, name, value)
        else:
            into[name] = into.get(name, 0) + value


def _add_numbers(into: Tree, name: str, numbers: list[int]) -> None:
    held = into.get(name)
    if held is None:
        into[name] = list(numbers)
    else:
        for at, number in enumerate(numbers):
            held[at] += number
