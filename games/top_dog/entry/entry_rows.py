"""The parts of the round’s screen: a row per player with a bar towards the target, a key per number, the pips."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.utils.translation import gettext as _

from games.top_dog.entry.count import KEYS, Count
from games.top_dog.entry.form import DUMMY, field
from games.top_dog.progress_bar import ProgressBar, progress_bar
from scoring.top_dog import TopDogSheet

MOST_OVER = 6
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Key:
    """One number key of a row; one that is more than what is left cannot be chosen."""

    value: int
    is_chosen: bool
    css: str
    label: str

    @property
    def is_disabled(self) -> bool:
        """Whether the number is more than what is left."""
        return self.css == "is-beyond"


@dataclass(frozen=True)
class Row:
    """One player’s row, or the dummy’s; rows keep their position while numbers are entered. `rest` is the number filled
    in for the last place, None for others.
    """

    place: str
    name: str
    short: str
    field: str
    value: int | None
    rest: int | None
    most: int
    role: str
    css: str
    keys: Sequence[Key]
    points: int | None = None
    total: int | None = None
    mark: str = ""
    progress: ProgressBar | None = None
    suit: str = ""


def rows(
    now: Count, names: Sequence[str], short: Sequence[str], picked: str, form: Mapping[str, str] = NOTHING
) -> list[Row]:
    """Return a row per place; `picked` is the one whose keys a phone shows, `form` the fields with the suits chosen."""
    return [replace(_row(now, place, names, short, picked), suit=form.get(f"suit-{place}", "")) for place in now.places]


def _row(now: Count, place: str, names: Sequence[str], short: Sequence[str], picked: str) -> Row:
    row = Row(
        place=place,
        name=_("The dummy") if place == DUMMY else names[int(place)],
        short=_("the dummy") if place == DUMMY else short[int(place)],
        field=field(place, by_cards=now.by_cards),
        value=now.given.get(place),
        rest=now.left if now.auto == place else None,
        most=max(now.most(place), 0),
        role=", ".join(_roles(now, place)),
        css=" ".join(filter(None, ("is-done" if place in now.counted else "", "is-picked" if place == picked else ""))),
        keys=[_key(now, place, value) for value in range(now.step.hands + 1)] if now.has_keys else [],
    )
    return row if place == DUMMY else _with_total(now, int(place), row)


def _with_total(now: Count, seat: int, row: Row) -> Row:
    """Return a player’s row with points, total, mark and bar, which the dummy does not have."""
    before, points = now.step.totals[seat], now.points(seat)
    total = before + (points or 0)
    mark = "top" if seat in leaders(now.after or now.sheet) else ""
    drawn = progress_bar(now.step.target, before, total, _totals(now))
    return replace(row, points=points, total=total, mark=mark, progress=drawn)


def _totals(now: Count) -> list[int]:
    """All totals before the round, and after it where they are known."""
    return [*now.step.totals.values(), *(now.after.totals.values() if now.after else ())]


def leaders(sheet: TopDogSheet) -> tuple[int, ...]:
    """The seats in the box after the last round; () before the first."""
    return sheet.lines[-1].leaders if sheet.lines else ()


def _roles(now: Count, place: str) -> list[str]:
    roles = [_("arranges")] if place == str(now.step.arranger) else []
    if place == now.auto:
        roles.append(_("has the rest"))
    if place == DUMMY:
        return [*roles, _("cannot win the game")]
    return roles


def _key(now: Count, place: str, value: int) -> Key:
    is_chosen = now.given.get(place) == value
    css = "" if is_chosen else "is-auto" if _is_rest(now, place, value) else "is-beyond" * (value > now.most(place))
    return Key(value, is_chosen, css, _key_label(value, css, is_chosen=is_chosen))


def _key_label(value: int, css: str, *, is_chosen: bool) -> str:
    """Return the key’s label for screen readers."""
    if css == "is-auto":
        return _("{hands}, the rest").format(hands=value)
    if css == "is-beyond":
        return _("{hands}, more than are left").format(hands=value)
    return _("{hands}, won").format(hands=value) if is_chosen else str(value)


def _is_rest(now: Count, place: str, value: int) -> bool:
    return place == now.auto and value == now.left


def pips(now: Count) -> list[tuple[str, int, int]]:
    """Return one pip per hand: its CSS suffix, its x coordinate and its width in pixels. Pips beyond the sum are at the
    end, in red.
    """
    won, due = sum(now.counted.values()) // now.unit, now.due // now.unit
    css = ["-on"] * min(won, due) + [""] * max(due - won, 0) + ["-off"] * now.is_tied
    css += ["-over"] * min(max(won - due, 0), MOST_OVER)
    step, width = (26, 20) if now.step.hands < KEYS else (13, 8)
    return [(each, 2 + step * at, width) for at, each in enumerate(css)]
