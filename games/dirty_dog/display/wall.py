"""The wall board: totals in seat order, the current hand, the latest call-outs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import CallOutLine, Screen
from games.base.entry.names import shortened
from games.base.results.forecasts import Chance
from games.dirty_dog.display.callouts import call_out, merged
from games.dirty_dog.entry.entry_rows import mark_of
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet
from scoring.dirty_dog.finish import ranks

PLACES = (
    gettext_lazy("first"),
    gettext_lazy("second"),
    gettext_lazy("third"),
    gettext_lazy("fourth"),
    gettext_lazy("fifth"),
    gettext_lazy("sixth"),
    gettext_lazy("seventh"),
    gettext_lazy("eighth"),
    gettext_lazy("ninth"),
    gettext_lazy("tenth"),
)
# The most important first; without `in-the-box`, because the board draws the box.
ORDER = (
    "first-place-loser",
    "sbr",
    "door-knob",
    "dog-pile",
    "easy-chico",
    "bottom-buddies",
    "clean-run",
    "spooning",
    "proximity-alert",
    "no-trump",
    "overbid",
    "float-age",
    "floater",
)


@dataclass(frozen=True)
class WallRow:
    """One player’s line of the board; `last` are the points of the latest hand, `chance` is the chance to win where the
    club shows it.
    """

    seat: int
    name: str
    sub: str
    last: int | None
    total: int
    mark: str
    chance: Chance | None = None

    @property
    def is_long(self) -> bool:
        return len(self.name) > 22


def wall(state: MatchState) -> Screen:
    """Return the screen of the wall board."""
    sheet = state.sheet_as(DirtyDogSheet)
    scored = [line for line in sheet.lines if not line.void]
    line = scored[-1] if scored else None
    names = shortened(state.names)
    context = {
        "rows": [_wall_row(sheet, line, state.names[seat], seat, place) for seat, place in _places(sheet)],
        "line": line,
        "now": None if sheet.finished else {"hand": sheet.hand + 1, "hands": len(sheet.planned), "cards": sheet.cards},
        "dealer": names[sheet.dealer],
        "calls": _calls(sheet, scored, names),
        "winners": [names[seat] for seat in sheet.winners],
        "losers": [names[seat] for seat in sheet.losers],
    }
    return Screen("games/dirty_dog/wall.html", context)


def _places(sheet: DirtyDogSheet) -> list[tuple[int, int]]:
    """Return (seat, place) of all active seats clockwise; at the end also of seats that left and are at the bottom."""
    place = {seat: rank.place for rank in ranks(sheet) for seat in rank.seats}
    low = sheet.ending.tied_bottom if sheet.ending and sheet.ending.tied_bottom else ()
    return [(seat, place[seat]) for seat in sheet.seating_order if seat in sheet.active_seats or seat in low]


def _wall_row(sheet: DirtyDogSheet, line: DirtyDogLine | None, name: str, seat: int, place: int) -> WallRow:
    words = [str(PLACES[place - 1]) if line else "", *_turn(sheet, seat)]
    mark = "" if line is None else mark_of(sheet, seat)
    last = line.points.get(seat) if line else None
    return WallRow(seat, name, ", ".join(filter(None, words)), last, sheet.totals[seat], mark)


def _turn(sheet: DirtyDogSheet, seat: int) -> list[str]:
    if seat in sheet.departed:
        return [_("left")]
    if sheet.finished or len(sheet.order) < 2:
        return []
    if seat == sheet.dealer:
        return [_("deals")]
    return [_("bids first")] if seat == sheet.order[0] else []


def _calls(sheet: DirtyDogSheet, scored: Sequence[DirtyDogLine], names: list[str]) -> list[CallOutLine]:
    """Return the call-outs of the latest hand, the most important first, as many as fit."""
    if not scored:
        return []
    calls = [call for call in (*scored[-1].callouts, *sheet.closing) if call.term in ORDER]
    calls.sort(key=lambda call: ORDER.index(call.term))
    return list(fitting(merged(call_out(call, scored[-1], names) for call in calls)))


def fitting(callouts: Iterable[CallOutLine]) -> Iterator[CallOutLine]:
    """Yield call-outs until the board’s nine lines are full; a heading takes two lines, and a line holds about 34
    characters.
    """
    taken = 0
    for each in callouts:
        lines = 2 + ceil(len(each.words) / 34)
        if taken and taken + lines > 9:
            return
        taken += lines
        yield each
