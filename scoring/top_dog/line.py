"""A scored round of Top Dog: the line of the sheet."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from scoring.base import Line


class TopDogLine(Line, frozen=True, dict=True):
    """One scored round.

    `hands` were dealt (13 or 26) and `counted` of them were won by somebody, the dummy included. `won` are the hands of
    each seat, `dummy` the dummy's (None where none plays) and `against` the points for comparing with it by seat: +1, 0
    or −2 (TD-20). `arranger` is the seat whose turn it was to arrange (None without variation 2); `cycle_end` means
    that by now everybody has arranged equally often, which without variation 2 is true of every round. `before` are the
    totals before the round, `suits` those each took, where noted.
    """

    hands: int
    counted: int
    won: Mapping[int, int]
    dummy: int | None
    against: Mapping[int, int]
    arranger: int | None
    cycle_end: bool
    last_hand_tied: bool
    note: str
    before: Mapping[int, int]
    suits: Mapping[int, Sequence[str]]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Hands won and the circumstances, by seat; statistics and history read exactly these.

        `won` of `hands` that counted; `most` is 1 for every seat that won the most hands, the dummy aside; `arranged`
        is 1 for the arranger of the round (variation 2); `dummy` is the points for comparing with the dummy, only where
        one plays; `climb` is how many places the seat rose.
        """
        most = max(self.won.values())
        return {seat: _facts(self, seat, most) for seat in self.won}


def _facts(line: TopDogLine, seat: int, most: int) -> dict[str, int]:
    now = _place(line.totals, seat)
    facts = {
        "won": line.won[seat],
        "hands": line.counted,
        "most": int(line.won[seat] == most),
        "arranged": int(line.arranger == seat),
        "place": now,
        "climb": _place(line.before, seat) - now,
    }
    return facts if line.dummy is None else facts | {"dummy": line.against[seat]}


def _place(totals: Mapping[int, int], seat: int) -> int:
    """The place of a seat, from 1; tied seats share it."""
    return 1 + sum(total > totals[seat] for total in totals.values())
