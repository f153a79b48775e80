"""The tables of a night as they stand: the current round, seats with places and totals, and marks for the highest and
lowest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.access import Access
from clubs.calendar.nights import late_by
from clubs.language.locales import comma_separated, date_format
from clubs.language.terms import capital, name_of
from clubs.models import Attendance, Club, Night
from clubs.models.calendar import club_day
from games.access import TONIGHT
from games.base import wording
from games.base.display import Now
from games.base.names import shortened
from games.base.wording import game_name, table_of, table_order
from games.entries.match_state import MatchState, load_many, seats_of
from games.models import Entry, Match
from games.registry import table_game
from leagues.attendance.strip import AttendanceTiles
from leagues.models import Fixture
from leagues.playoffs.ending import over_at

WIDTH, MOST_PIPS = 15, 40
STAGES = {"winners": 0, "losers": 1}  # groups come after these
WAITS = gettext_lazy("waiting to be confirmed")
QUIET = timedelta(minutes=15)  # without an entry; longer is said


@dataclass(frozen=True)
class TablePlayer:
    """One player in seat order; `place` is from 1, `mark` is "top", "low" or "", `is_gone` means left early."""

    name: str
    short: str
    place: int
    total: int
    mark: str
    is_gone: bool = False


@dataclass(frozen=True)
class Pips:
    """A row of small cards, one a round; `each` are (x, CSS class), `width` is in SVG units."""

    width: int
    each: Sequence[tuple[int, str]]


@dataclass(frozen=True)
class TableNow:
    """`word` is what the game calls a round, `now` the current round (None once the match is over), `state` in words
    how far it is or how it ended. Of an open match, `go_on` is the label of the button to its table, `waits` what it
    waits for, and `quiet` the minutes for which nothing was entered, if they are many.
    """

    match: Match
    name: str
    game: str
    word: str
    now: Now | None
    state: str
    pips: Pips | None
    rows: Sequence[TablePlayer]
    go_on: str = ""
    waits: str = ""
    quiet: int = 0

    @property
    def is_scored(self) -> bool:
        return self.match.rounds > 0

    @property
    def ends(self) -> list[TablePlayer]:
        """The first with the highest total, and the first with the lowest where the game has a circle."""
        marked = {row.mark: row for row in reversed(self.rows) if row.mark}
        return [marked[mark] for mark in ("top", "low") if mark in marked]


def watched(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return the matches with `heard_at`, when the last entry came, and `held_by`, the device that keeps the score;
    both may be None.
    """
    last = Entry.objects.filter(match=OuterRef("pk")).order_by("-number", "-revision").values("received_at")[:1]
    return matches.annotate(heard_at=Subquery(last), held_by=F("scorekeeper_lock__holder"))


def holds_lock(match: Match, device: UUID | None) -> bool:
    """Whether this device keeps the score; the match is one of `watched`."""
    return device is not None and vars(match)["held_by"] == device


def last_entry_at(match: Match) -> datetime:
    """Return when the last entry came, or the start; the match is one of `watched`."""
    return vars(match)["heard_at"] or match.started_at


def matches_of(night: Night) -> list[Match]:
    """Return the matches as `watched`, open ones first; those of a play-off as winners’ table, losers’ table, groups;
    the others by table.
    """
    rows = watched(night.matches.select_related("fixture"))
    return sorted(rows, key=lambda match: (not match.is_open, order(match)))


def order(match: Match) -> tuple[Any, ...]:
    """Return the sort key among tables. Reads `match.fixture`, which must have been selected with the match."""
    fixture = getattr(match, "fixture", None)
    stage = STAGES.get(fixture.stage, len(STAGES)) if fixture else len(STAGES)
    return (stage, table_order(match), match.started_at)


def tables_of(night: Night) -> list[MatchState]:
    """Return the public state of every match of the night. Three queries."""
    rows = matches_of(night)
    return [state.public for state in load_many(rows, seats_of(rows))]


def table_now(state: MatchState, waits: str = "") -> TableNow:
    """Return the table as it stands; `waits` says what a complete sheet waits for, if known."""
    match, display = state.match, table_game(state.match.game).display
    now = display.now(state) if match.is_open else None
    name = table_of(match) or name_of(state.engine)
    return TableNow(
        match=match,
        name=capital(name),
        game=game_name(match),
        word=display.round_word,
        now=now,
        state=waits or (str(WAITS) if match.is_waiting else display.state(state)),
        pips=_pips(now, len(state.sheet.lines)) if now else None,
        rows=_rows(state),
        go_on=display.go_on(state) if match.is_open else "",
        waits=display.waits(state) if match.is_open else "",
        quiet=_quiet(state) if match.is_open else 0,
    )


def _quiet(state: MatchState) -> int:
    since = timezone.now() - max([state.match.started_at, *(entry.received_at for entry in state.history)])
    return since // timedelta(minutes=1) if since >= QUIET else 0


def finished_groups(tables: Sequence[TableNow]) -> list[TableNow]:
    """Return the finished groups of a play-off whose final tables are dealt; they are shown below a separator."""
    stages = [getattr(getattr(table.match, "fixture", None), "stage", "") for table in tables]
    if not STAGES.keys() & stages:
        return []
    return [table for table, stage in zip(tables, stages, strict=True) if stage == "group" and not table.now]


def _pips(now: Now, done: int) -> Pips | None:
    if not 1 < now.of <= MOST_PIPS:
        return None
    css = ["pip-on" if at < now.number - 1 else "pip-cur" if at == now.number - 1 else "pip" for at in range(now.of)]
    return Pips(WIDTH * now.of + 4, [(WIDTH * at + 2, one) for at, one in enumerate(css)])


def _rows(state: MatchState) -> list[TablePlayer]:
    sheet = state.sheet
    place = {seat: rank.place for rank in state.engine.ranks(sheet) for seat in rank.seats}
    marks, short = marks_of(state), shortened(state.names)
    return [
        TablePlayer(
            state.names[seat],
            short[seat],
            place.get(seat, 0),
            total,
            marks.get(seat, ""),
            seat not in sheet.active_seats,
        )
        for seat, total in sheet.totals.items()
    ]


def marks_of(state: MatchState) -> Mapping[int, str]:
    """Return "top" for the highest total (shown as a box), and "low" for the lowest (a circle, in games that have one),
    by seat; {} before the first round and while all are equal.
    """
    sheet = state.sheet
    totals = [sheet.totals[seat] for seat in sheet.active_seats]
    if not sheet.lines or not totals or max(totals) == min(totals):
        return {}
    if sheet.winners:
        return dict.fromkeys(sheet.losers, "low") | dict.fromkeys(sheet.winners, "top")
    top = {seat: "top" for seat in sheet.active_seats if sheet.totals[seat] == max(totals)}
    lowest = sheet.losers or [seat for seat in sheet.active_seats if sheet.totals[seat] == min(totals)]
    low = dict.fromkeys(lowest, "low")
    return (low if table_game(state.match.game).display.has_circle else {}) | top


def seats_at_tables(states: Sequence[MatchState]) -> dict[int, Match]:
    """Return, by player, the match where the player sits, or else sat."""
    by_player: dict[int, Match] = {}
    for state in reversed(states):
        for seat in state.seats:
            if seat.position in state.sheet.active_seats or not state.match.is_open:
                by_player[seat.player_id] = state.match
    return by_player


# The sentence at the head of a night's page: the day, how many players and tables, the start.


HOUR, DAY = 60, 24 * 60


def lead(night: Night, states: Sequence[MatchState], people: AttendanceTiles) -> str:
    """Return the sentence at the head of the page."""
    start = timezone.localtime(night.starts_at)
    day = date_format(club_day(night.starts_at), "j F Y" if not night.name else "l, j F Y")
    if night.called_off_at:
        reason = night.reason or _("the dogs stay at home")
        return _("{day}. Called off: {reason}.").format(day=day, reason=reason)
    seated = {seat.player_id for state in states for seat in state.seats}
    dogs = len(seated) or people.count(Attendance.State.HERE) + people.count(Attendance.State.LEFT)
    who = [wording.dogs(dogs)] if dogs else []
    what = comma_separated([*who, *tables_in_words([state.match for state in states])])
    if night.closed_at:
        return _ended(night, day, what)
    has_begun = start <= timezone.now()
    if what:
        words = _("{day}. {what}, started {time}.") if has_begun else _("{day}. {what}, starts {time}.")
    else:
        words = _("{day}. Started {time}.") if has_begun else _("{day}. Starts {time}.")
    begins = words.format(day=day, what=capital(what), time=date_format(start, "H:i"))
    return " ".join(filter(None, (begins, _clock(night))))


def lead_under_day(night: Night) -> str:
    """Return the sentence at the head of a night ahead that has its day as headline: `Starts 19:30. In 2 days.`"""
    begins = _("Starts {time}.").format(time=date_format(timezone.localtime(night.starts_at), "H:i"))
    return " ".join(filter(None, (begins, _clock(night))))


def _ended(night: Night, day: str, what: str) -> str:
    """Return `5 May 2026. Over at 23:10: ten dogs, two tables.`"""
    if not (night.has_times and night.closed_at):
        return (_("{day}. Over: {what}.") if what else _("{day}. Over.")).format(day=day, what=what)
    if not what:
        return over_at(day, night.closed_at)
    time = date_format(timezone.localtime(night.closed_at), "H:i")
    return _("{day}. Over at {time}: {what}.").format(day=day, what=what, time=time)


def tables_in_words(matches: Sequence[Match]) -> list[str]:
    """Return `two groups`, `two final tables` for a play-off, otherwise how many tables were played at once; [] without
    a match. Reads `match.fixture`, which must have been selected with the match.
    """
    fixtures = [getattr(match, "fixture", None) for match in matches]
    stages = [fixture.stage for fixture in fixtures if fixture]
    if groups := stages.count(Fixture.Stage.GROUP):
        finals = stages.count(Fixture.Stage.WINNERS) + stages.count(Fixture.Stage.LOSERS)
        return [wording.groups(groups), *([wording.final_tables(finals)] if finals else ())]
    return [wording.tables(tables_at_once(matches))] if matches else []


def tables_at_once(matches: Sequence[Match]) -> int:
    """Return the most tables that were played at the same time: successive matches count as one table."""
    return max([1, *(sum(_is_on(other, match.started_at) for other in matches) for match in matches)])


def _is_on(match: Match, at: datetime) -> bool:
    ended = match.finished_at or match.abandoned_at
    return match.started_at <= at and (ended is None or at < ended)


def _clock(night: Night) -> str:
    """Return how far away the start is, or what time it is while the night goes on; "" later."""
    minutes = -late_by(night, timezone.now())
    if minutes > DAY:
        return ngettext("In {count} day.", "In {count} days.", minutes // DAY).format(count=minutes // DAY)
    if minutes > HOUR:
        return ngettext("In {count} hour.", "In {count} hours.", minutes // HOUR).format(count=minutes // HOUR)
    now = _("It is {time}.").format(time=date_format(timezone.localtime(), "H:i"))
    return now if minutes > -DAY / 2 else ""


# Finding a night, with a check of who may see it.


def night_for(club: Club, access: Access, pk: int) -> Night:
    """Return the night. Raises Http404 if there is none; for visitors (by a link) also if it is not tonight."""
    row = get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)
    if not access.can_read_history and not is_tonight(row):
        raise Http404
    return row


def is_tonight(row: Night) -> bool:
    """Whether the night starts at most TONIGHT before or after now."""
    return abs(timezone.now() - row.starts_at) <= TONIGHT
