"""Who holds which trophy, and for how long in a row, derived from the awards (DD-35, DD-51, LG-02)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from itertools import groupby, takewhile
from operator import or_
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import ordinal
from clubs.models import Club, Night, Player, Season
from clubs.models.calendar import club_day
from clubs.queries import Read
from games import registry
from games.base.names import isolated, listed, shortened
from games.base.statistics import BACK_TO_BACK
from games.base.wording import numbered
from games.consequences.league import LOSER, WINNER
from games.entries.match_state import MatchState, fold
from games.models import Entry, Match
from leagues.models import Award, Trophy
from leagues.trophies import contests
from leagues.trophies.timeline import Timeline, draw
from scoring.messages import translated

NEWEST = ("-awarded_at", "-pk")
ENOUGH = 30  # awards of each trophy that are read for the timeline
BEFORE_ALL = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Holder:
    """A trophy, its holder and since when; `times` counts how often it was taken in succession, `played` how many of
    these by playing.
    """

    trophy: Trophy
    player: Player
    since: datetime
    times: int
    played: int

    @property
    def is_cone(self) -> bool:
        return self.trophy.rule == LOSER

    @property
    def defended(self) -> int:
        """How often the holder kept the trophy after taking it."""
        return self.times - 1

    @property
    def days(self) -> int:
        """For how many days of the club the trophy has been held."""
        return (club_day() - club_day(self.since)).days

    @property
    def back_to_back(self) -> bool:
        """Whether it was won at least twice in succession (DD-G10)."""
        return self.played > 1

    @property
    def callout(self) -> str:
        """The name of that call-out."""
        return translated(BACK_TO_BACK)


@dataclass(frozen=True)
class Taken:
    """A trophy that a player took at the end of a match, and its holder before."""

    trophy: Trophy
    player: Player
    before: Player | None

    @property
    def is_cone(self) -> bool:
        return self.trophy.rule == LOSER


def live() -> QuerySet[Award]:
    """Return the awards that are not withdrawn."""
    return Award.objects.filter(withdrawn_at__isnull=True)


def last_winner(club_id: int, game: str) -> Player | None:
    """Return who won the last match or play-off for the winner's trophy (HR-DD-14), not counting awards by hand; one
    query.
    """
    won = live().filter(trophy__club=club_id, trophy__game=game, trophy__rule=WINNER, trophy__retired_at=None)
    award = won.exclude(match=None, playoff=None).select_related("player").order_by(*NEWEST).first()
    return award.player if award else None


def holders(club_id: int, game: str | None = None) -> list[Holder]:
    """Return the holders of all trophies in use. Two queries, however long the history."""
    return [holder for _, held in on_show(club_id, game) for holder in held]


def on_show(club_id: int, game: str | None = None) -> list[tuple[Trophy, list[Holder]]]:
    """Return every trophy in use, in the order of the games, with its holders: several after a shared win, [] if it was
    never taken. Two queries.
    """
    newest = live().filter(trophy=OuterRef("pk")).order_by(*NEWEST).values("awarded_at")[:1]
    rows = Trophy.objects.filter(club=club_id, retired_at=None).annotate(last=Subquery(newest))
    shown = sorted(rows if game is None else rows.filter(game=game), key=order)
    last = [Q(trophy=trophy, awarded_at=trophy.last) for trophy in shown if trophy.last]
    awards = list(_with_reigns(live().filter(reduce(or_, last)).order_by())) if last else []
    return [(trophy, _holding(trophy, awards)) for trophy in shown]


def held(trophy: Trophy) -> list[Holder]:
    """Return the holders of one trophy; [] if it is retired or was never taken. Two queries."""
    return next((found for each, found in on_show(trophy.club_id, trophy.game) if each == trophy), [])


def order(trophy: Trophy) -> tuple[Any, ...]:
    """Return the sort key of a trophy: by the order of the games, those of the whole club last; then winner, top loser,
    by hand.
    """
    games = [table_game.key for table_game in registry.TABLE_GAMES]
    place = games.index(trophy.game) if trophy.game in games else len(games)
    return place, [WINNER, LOSER, contests.BY_HAND].index(Trophy.Rule(trophy.rule)), trophy.pk


def prizes(match: Match) -> dict[str, str]:
    """Return the names of what winner and top loser of this match take, by rule; {} if it is not for a trophy."""
    return contests.names(match.club_id, match.game, match.finished_at) if match.for_trophy else {}


def taken(match: Match) -> list[Taken]:
    """Return what this match gave to whom, and from whom it came; two queries."""
    earlier = Q(awarded_at__lt=OuterRef("awarded_at")) | Q(awarded_at=OuterRef("awarded_at"), pk__lt=OuterRef("pk"))
    before = live().filter(earlier, trophy=OuterRef("trophy")).exclude(match=match).order_by(*NEWEST)
    awards = live().filter(match=match).select_related("trophy", "player").order_by("pk")
    rows = sorted(awards.annotate(before=Subquery(before.values("player")[:1])), key=lambda award: order(award.trophy))
    had = Player.objects.in_bulk({award.before for award in rows if award.before})
    return [Taken(award.trophy, award.player, had.get(award.before)) for award in rows]


def _withdrawn(match: Any) -> QuerySet[Award]:
    rows = Award.objects.filter(match=match, withdrawn_at__isnull=False)
    return rows.select_related("trophy", "player").order_by("withdrawn_at", "pk")


WITHDRAWN = Read(_withdrawn, match=Match._meta.pk)


def withdrawn(match: Match) -> list[Award]:
    """Return the awards of this match that were withdrawn after a correction."""
    return WITHDRAWN.all(match=match.pk)


def timeline(club: Club, season: Season | None = None, game: str | None = None) -> Timeline:
    """Return the newest awards as a timeline, of all time or one season, of all games or one; one query for each
    trophy.
    """
    rows = Trophy.objects.filter(club=club, retired_at=None)
    trophies = sorted(rows if game is None else rows.filter(game=game), key=order)
    return drawn(trophies, *(_days_of(season) if season else (None, None)))


def drawn(trophies: Sequence[Trophy], since: datetime | None = None, until: datetime | None = None) -> Timeline:
    """Return the timeline of these trophies. Of each, ENOUGH awards are read, so that the holder before the first one
    drawn is known.
    """
    rows = live().select_related("player").order_by(*NEWEST)
    if until:
        rows = rows.filter(awarded_at__lt=until)
    awards = [award for trophy in trophies for award in rows.filter(trophy=trophy)[:ENOUGH]]
    return draw(trophies, sorted(awards, key=lambda award: (award.awarded_at, award.pk)), since)


def _days_of(season: Season) -> tuple[datetime, datetime]:
    """Return the midnights before the first and after the last day of the season, by the club's clock."""
    return _midnight(season.starts_on), _midnight(season.ends_on + timedelta(days=1))


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def cabinet(player: Player) -> list[Any]:
    """Return the trophies that this player has ever had, with `times` and `last`; one query."""
    mine = Trophy.objects.filter(awards__player=player, awards__withdrawn_at=None)
    return sorted(mine.annotate(times=Count("awards"), last=Max("awards__awarded_at")), key=order)


def of_night(night: Night) -> QuerySet[Award]:
    """Return what passed on that night, in matches, in play-offs and by hand. The filter by club limits the trophies
    that the database looks at.
    """
    on = Q(match__night=night) | Q(playoff__night=night) | Q(night=night)
    return live().filter(on, trophy__club=night.club_id).select_related("trophy", "player").order_by("awarded_at", "pk")


def _with_reigns(awards: QuerySet[Award]) -> QuerySet[Any]:
    """Annotate each award with `since`, `times` and `played`: the player's awards since another player last took the
    trophy.
    """
    theirs = live().filter(trophy=OuterRef("trophy")).exclude(player=OuterRef("player"))
    mine_too = live().filter(trophy=OuterRef("trophy"), match=OuterRef("match"), player=OuterRef(OuterRef("player")))
    lost = theirs.filter(~Exists(mine_too)).order_by(*NEWEST).values("awarded_at")[:1]
    since = Coalesce(OuterRef("lost"), BEFORE_ALL)
    reign = live().filter(trophy=OuterRef("trophy"), player=OuterRef("player"), awarded_at__gt=since)
    counted = reign.order_by().values("trophy")
    played = Q(match__isnull=False) | Q(playoff__isnull=False)
    return awards.select_related("trophy", "player").annotate(
        lost=Subquery(lost),
        since=Subquery(reign.order_by("awarded_at").values("awarded_at")[:1]),
        times=Subquery(counted.annotate(times=Count("pk")).values("times")),
        played=Subquery(counted.annotate(played=Count("pk", filter=played)).values("played")),
    )


def _holding(trophy: Trophy, awards: Sequence[Any]) -> list[Holder]:
    """Return the holders: those who took the trophy in its last contest."""
    mine = sorted((award for award in awards if award.trophy_id == trophy.pk), key=lambda award: award.pk)
    if not mine:
        return []
    last = mine[-1]
    same = [award for award in mine if award.match_id and award.match_id == last.match_id] or [last]
    return [_holder(trophy, award) for award in same]


def _holder(trophy: Trophy, award: Any) -> Holder:
    return Holder(trophy, award.player, award.since or award.awarded_at, award.times or 1, award.played or 0)


# The last change of a sheet, as the reason why a trophy was withdrawn.


@dataclass(frozen=True)
class News:
    """Why an award is withdrawn, when, and by whom (a user's key)."""

    why: str
    at: datetime = field(default_factory=timezone.now)
    by: int | None = None


def news_of(state: MatchState) -> News:
    """Return “hand 3 was corrected”, with the time and author of the entry."""
    written = [entry for entry in state.history if entry.version == state.match.version]
    if not written:
        return News(_("its figures were worked out anew"))
    first = min(written, key=lambda entry: entry.number)
    words = _("{round} was corrected")
    if all(entry.payload is None for entry in written):
        words = _("{round} was undone")
    return News(words.format(round=_place(state, first)), first.received_at, first.recorded_by_id)


def _place(state: MatchState, entry: Entry) -> str:
    before = [each for each in state.live if each.number < entry.number]
    lines = _lines(state, before)
    last = len(state.sheet.lines)
    if lines > last or (lines == last and entry.payload is not None):
        return _("the ending")
    return numbered(registry.table_game(state.match.game).display.round_word, lines + 1)


def _lines(state: MatchState, entries: Sequence[Entry]) -> int:
    return len(fold(state, entries).lines)


# The last contests for a trophy, up to the match or play-off that has just given it, and the run of its holder.

SHOWN = 5  # contests drawn
READ = 30  # awards read, so that a longer run is counted


@dataclass(frozen=True)
class Turn:
    """One contest for the trophy: its day, who took it, and whether it is part of the present run."""

    day: date
    names: str
    is_run: bool


@dataclass(frozen=True)
class TrophyRun:
    """The last contests, the oldest first; `words` say how long the run is, or from whom the trophy came."""

    turns: Sequence[Turn]
    words: str


@dataclass(frozen=True)
class _Event:
    at: datetime
    players: Sequence[Player]

    @property
    def keys(self) -> set[int]:
        return {each.pk for each in self.players}


def runs_of(match: Match) -> dict[str, TrophyRun]:
    """Return the runs of the trophies that this match gave, by rule; a query, and one for each trophy. A first holder
    has none: the words beside the trophy say so.
    """
    awards = live().filter(match=match).select_related("trophy", "player").order_by("trophy", "pk")
    given = {trophy: list(rows) for trophy, rows in groupby(awards, key=lambda award: award.trophy)}
    runs = {
        trophy.rule: run_of(trophy, [row.player for row in rows], rows[0].awarded_at, Q(match=match))
        for trophy, rows in given.items()
    }
    return {rule: run for rule, run in runs.items() if len(run.turns) > 1}


def run_of(trophy: Trophy, players: Sequence[Player], at: datetime, here: Q) -> TrophyRun:
    """Return the run of the trophy if `players` take it now; the awards given `here` are left out. One query."""
    rows = live().filter(trophy=trophy, awarded_at__lte=at).exclude(here).select_related("player")
    events = [*_events(list(rows.order_by(*NEWEST)[:READ])), _Event(at, players)]
    length = len(list(takewhile(lambda event: event.keys == events[-1].keys, reversed(events))))
    shown = events[-SHOWN:]
    first_of_run = len(shown) - length
    names = _short(shown)
    turns = [
        Turn(club_day(event.at), listed(isolated(names[each.pk]) for each in event.players), number >= first_of_run)
        for number, event in enumerate(shown)
    ]
    return TrophyRun(turns, _words(trophy, events, length))


def _events(awards: Sequence[Award]) -> list[_Event]:
    """Return the contests, the oldest first; joint winners are in one."""
    contests = groupby(reversed(awards), key=lambda award: (award.match_id, award.playoff_id, award.awarded_at))
    each = [list(rows) for _key, rows in contests]
    return [_Event(rows[0].awarded_at, [row.player for row in rows]) for rows in each]


def _short(events: Sequence[_Event]) -> dict[int, str]:
    players = {each.pk: each for event in events for each in event.players}
    return dict(zip(players, shortened([each.label for each in players.values()]), strict=True))


def _words(trophy: Trophy, events: Sequence[_Event], length: int) -> str:
    if len(events) == 1:
        return _("The first to have it.")
    if length == 2:
        return _("Back to back.")
    if length > 2:
        return _("The {place} time in a row.").format(place=ordinal(length))
    before = events[-2]
    reign = list(takewhile(lambda event: event.keys == before.keys, reversed(events[:-1])))
    days = (club_day(events[-1].at) - club_day(reign[-1].at)).days
    names = listed(isolated(name) for name in _short(events[-2:-1]).values())
    words = ngettext("Taken from {names} after {count} day.", "Taken from {names} after {count} days.", days)
    if trophy.rule == Trophy.Rule.LOSER:
        words = ngettext("Passed on by {names} after {count} day.", "Passed on by {names} after {count} days.", days)
    if not days:
        words = _("Passed on by {names}.") if trophy.rule == Trophy.Rule.LOSER else _("Taken from {names}.")
    return words.format(names=names, count=days)
