"""The wall board: the VP won in battle, never the tokens behind the screens; the current battles; the house values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.base.display import Screen
from games.base.entry.names import listed, shortened
from games.dogs_of_war.tallies.svg import wall_track
from games.dogs_of_war.words.battle_wording import captains_in_words
from games.dogs_of_war.years.open_year import sheet_of, step_of
from games.entries.match_state import MatchState
from scoring.dogs_of_war import DOGS_OF_WAR, DogsOfWarSheet
from scoring.dogs_of_war.line import BattleLine
from scoring.dogs_of_war.variants import glory

TEMPLATE = "games/dogs_of_war/wall.html"
COVERED = gettext_lazy("VP won in battle. Screens stay up until the tally.")
UNCOVERED = gettext_lazy("All tallies are uncovered.")
PLACES = (
    pgettext_lazy("place", "first"),
    pgettext_lazy("place", "second"),
    pgettext_lazy("place", "third"),
    pgettext_lazy("place", "fourth"),
    pgettext_lazy("place", "fifth"),
)


@dataclass(frozen=True)
class WallRow:
    """One player’s line of the board; `last` are the points of the latest year."""

    name: str
    sub: str
    last: int | None
    total: int
    mark: str

    @property
    def is_long(self) -> bool:
        return len(self.name) > 22


@dataclass(frozen=True)
class Track:
    """One battle: the tracker’s distance is in `left` or `right`, on the side it favours; the other is ""."""

    houses: Sequence[str]
    left: str
    right: str
    drawing: SafeString


def wall(state: MatchState) -> Screen:
    """Return the screen of the wall board."""
    sheet, names = sheet_of(state), shortened(state.names)
    context = {
        "css": "wall-war",
        "footer": UNCOVERED if sheet.complete else COVERED,
        "rows": [_wall_row(sheet, state.names[seat], seat) for seat in sheet.active_seats],
        "now": _now(sheet, names),
        "tracks": [_track(sheet, line) for line in _battles(sheet)],
        "tracks_of": _whose(sheet),
        "values": list(_values(sheet).items()),
        "tally": _tally(sheet, names),
        "winners": listed(names[seat] for seat in sheet.winners) if sheet.winners else "",
        "is_over": sheet.complete,
    }
    return Screen(TEMPLATE, context)


def _wall_row(sheet: DogsOfWarSheet, name: str, seat: int) -> WallRow:
    place = {seat: rank.place for rank in DOGS_OF_WAR.ranks(sheet) for seat in rank.seats}[seat]
    line = sheet.lines[-1] if sheet.lines else None
    words = [str(PLACES[place - 1])] if line else []
    if not sheet.finished and step_of(sheet).first_player == seat:
        words.append(_("first player"))
    top = max(sheet.totals.values())
    mark = "top" if line and sheet.totals[seat] == top and (top > 0 or sheet.complete) else ""
    last = line.points[seat] if line and not sheet.complete else None
    return WallRow(name, ", ".join(words), last, sheet.totals[seat], mark)


def _now(sheet: DogsOfWarSheet, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the year on the table; None once all years are over."""
    if sheet.finished:
        return None
    step = step_of(sheet)
    first = "" if step.first_player is None else names[step.first_player]
    return {"number": step.number, "years": step.years, "captains": captains_in_words(step.captains), "first": first}


def _battles(sheet: DogsOfWarSheet) -> list[BattleLine]:
    """Return the battles of the open year; between two years those of the last one."""
    if sheet.open is not None:
        return [each.line for each in step_of(sheet).battles if each.line]
    return list(sheet.years[-1].battles) if sheet.years else []


def _whose(sheet: DogsOfWarSheet) -> str:
    return (
        _("The battles now")
        if sheet.open is not None
        else _("The battles of year {years}").format(years=len(sheet.years))
    )


def _track(sheet: DogsOfWarSheet, line: BattleLine) -> Track:
    far = str(line.margin)
    left, right = (far if line.tracker > 0 else ""), (far if line.tracker < 0 else "")
    return Track(line.houses, left, right, wall_track(line.tracker, glory(sheet.options)))


def _values(sheet: DogsOfWarSheet) -> dict[str, int]:
    """Return the house values, including what the open year has changed so far."""
    return dict(sheet.values if sheet.finished else step_of(sheet).values)


def _tally(sheet: DogsOfWarSheet, names: Sequence[str]) -> str:
    """Return who is still counting, without any figures; "" before and after the tally."""
    if not sheet.finished or sheet.complete:
        return ""
    return _("Still counting: {names}.").format(names=listed(names[seat] for seat in sheet.missing))
