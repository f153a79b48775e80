"""The steps of a night (coming, here, draw, tables, over), drawn as a strip at the head of its pages."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.models import Attendance, Night
from games.models import Match
from leagues.draw.history import ShownDraw
from leagues.models import Fixture
from leagues.nights.attendance.tiles import AttendanceTiles
from leagues.nights.next_step import is_long_over

COMING, HERE, DRAW, OVER = "coming", "here", "draw", "over"
GROUPS, TABLES = ("groups", "finals"), ("tables",)
NAMES = {
    COMING: gettext_lazy("Coming"),
    HERE: gettext_lazy("Here"),
    DRAW: pgettext_lazy("of the tables", "Draw"),
    GROUPS[0]: gettext_lazy("Groups"),
    GROUPS[1]: gettext_lazy("Finals"),
    TABLES[0]: gettext_lazy("Tables"),
    OVER: gettext_lazy("Over"),
}
FINALS = {Fixture.Stage.WINNERS, Fixture.Stage.LOSERS}


@dataclass(frozen=True)
class Step:
    """One step; `is_past` means finished, `is_now` the current one."""

    name: str | Promise
    is_past: bool
    is_now: bool


def steps_of(night: Night, matches: Sequence[Match], people: AttendanceTiles, draws: Sequence[ShownDraw]) -> list[Step]:
    """Return five steps, or six if there are groups; [] for a night that was called off. No queries."""
    if night.called_off_at:
        return []
    stages = {getattr(getattr(match, "fixture", None), "stage", "") for match in matches}
    tables = GROUPS if stages & {Fixture.Stage.GROUP, *FINALS} else TABLES
    if night.closed_at or (is_long_over(night) and not any(match.is_open for match in matches)):
        now = OVER
    elif any(draw.is_open for draw in draws):
        now = DRAW
    elif matches:
        now = tables[-1] if stages & FINALS else tables[0]
    else:
        now = HERE if people.count(Attendance.State.HERE) else COMING
    return _steps(tables, now)


def setup_steps(*, is_drawn: bool, is_playoff: bool) -> list[Step]:
    """Return the steps for the page on which the tables are set up."""
    return _steps(GROUPS if is_playoff else TABLES, DRAW if is_drawn else HERE)


def playoff_steps(night: Night, *, has_finals: bool) -> list[Step]:
    """Return the steps for the page of the play-off."""
    return _steps(GROUPS, OVER if night.closed_at else GROUPS[has_finals])


def _steps(tables: Sequence[str], now: str) -> list[Step]:
    steps = (COMING, HERE, DRAW, *tables, OVER)
    at = steps.index(now)
    return [Step(NAMES[step], place < at, place == at) for place, step in enumerate(steps)]
