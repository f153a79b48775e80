"""The fields of a typed year: the values in the form, else those recorded."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from games.dogs_of_war.years.typed_year import key
from scoring.dogs_of_war.entries import Contest


@dataclass(frozen=True)
class Count:
    """The field for one player’s captains on one side."""

    field: str
    value: str
    name: str


@dataclass(frozen=True)
class Typed:
    """The fields of one battle; `by` is the tracker’s distance, `side` whose side it favours, `counts` are the captains
    on either side.
    """

    key: str
    houses: Sequence[str]
    by: str
    side: str
    bonus: str
    counts: Sequence[Sequence[Count]]

    @property
    def number(self) -> int:
        return int(self.key.split("-")[1]) + 1


def shown(
    form: QueryDict, year: int, battle: int, seats: Sequence[str], known: Contest | None, houses: Sequence[str]
) -> Typed:
    """Return a battle’s fields: as typed, else as recorded, else empty; `houses` is the pair where it is decided
    already.
    """
    prefix = key(year, battle)
    pair = known.houses if known else houses
    counts = [
        [_count(form, f"c-{prefix}-{side}-{at}", name, known, side, at) for at, name in enumerate(seats)]
        for side in (0, 1)
    ]
    tracker = known.tracker if known and known.tracker is not None else None
    return Typed(
        key=prefix,
        houses=[form.get(f"h-{prefix}-{side}", pair[side] if pair else "") for side in (0, 1)],
        by=form.get(f"by-{prefix}", "" if tracker is None else str(abs(tracker)))[:4],
        side=form.get(f"for-{prefix}", "1" if (tracker or 0) < 0 else "0")[:1],
        bonus=form.get(f"bonus-{prefix}", known.bonus if known else "")[:200],
        counts=counts,
    )


def _count(form: QueryDict, field: str, name: str, known: Contest | None, side: int, at: int) -> Count:
    standing = known.captains.get(known.houses[side], {}).get(at, 0) if known else 0
    return Count(field, form.get(field, str(standing or ""))[:4], name)
