"""What the club waits for while no table plays: the final tables, tables that are drawn, the night, the next night."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from clubs.calendar.nights import tonight
from clubs.club_day import club_day
from clubs.models import Club, Night
from games.base.names import counted, listed
from games.base.titles import in_words
from leagues.draw.history import draws_of
from leagues.models import Playoff
from leagues.playoffs import state as playoff_state
from leagues.playoffs.deal import NAMES
from leagues.playoffs.state import State
from leagues.playoffs.wording import obstacles, short

AT_ONCE = "As soon as they are dealt."
HOUR, MINUTES = 60, 90  # up to so many minutes are counted in minutes


@dataclass(frozen=True)
class NextStart:
    """`starts_at` is None where only the deal is waited for; `about` is a line of words, `tables` who sits where."""

    title: str
    starts_at: datetime | None = None
    about: str = ""
    tables: Sequence[tuple[str, Sequence[str]]] = ()
    resting: str = ""

    @property
    def wait(self) -> str:
        """`12 minutes`, `3 hours`; nothing for another day."""
        if self.starts_at is None or club_day(self.starts_at) != club_day():
            return ""
        minutes = -((timezone.now() - self.starts_at) // timedelta(minutes=1))
        return counted(minutes, "minute") if minutes <= MINUTES else counted(round(minutes / HOUR), "hour")


def next_start(club: Club, playoffs: Iterable[Playoff]) -> NextStart | None:
    """`playoffs` are those with groups that go on. Two queries without any of them, five more where a draw waits."""
    for playoff in playoffs:
        state = playoff_state.read(playoff)
        if state.groups_over and not (state.winners or state.losers):
            return _finals(state)
    night = tonight(club)
    if night is None:
        rows = club.nights.filter(called_off_at=None, closed_at=None, starts_at__gt=timezone.now())
        night = rows.order_by("starts_at", "pk").first()
    return _of_night(night) if night else None


def _finals(state: State) -> NextStart:
    """Who sits where, or what stands in the way of it."""
    title, names, obstacle = "Next: final tables", short(state), next(obstacles(state), "")
    if obstacle or not state.is_cut:
        return NextStart(title, None, obstacle)
    tables = [
        (NAMES[stage], [names[key] for key in keys]) for stage, keys in (("winners", state.up), ("losers", state.down))
    ]
    resting = [names[key] for key in state.out]
    return NextStart(title, None, AT_ONCE, tables, listed(resting) if resting else "")


def _of_night(night: Night) -> NextStart | None:
    """The tables that are drawn for it, else the night alone until it begins."""
    is_to_come = night.starts_at > timezone.now()
    starts_at = night.starts_at if is_to_come else None
    draw = next((draw for draw in draws_of(night) if draw.is_open), None)
    if draw is None:
        return NextStart(f"Next: {night.title}", starts_at, night.place) if is_to_come else None
    count = len(draw.tables)
    return NextStart(
        f"Next: {in_words(count)} table{'s' * (count != 1)}",
        starts_at,
        "" if is_to_come else AT_ONCE,
        [(table.name, table.short) for table in draw.tables],
        listed(draw.resting) if draw.resting else "",
    )
