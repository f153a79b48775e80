"""What the club waits for, as shown on the wall between two matches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.calendar.nights import tonight
from clubs.models import Club, Night
from clubs.models.calendar import club_day
from games.base import wording
from games.base.names import listed, shortened
from games.base.wording import FINALS, in_words
from games.registry import table_game
from leagues.draw.draw import draws_of
from leagues.models import Playoff
from leagues.playoffs import state as playoff_state
from leagues.playoffs.deal import NAMES
from leagues.playoffs.finals import obstacles
from leagues.playoffs.pairings import Pairing, read
from leagues.playoffs.state import State
from leagues.playoffs.wording import short

HOUR, MINUTES = 60, 90  # minutes in an hour; the longest wait that is given in minutes


@dataclass(frozen=True)
class NextStart:
    """`starts_at` is None if only the deal is waited for; `about` is a sentence, `tables` are (name, short names in
    seat order), `resting` names those who sit out.
    """

    title: str
    starts_at: datetime | None = None
    about: str = ""
    tables: Sequence[tuple[str, Sequence[str]]] = ()
    resting: str = ""

    @property
    def wait(self) -> str:
        """The time until the start: `12 minutes`, `3 hours`; "" if it is not today."""
        if self.starts_at is None or club_day(self.starts_at) != club_day():
            return ""
        minutes = -((timezone.now() - self.starts_at) // timedelta(minutes=1))
        if minutes == 0:
            return _("less than a minute")
        if minutes <= MINUTES:
            return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
        hours = round(minutes / HOUR)
        return ngettext("{count} hour", "{count} hours", hours).format(count=hours)


# The pairings of a knock-out or a round robin that can be played next.


MOST_PAIRINGS = 8  # pairings on the wall
AS_SOON = gettext_lazy("As soon as both are here.")


def next_pairings(contests: Iterable[Playoff]) -> NextStart | None:
    """Return the pairings of the earliest open round of the first contest that has any, or None; four queries for each
    contest.
    """
    return next((found for each in contests if (found := _next_of(each))), None)


def _next_of(contest: Playoff) -> NextStart | None:
    pairings = [each for each in read(contest).pairings if can_begin(each, contest)]
    coming = [each for each in pairings if each.round == pairings[0].round]
    if not coming:
        return None
    title = _("Next: {kind}, {game}").format(kind=contest.get_kind_display(), game=table_game(contest.game).name)
    about = str(AS_SOON)
    if len(coming) > MOST_PAIRINGS:
        first = _("The first {number} of {count} pairings.").format(number=in_words(MOST_PAIRINGS), count=len(coming))
        about = f"{first} {AS_SOON}"
    return NextStart(title, None, about, _tables(coming, contest)[:MOST_PAIRINGS])


def can_begin(pairing: Pairing, contest: Playoff) -> bool:
    """Whether both players are known and the match has not begun; a level match of a knock-out is played again."""
    is_again = pairing.is_level and contest.kind == Playoff.Kind.KNOCKOUT
    return pairing.is_ready and not pairing.is_bye and (pairing.match is None or is_again)


def _tables(pairings: Sequence[Pairing], contest: Playoff) -> list[tuple[str, Sequence[str]]]:
    pairs = [[player.label for player in (each.one, each.two) if player] for each in pairings]
    short = shortened([label for pair in pairs for label in pair])
    match, is_bracket = _("{round}, match {number}"), contest.kind == Playoff.Kind.KNOCKOUT
    names = [each.title if is_bracket else match.format(round=each.title, number=each.number) for each in pairings]
    return [(name, short[2 * at : 2 * at + 2]) for at, name in enumerate(names)]


# What the club waits for while no table plays: final tables, drawn tables, pairings, or the next night.


ONCE_DEALT = gettext_lazy("As soon as they are dealt.")


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
    return NextStart(title, None, str(ONCE_DEALT), tables, listed(resting) if resting else "")


def _of_night(night: Night) -> NextStart | None:
    """Return the drawn tables of the night, or else the night itself until it begins, or None."""
    is_to_come = night.starts_at > timezone.now()
    starts_at = night.starts_at if is_to_come else None
    draw = next((draw for draw in draws_of(night) if draw.is_open), None)
    if draw is None:
        return NextStart(_("Next: {night}").format(night=night.title), starts_at, night.place) if is_to_come else None
    count = len(draw.tables)
    return NextStart(
        _("Next: {tables}").format(tables=wording.tables(count)),
        starts_at,
        "" if is_to_come else str(ONCE_DEALT),
        [(table.name, table.short) for table in draw.tables],
        listed(draw.resting) if draw.resting else "",
    )
