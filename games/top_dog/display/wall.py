"""The wall board: each player’s bar towards the target, the current round, and who has reached the target."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.entry.names import shortened
from games.entries.match_state import MatchState
from games.top_dog.display.callouts import call_outs
from games.top_dog.ending import notes_on_ending, verdict
from games.top_dog.entry.screen_wording import variation
from games.top_dog.progress_bar import ProgressBar, progress_bar
from scoring.top_dog import TOP_DOG, TopDogSheet, next_step

PLACES = (gettext_lazy("first"), gettext_lazy("second"), gettext_lazy("third"), gettext_lazy("fourth"))
CALLS = 2
LONG = 22  # letters


@dataclass(frozen=True)
class WallRow:
    """One player’s line of the board; `last` are the points of the latest round."""

    name: str
    sub: str
    last: int | None
    total: int
    mark: str
    progress: ProgressBar

    @property
    def is_long(self) -> bool:
        return len(self.name) > LONG


def wall(state: MatchState) -> Screen:
    """Return the screen of the wall board."""
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    calls = call_outs(state) if sheet.lines else []
    context = {
        "css": "wall-top",
        "rows": [_wall_row(sheet, state.names[seat], seat) for seat in sheet.active_seats],
        "line": sheet.lines[-1] if sheet.lines else None,
        "calls": [call for call in calls if call.at == str(len(sheet.lines))][:CALLS],
        **_now(sheet, names),
    }
    return Screen("games/top_dog/wall.html", context)


def _now(sheet: TopDogSheet, names: list[str]) -> dict[str, Any]:
    step = next_step(sheet)
    if step is None:
        return {"now": None, "verdict": verdict(sheet, names), "notes": notes_on_ending(sheet, names)}
    return {
        "now": step,
        "arranger": "" if step.arranger is None else names[step.arranger],
        "variation": variation(sheet),
        "is_last": bool(step.at_target) and step.arranger is not None,
        "ways": [
            (names[seat], _("{points} to go").format(points=left) if left else _("there"))
            for seat, left in step.to_go.items()
        ],
    }


def _wall_row(sheet: TopDogSheet, name: str, seat: int) -> WallRow:
    line = sheet.lines[-1] if sheet.lines else None
    place = next(rank.place for rank in TOP_DOG.ranks(sheet) if seat in rank.seats)
    words = [str(PLACES[place - 1])] if line else []
    words += [_("arranges")] if not sheet.finished and seat == sheet.arranger else []
    total = sheet.totals[seat]
    before = line.before[seat] if line else 0
    drawn = progress_bar(sheet.options.target, before, total, sheet.totals.values())
    mark = "top" if line and seat in line.leaders else ""
    return WallRow(name, ", ".join(words), line.points[seat] if line else None, total, mark, drawn)
