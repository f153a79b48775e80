"""How a play-off ended: who took its two trophies, by what, and each trophy's last nights. Pages and API show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import date_format, minus
from clubs.language.terms import capital
from clubs.models import Player
from clubs.models.calendar import club_day
from games.base import wording
from games.base.display import TieBreak
from games.base.names import listed
from games.base.wording import in_words
from games.models import Match
from games.table.finish import place_of, size_of
from leagues.models import Fixture, Playoff
from leagues.models.trophy import Trophy
from leagues.playoffs.state import State, Table, read
from leagues.playoffs.wording import prizes, recorded, short, top_words, verdicts
from leagues.trophies import contests
from leagues.trophies.holders import TrophyRun, run_of

FINALS = (Fixture.Stage.WINNERS, Fixture.Stage.LOSERS)
WINNER, LOSER = Trophy.Rule.WINNER, Trophy.Rule.LOSER


@dataclass(frozen=True)
class Share:
    """One player's part in a tie-break, as of `games.base.display.TieShare`, with the player's short name."""

    name: str
    figure: str
    suit: str
    words: str
    is_taken: bool


@dataclass(frozen=True)
class Taking:
    """Who took a trophy (`players`, several if they share it) with which total. `how` are a few words after the
    trophy's name, `why` is a sentence, `shares` what broke a tie, `run` the trophy's last nights (None if the play-off
    is for nothing), `crosses` whether the loser's trophy went to the winners' table (DD-49).
    """

    rule: str
    prize: str
    players: Sequence[Player]
    total: int
    how: str
    why: str
    shares: Sequence[Share] = ()
    run: TrophyRun | None = None
    crosses: bool = False

    @property
    def is_cone(self) -> bool:
        return self.rule == LOSER

    @property
    def mark(self) -> str:
        """How the total is marked: in a box or a circle."""
        return "low" if self.is_cone else "top"

    @property
    def names(self) -> str:
        return listed(each.label for each in self.players)

    @property
    def size(self) -> str:
        """The CSS class for the size of the names."""
        return size_of([each.label for each in self.players])


@dataclass(frozen=True)
class FinalRow:
    """One row of a final table; `place` is `4=` if it is shared."""

    place: str
    name: str
    total: int
    is_there: bool


@dataclass(frozen=True)
class FinalPlaces:
    """A final table by place."""

    title: str
    match: Match
    rows: Sequence[FinalRow]


def final_places(state: State) -> list[FinalPlaces]:
    """Return the final tables by place, the winners' table first."""
    titled = ((_("Winners’ table"), state.winners), (_("Losers’ table"), state.losers))
    return [FinalPlaces(title, table.match, _rows(table)) for title, table in titled if table]


def _rows(table: Table) -> list[FinalRow]:
    places = [chair.place for chair in table.chairs]
    return [
        FinalRow(
            place_of(chair.place, places.count(chair.place)),
            chair.player.label,
            chair.total,
            chair.is_there,
        )
        for chair in sorted(table.chairs, key=lambda chair: chair.place)
    ]


def over_words(playoff: Playoff) -> str:
    """Return `Thursday, 26 November 2026. Over at 21:54.`"""
    ended = timezone.localtime(playoff.finished_at or timezone.now())
    day = capital(date_format(club_day(ended), "l, j F Y"))
    return over_at(day, ended)


def over_at(day: str, ended: datetime) -> str:
    """Return that something is over, in the club's time: `26 November 2026. Over at 21:54.`"""
    return _("{day}. Over at {time}.").format(day=day, time=date_format(timezone.localtime(ended), "H:i"))


def takings(state: State) -> list[Taking]:
    """Return who took the winner's and the loser's trophy; [] before the play-off is over. Two queries, and one more
    for each trophy.
    """
    if not state.is_over or state.playoff.called_off_at:
        return []
    return [cup(state), cone(state)]


def cup(state: State) -> Taking:
    """Return who took the winner's trophy; the winners' table must be over."""
    table = _there(state.winners)
    keys = list(table.final.first)
    broken = _broken(table, "top")
    total = table.final.totals[keys[0]]
    names = short(state)
    others = {key: points for key, points in table.final.totals.items() if key not in keys}
    best = max(others.values(), default=total)
    level = [names[key] for key, points in others.items() if points == total]
    if broken:
        how = broken.how
        words = _("Level with {names} on {points} at the winners’ table. {asks}")
        why = words.format(names=listed(level), points=minus(total), asks=broken.asks)
    else:
        how = _("by {points}").format(points=wording.points(total - best)) if total > best else ""
        why = _top(total, best, [names[key] for key, points in others.items() if points == best])
    return _taking(state, WINNER, keys, total, how, why, _shares(table, broken, names))


def _top(total: int, best: int, second: Sequence[str]) -> str:
    if total <= best:
        return top_words(total)
    words = ngettext(
        "Top of the winners’ table with {points}; {names} was {number} behind.",
        "Top of the winners’ table with {points}; {names} were {number} behind.",
        len(second),
    )
    return words.format(points=minus(total), names=listed(second), number=in_words(total - best))


def cone(state: State) -> Taking:
    """Return who took the loser's trophy; both final tables must be over."""
    up, down = _there(state.winners), _there(state.losers)
    crosses = bool(state.trophies and state.trophies.crossover)
    table = up if crosses else down
    keys = list(state.trophies.losers if state.trophies else table.final.last)
    broken = _broken(table, "bottom")
    total = table.final.totals[keys[0]]
    names = short(state)
    why = verdicts(state)[1].why
    if broken and not crosses:
        level = [names[key] for key, points in table.final.totals.items() if points == total and key not in keys]
        words = _("Level with {names} on {points} at the losers’ table. {asks}")
        why = words.format(names=listed(level), points=minus(total), asks=broken.asks)
    elif broken:
        why = f"{why} {broken.asks}"
    how = _("it crosses over") if crosses else broken.how if broken else _below(table, total)
    shares = _shares(table, broken, names)
    return _taking(state, LOSER, keys, total, how, why, shares, crosses=crosses)


def _below(table: Table, total: int) -> str:
    above = [points for points in table.final.totals.values() if points > total]
    if not above:
        return ""
    gap = min(above) - total
    return ngettext("one below everybody", "{number} below everybody", gap).format(number=in_words(gap))


def _there(table: Table | None) -> Table:
    assert table is not None
    return table


def _broken(table: Table, end: str) -> TieBreak | None:
    return next((each for each in table.ties if each.end == end), None)


def _shares(table: Table, broken: TieBreak | None, names: Mapping[int, str]) -> list[Share]:
    if broken is None:
        return []
    chairs = [names[chair.player.pk] for chair in table.chairs]
    return [Share(chairs[each.seat], each.figure, each.suit, each.words, each.is_taken) for each in broken.shares]


def _taking(
    state: State,
    rule: str,
    keys: Sequence[int],
    total: int,
    how: str,
    why: str,
    shares: Sequence[Share],
    *,
    crosses: bool = False,
) -> Taking:
    players = [state.players[key] for key in keys]
    prize = prizes(state)[rule == LOSER]
    return Taking(rule, prize, players, total, how, why, shares, _run(state, rule, players), crosses)


def _run(state: State, rule: str, players: Sequence[Player]) -> TrophyRun | None:
    playoff = state.playoff
    if not playoff.for_trophy or len(players) > 1:
        return None
    ends = [table.match.finished_at for table in (state.winners, state.losers) if table and table.match.finished_at]
    at = playoff.finished_at or max(ends, default=timezone.now())
    known = contests.trophies_of_game(playoff.club_id, playoff.game)
    trophy = next((each for each in known if each.rule == rule and each.counts(at)), None)
    return run_of(trophy, players, at, Q(playoff=playoff.pk)) if trophy else None


@dataclass(frozen=True)
class Band:
    """A trophy below the places of a final table: `taking` is None while it is open, `why` says what it waits for."""

    prize: str
    taking: Taking | None
    why: str


@dataclass(frozen=True)
class FinalEnd:
    """What the end of a final table means in its play-off. `won` says what the first of the table wins, `cone` is the
    loser's trophy where it is taken at this very table of the losers, `about` is a note beside the heading.
    """

    won: str
    cone: Taking | None
    bands: Sequence[Band]
    about: str
    wry: str


def of_final(match: Match) -> FinalEnd | None:
    """Return what the end of this final table means; None for any other match. One query, and those of the state and
    of `takings` for a final table.
    """
    finals = Fixture.objects.filter(match=match, stage__in=FINALS, playoff__called_off_at=None)
    fixture = finals.select_related("playoff__club").first()
    if fixture is None:
        return None
    state = read(fixture.playoff)
    lost = cone(state) if state.is_over else None
    if fixture.stage == Fixture.Stage.WINNERS:
        return _of_winners(state, lost)
    is_here = lost is not None and not lost.crosses
    bands = [] if is_here else [_cone_band(state, lost, state.losers)]
    about = _("nobody takes one home from this table") if lost and not is_here else ""
    return FinalEnd(_("of the losers’ table"), lost if is_here else None, bands, about, wry(state) if lost else "")


def _of_winners(state: State, lost: Taking | None) -> FinalEnd:
    won = cup(state)
    about = _("both are decided") if lost else _("one decided, one still at the losers’ table")
    bands = [Band(won.prize, won, ""), _cone_band(state, lost, state.winners)]
    return FinalEnd(_("of the {trophy}").format(trophy=won.prize), None, bands, about, "")


def _cone_band(state: State, lost: Taking | None, table: Table | None) -> Band:
    prize = prizes(state)[1]
    if lost:
        return Band(prize, lost, lost.why)
    final = _there(table).final
    names = listed(short(state)[key] for key in final.last)
    words = ngettext(
        "{names} is lowest here with {points}. The other final table is still playing, and the lowest of both takes "
        "it.",
        "{names} are lowest here with {points}. The other final table is still playing, and the lowest of both takes "
        "it.",
        len(final.last),
    )
    return Band(prize, None, words.format(names=names, points=minus(final.totals[final.last[0]])))


def wry(state: State) -> str:
    """Return a last sentence on a losers' table that was won with more than the winners' table; "" otherwise."""
    if not (state.winners and state.losers):
        return ""
    most, best = max(state.losers.final.totals.values()), max(state.winners.final.totals.values())
    first = [short(state)[key] for key, points in state.losers.final.totals.items() if points == most]
    if most <= best or len(first) > 1:
        return ""
    return recorded(first[0], most, best)
