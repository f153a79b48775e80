"""What the club waits for while no table plays: final tables, drawn tables, pairings, or the next night."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.calendar.nights import tonight
from clubs.models import Club, Night
from games.base.entry.names import listed
from games.base.results import counts
from games.base.results.titles import FINALS
from leagues.draw.history import draws_of
from leagues.models import Playoff
from leagues.playoffs import state as playoff_state
from leagues.playoffs.seating.deal import NAMES
from leagues.playoffs.seating.obstacles import obstacles
from leagues.playoffs.state import State
from leagues.playoffs.wording import short
from leagues.wall.coming import NextStart
from leagues.wall.next_pairings import next_pairings

AT_ONCE = gettext_lazy("As soon as they are dealt.")


def next_start(club: Club, playoffs: Sequence[Playoff]) -> NextStart | None:
    """Return what comes next, or None; `playoffs` are those in progress. Two queries without any of them, five more if
    there is an open draw.
    """
    for playoff in playoffs:
        if playoff.kind == Playoff.Kind.GROUPS:
            state = playoff_state.read(playoff)
            if state.groups_over and not (state.winners or state.losers):
                return _finals(state)
    night = tonight(club)
    if night is None:
        rows = club.nights.filter(called_off_at=None, closed_at=None, starts_at__gt=timezone.now())
        night = rows.order_by("starts_at", "pk").first()
    of_night = _of_night(night) if night else None
    if of_night and of_night.tables:
        return of_night
    return next_pairings(each for each in playoffs if each.kind != Playoff.Kind.GROUPS) or of_night


def _finals(state: State) -> NextStart:
    """Return the seating of the final tables, or what prevents it."""
    title, names, obstacle = _("Next: final tables"), short(state), next(obstacles(state), "")
    if obstacle or not state.is_cut:
        return NextStart(title, None, obstacle)
    tables = [
        (str(FINALS[NAMES[stage]]), [names[key] for key in keys])
        for stage, keys in (("winners", state.up), ("losers", state.down))
    ]
    resting = [names[key] for key in state.out]
    return NextStart(title, None, str(AT_ONCE), tables, listed(resting) if resting else "")


def _of_night(night: Night) -> NextStart | None:
    """Return the drawn tables of the night, or else the night itself until it begins, or None."""
    is_to_come = night.starts_at > timezone.now()
    starts_at = night.starts_at if is_to_come else None
    draw = next((draw for draw in draws_of(night) if draw.is_open), None)
    if draw is None:
        return NextStart(_("Next: {night}").format(night=night.title), starts_at, night.place) if is_to_come else None
    count = len(draw.tables)
    return NextStart(
        _("Next: {tables}").format(tables=counts.tables(count)),
        starts_at,
        "" if is_to_come else str(AT_ONCE),
        [(table.name, table.short) for table in draw.tables],
        listed(draw.resting) if draw.resting else "",
    )
