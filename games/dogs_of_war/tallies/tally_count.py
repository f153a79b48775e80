"""One player's count as far as it is tapped: the steppers, what it comes to, what is missing, what undo takes back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.dogs_of_war.tallies import tally_form
from games.sheets.text import minus, signed
from scoring.dogs_of_war.entries import Tally
from scoring.dogs_of_war.line import Breakdown
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.tally import breakdown

LABELS = {
    "vp": gettext_lazy("VP tokens"),
    "coins": "coins",
    "tactics": "tactic cards",
    "soldiers": "soldier cards",
}


@dataclass(frozen=True)
class Counter:
    """A number with keys beside it, as large as the tokens are."""

    name: str
    label: str
    small: str
    value: int
    most: int
    least: int = 0
    adds: Sequence[int] = (1,)

    @property
    def at_least(self) -> bool:
        return self.value <= self.least


def worth(sheet: DogsOfWarSheet, tally: Tally) -> Breakdown:
    """The sum so far; a support card nobody tapped yet is worth nothing."""
    return breakdown({**sheet.values, "": 0}, tally)


def missing(tally: Tally) -> str:
    """What keeps the tally from being handed in."""
    if not tally.support:
        return _("Tap the support card")
    return _("Reason for the adjustment?") if tally.adjust and not tally.adjust_note else ""


def counters(sheet: DogsOfWarSheet, tally: Tally) -> dict[str, Any]:
    """The steppers. What somebody won in battles is no secret, and those tokens lie behind the screen."""
    most = tally_form.MOST
    won = sum(line.points[tally.seat] for line in sheet.years)
    small = f"{won} won in battles" if sheet.years else ""
    return {
        "vp": Counter("vp", "VP tokens", small, tally.vp, most["vp"], adds=(1, 3, 6)),
        "tokens": [
            Counter(f"tokens-{at}", house, f"{minus(sheet.values[house])} each", tally.influence[house], most["tokens"])
            for at, house in enumerate(sheet.houses)
        ],
        "rest": [
            Counter("coins", "Coins", "1 VP for 2", tally.coins, most["coins"], adds=(1, 3)),
            Counter("tactics", "Tactic cards", "1 VP each", tally.tactics, most["tactics"]),
            Counter("soldiers", "Soldier cards", "1 VP each", tally.soldiers, most["soldiers"]),
        ],
        "adjust": Counter("adjust", "Adjustment", "", tally.adjust, most["adjust"], -most["adjust"]),
    }


def undo(form: QueryDict, tally: Tally, houses: Sequence[str]) -> str:
    """“Undo: coins 2”, the last thing that was tapped."""
    last = form.get("last", "")
    if last == "support" and tally.support:
        return f"{tally.support}’s card"
    if last == "why":
        return "the reason"
    for at, house in enumerate(houses):
        if last == f"tokens-{at}":
            return f"{house} {tally.influence[house]}"
    if last == "adjust":
        return f"adjusted by {signed(tally.adjust)}"
    return f"{LABELS[last]} {getattr(tally, last)}" if last in LABELS else ""
