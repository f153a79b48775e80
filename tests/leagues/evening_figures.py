"""What an evening adds up to, computed from the records of its matches alone, by other code than ours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

RANKS = {**{str(rank): rank for rank in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}


@dataclass
class Sheet:
    """The figures of one match by name. `made` says of every hand played whether the bid was made; `present` are those
    at the table at the end.
    """

    totals: dict[str, int] = field(default_factory=dict)
    made: dict[str, list[bool]] = field(default_factory=dict)
    present: list[str] = field(default_factory=list)
    hands: int = 0
    finish: Mapping[str, Any] = field(default_factory=dict)

    @property
    def clean(self) -> set[str]:
        """Who played every hand and made every bid."""
        return {name for name in self.present if self.made[name] == [True] * self.hands}

    @property
    def low(self) -> int:
        return min(self.totals.values())

    @property
    def buddies(self) -> tuple[set[str], int]:
        """Those at the bottom ten points or more below the rest, half the table at most, and how far; nobody and 0
        where there are none.
        """
        up = sorted(self.totals[name] for name in self.present)
        gaps = [(up[size] - up[size - 1], -size) for size in range(2, len(up) // 2 + 1)]
        gap, size = max(gaps, default=(0, 0))
        if gap < 10:
            return set(), 0
        return {name for name in self.present if self.totals[name] <= up[-size - 1]}, gap

    @property
    def winner(self) -> str:
        """The highest at the table; of those level, whoever won the last tie-break hand."""
        high = max(self.totals[name] for name in self.present)
        level = [name for name in self.present if self.totals[name] == high]
        for hand in self.finish.get("tiebreak_hands", ()):
            points = {name: _points(hand["bids"][name], hand["tricks"][name]) for name in level}
            level = [name for name in level if points[name] == max(points.values())]
        (only,) = level
        return only

    def loser(self, winner: str = "") -> str:
        """The lowest, also of those who left, and not the winner; of those level, whoever pulled the low card."""
        others = {name: total for name, total in self.totals.items() if name != winner}
        level = [name for name, total in others.items() if total == min(others.values())]
        for cards in self.finish.get("pulls", ()):
            ranks = {name: RANKS[cards[name][:-1]] for name in level}
            level = [name for name in level if ranks[name] == min(ranks.values())]
        (only,) = level
        return only


def _points(bid: int, took: int) -> int:
    return 5 + took if bid == took else -max(bid, took)


def add_up(record: Mapping[str, Any]) -> Sheet:
    """Add up a record of Dirty Dog."""
    late = {_name(each) for line in record["rounds"] for each in line.get("arrivals", ())}
    sheet = Sheet(present=[name for name in record["players"] if name not in late], finish=record.get("finish") or {})
    for name in sheet.present:
        sheet.totals[name], sheet.made[name] = 0, []
    for line in record["rounds"]:
        for each in line.get("arrivals", ()):
            sheet.totals[_name(each)] = min(sheet.totals[name] for name in sheet.present)
            sheet.made[_name(each)] = []
            sheet.present.append(_name(each))
        for name in line.get("departures", ()):
            sheet.present.remove(name)
        if not line.get("void"):
            sheet.hands += 1
            for name, bid in line["bids"].items():
                sheet.totals[name] += _points(bid, line["tricks"][name])
                sheet.made[name].append(bid == line["tricks"][name])
    return sheet


def _name(arrival: str | Mapping[str, str]) -> str:
    return arrival if isinstance(arrival, str) else arrival["player"]


@dataclass(frozen=True)
class Evening:
    """The sheets of one evening: of the groups, of the winners’ table and of the losers’ table."""

    groups: Sequence[Sheet]
    winners: Sheet
    losers: Sheet

    @property
    def sheets(self) -> list[Sheet]:
        return [*self.groups, self.winners, self.losers]

    @property
    def cup(self) -> str:
        return self.winners.winner

    @property
    def cone(self) -> str:
        """The lowest of the losers’ table, unless somebody at the winners’ table is strictly below (DD-49)."""
        top = {name: total for name, total in self.winners.totals.items() if name != self.cup}
        crosses = top and min(top.values()) < self.losers.low
        return self.winners.loser(self.cup) if crosses else self.losers.loser()

    @property
    def last(self) -> dict[str, int]:
        """The total of everybody at the last table they played at."""
        return {name: total for sheet in self.sheets for name, total in sheet.totals.items()}
