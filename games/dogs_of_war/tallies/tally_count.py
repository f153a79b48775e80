"""One player’s half-entered tally: the steppers, its value so far, what is missing, the last tap."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.figures import minus, signed
from games.dogs_of_war.tallies import tally_form
from scoring.dogs_of_war.entries import Tally
from scoring.dogs_of_war.line import Breakdown
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.tally import breakdown

COUNTS = {
    "vp": gettext_lazy("VP tokens {count}"),
    "coins": gettext_lazy("coins {count}"),
    "tactics": gettext_lazy("tactic cards {count}"),
    "soldiers": gettext_lazy("soldier cards {count}"),
}


@dataclass(frozen=True)
class Counter:
    """A number with keys that change it; `adds` are the steps of the plus keys."""

    name: str
    label: str
    small: str
    value: int
    most: int
    least: int = 0
    adds: Sequence[int] = (1,)

    @property
    def at_least(self) -> bool:
        """Whether the number cannot go lower."""
        return self.value <= self.least


def worth(sheet: DogsOfWarSheet, tally: Tally) -> Breakdown:
    """Return the breakdown of the tally so far; a support card that is not chosen yet is worth nothing."""
    return breakdown({**sheet.values, "": 0}, tally)


def missing(tally: Tally) -> str:
    """Return what is missing before the tally can be handed in; "" for nothing."""
    if not tally.support:
        return _("Tap the support card")
    return _("Reason for the adjustment?") if tally.adjust and not tally.adjust_note else ""


def counters(sheet: DogsOfWarSheet, tally: Tally) -> dict[str, Any]:
    """Return the steppers. Beside the VP tokens is how many were won in battles: that is public, and the tokens behind
    the screen include them.
    """
    most = tally_form.MOST
    won = sum(line.points[tally.seat] for line in sheet.years)
    small = _("{vp} won in battles").format(vp=won) if sheet.years else ""
    each, card = _("{value} each"), _("1 VP each")
    return {
        "vp": Counter("vp", _("VP tokens"), small, tally.vp, most["vp"], adds=(1, 3, 6)),
        "tokens": [
            Counter(
                f"tokens-{at}",
                house,
                each.format(value=minus(sheet.values[house])),
                tally.influence[house],
                most["tokens"],
            )
            for at, house in enumerate(sheet.houses)
        ],
        "rest": [
            Counter("coins", _("Coins"), _("1 VP for 2"), tally.coins, most["coins"], adds=(1, 3)),
            Counter("tactics", _("Tactic cards"), card, tally.tactics, most["tactics"]),
            Counter("soldiers", _("Soldier cards"), card, tally.soldiers, most["soldiers"]),
        ],
        "adjust": Counter("adjust", _("Adjustment"), "", tally.adjust, most["adjust"], -most["adjust"]),
    }


def undo(form: QueryDict, tally: Tally, houses: Sequence[str]) -> str:
    """Return what undo would take back, such as `coins 2`; "" for nothing."""
    last = form.get("last", "")
    if last == "support" and tally.support:
        return _("{house}’s card").format(house=tally.support)
    if last == "why":
        return _("the reason")
    for at, house in enumerate(houses):
        if last == f"tokens-{at}":
            return f"{house} {tally.influence[house]}"
    if last == "adjust":
        return _("adjusted by {points}").format(points=signed(tally.adjust))
    return str(COUNTS[last]).format(count=getattr(tally, last)) if last in COUNTS else ""
