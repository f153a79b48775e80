"""Nights as plain values, for tests of the night report."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from leagues.night_report.facts import NightFacts, Passing, Sitting, Table

NAMES = ("Sam", "Mabel", "Otto", "Jo")


def number(name: str) -> int:
    """The key of the player of this name; 9 for an unknown name."""
    return NAMES.index(name) if name in NAMES else 9


def a_table(
    *runs: Sequence[int], names: Sequence[str] = NAMES, winner: int = 0, loser: int = -1, **about: Any
) -> Table:
    """A table by every player's totals after each round, one list a player, the best player first; `winner` and `loser`
    count from 0, −1 is the last player, a number past the end is nobody.
    """
    last = len(runs) - 1
    sittings = [
        Sitting(
            player=number(name),
            name=name,
            full=f"{name} Kettle",
            total=run[-1],
            place=place,
            is_winner=place - 1 == winner,
            is_loser=place - 1 == (last if loser == -1 else loser),
        )
        for place, (name, run) in enumerate(zip(names, runs, strict=False), start=1)
    ]
    totals = [{number(name): run[at] for name, run in zip(names, runs, strict=False)} for at in range(len(runs[0]))]
    told = {"title": "Table 1", "where": "table 1", "game": "dirty-dog"} | about
    where = "in" if told.get("stage") == "group" else "at"
    return Table(sittings=sittings, totals=totals, at=f"{where} {told['where']}", **told)


def a_cup(name: str = "Sam", **about: Any) -> Passing:
    """The winner's trophy changing holder to this player."""
    told = {"trophy": "Good Dog Cup", "short": "cup", "kind": "winner", "game": "dirty-dog"} | about
    return Passing(player=number(name), name=name, full=f"{name} Kettle", **told)


def a_cone(name: str = "Jo", **about: Any) -> Passing:
    """The loser's trophy changing holder to this player."""
    told = {"trophy": "Cone of Shame", "short": "cone", "kind": "loser", "game": "dirty-dog"} | about
    return Passing(player=number(name), name=name, full=f"{name} Kettle", **told)


def a_night(*tables: Table, **about: Any) -> NightFacts:
    return NightFacts(day=date(2026, 11, 26), tables=tables, **about)
