"""The statistics of two players against each other: every meeting, by game and by size of table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.language.locales import comma_separated, date_format
from clubs.models import Player, Season
from clubs.models.calendar import club_day
from games.base.names import shortened
from games.base.table_game import TableGame
from games.base.wording import named
from games.registry import TABLE_GAMES
from games.statistics.meetings import Balance, Meeting, current, longest, meetings_of, tally

# The charts of two players: a tick for each meeting, bars on both sides of an axis; all lengths are percentages.


MOST_TICKS = 100  # ticks at most; on a phone they are then 3 px wide
FEWEST_SLOTS = 24  # slots at least, so that a few ticks do not become wide bars
NARROW = 60  # percent of the width below which two months would overlap on a phone
BRACKET = 3  # meetings in a row for a run to be marked


@dataclass(frozen=True)
class Tick:
    """One meeting: `look` is "up" if the first player finished ahead, "down" if the second did, "level" for a shared
    place.
    """

    x: float
    width: float
    look: str


@dataclass(frozen=True)
class Bracket:
    """Marks the longest run of one of the two players, above or below the ticks."""

    start: float
    end: float
    length: int
    is_up: bool

    @property
    def anchor(self) -> str:
        middle = (self.start + self.end) / 2
        return "start" if middle < 12 else "end" if middle > 88 else "middle"

    @property
    def x(self) -> float:
        return {"start": self.start, "end": self.end}.get(self.anchor, round((self.start + self.end) / 2, 2))


@dataclass(frozen=True)
class MeetingsRow:
    """The results of two players in one game, or at tables of one size; the bars are in percent of the widest bar of
    the table.
    """

    title: str
    tally: Balance
    left: float
    right: float

    @property
    def left_from(self) -> float:
        return round(100 - self.left, 2)


@dataclass(frozen=True)
class Month:
    """A label below the axis: the month of the first meeting shown, or of the last."""

    x: float
    text: str
    anchor: str


LOOKS = {1: "up", -1: "down", 0: "level"}


def ticks(met: Sequence[Meeting]) -> list[Tick]:
    """Return a tick for each of the last MOST_TICKS meetings."""
    shown = met[-MOST_TICKS:]
    slot = 100 / max(len(shown), FEWEST_SLOTS)
    width = round(slot * 0.64, 2)
    return [Tick(round(at * slot + slot * 0.18, 2), width, LOOKS[each.result]) for at, each in enumerate(shown)]


def brackets(met: Sequence[Meeting]) -> list[Bracket]:
    """Return the longest run of each player among the meetings shown, if it is long enough."""
    shown = met[-MOST_TICKS:]
    drawn = ticks(met)
    found = []
    for result in (1, -1):
        run = longest(shown, result)
        if run.length >= BRACKET:
            first, last = drawn[run.start], drawn[run.start + run.length - 1]
            found.append(Bracket(first.x, round(last.x + last.width, 2), run.length, result > 0))
    return found


def months(met: Sequence[Meeting]) -> list[Month]:
    """Return one label if both months are the same or there is no room for two."""
    shown, drawn = met[-MOST_TICKS:], ticks(met)
    first, last = (date_format(club_day(each.started_at), "M Y") for each in (shown[0], shown[-1]))
    end = round(drawn[-1].x + drawn[-1].width, 2)
    if first == last:
        return [Month(drawn[0].x, first, "start")]
    if end < NARROW:
        words = pgettext("months", "{first} to {last}")
        return [Month(drawn[0].x, words.format(first=first, last=last), "start")]
    return [Month(drawn[0].x, first, "start"), Month(end, last, "end")]


def shares(balance: Balance) -> tuple[float, float, float, float]:
    """Return the bar of all meetings: width of the first player's part, width of the level part, start and width of the
    second player's.

    >>> shares(Balance(2, 1, 1))
    (50.0, 25.0, 75.0, 25.0)
    """
    widths = [round(100 * each / balance.matches, 2) for each in (balance.ahead, balance.level, balance.behind)]
    return widths[0], widths[1], round(widths[0] + widths[1], 2), widths[2]


def rows(parts: Mapping[str, Sequence[Meeting]]) -> list[MeetingsRow]:
    """Return a row for each part, in their order."""
    tallies = {title: tally(part) for title, part in parts.items()}
    most = max((max(each.ahead, each.behind) for each in tallies.values()), default=0) or 1
    return [
        MeetingsRow(title, each, round(each.ahead / most * 100, 2), round(each.behind / most * 100, 2))
        for title, each in tallies.items()
    ]


LAST = 8  # meetings in the table
RECENT = 10


def two_players_context(one: Player, other: Player, game: TableGame | None, season: Season | None) -> dict[str, Any]:
    """Return the template context; if they never met, only "met", "names", "tally" and "covers"."""
    met = meetings_of(one, other, game.key if game else "", season.pk if season else None)
    names = shortened([one.label, other.label])
    context: dict[str, Any] = {"met": met, "names": names, "tally": tally(met), "covers": covers(met, game, season)}
    if not met:
        return context
    by_game = {each.key: [meeting for meeting in met if meeting.game == each.key] for each in TABLE_GAMES}
    main = game or max(TABLE_GAMES, key=lambda each: len(by_game[each.key]))
    sizes = sorted({each.players for each in by_game[main.key]})
    of_size = {size: [each for each in by_game[main.key] if each.players == size] for size in sizes}
    decided = [each for each in met if each.result]
    return context | {
        "recent": recent(met, names),
        "shares": shares(tally(met)),
        "ticks": ticks(met) if len(met) > 1 else [],
        "ticks_most": MOST_TICKS,
        "months": months(met),
        "brackets": brackets(met),
        "runs": [longest(met, 1).length, longest(met, -1).length],
        "now": current(met),
        "margin": max(_comparable(decided), key=lambda each: each.margin, default=None),
        "by_game": rows({each.name: by_game[each.key] for each in TABLE_GAMES if by_game[each.key]}),
        "by_size": rows({_players(size): part for size, part in of_size.items()}),
        "main_game": main,
        "last": [(each, named(each.game, each.options)) for each in met[: -LAST - 1 : -1]],
    }


def _comparable(met: Sequence[Meeting]) -> list[Meeting]:
    """Return the meetings by one set of rules (HR-DD-21): those as written, or else the rules they played most."""
    keys = [each.points_key for each in met]
    first = "" if "" in keys else max(keys, key=keys.count, default="")
    return [each for each in met if each.points_key == first]


def covers(met: Sequence[Meeting], game: TableGame | None, season: Season | None) -> str:
    """Return what the statistics cover: `Autumn 2026, Dirty Dog: 9 meetings, 17 September 2026 to 19 November 2026`."""
    what = comma_separated([season.name if season else _("All seasons"), game.name if game else _("all games")])
    if not met:
        return what
    first, last = (date_format(club_day(each.started_at), "j F Y") for each in (met[0], met[-1]))
    days = first if first == last else _("{first} to {last}").format(first=first, last=last)
    return _("{what}: {meetings}, {days}").format(what=what, meetings=meetings_in_words(len(met)), days=days)


def meetings_in_words(count: int) -> str:
    return ngettext("{count} meeting", "{count} meetings", count).format(count=count)


def _players(count: int) -> str:
    return ngettext("{count} player", "{count} players", count).format(count=count)


def recent(met: Sequence[Meeting], names: Sequence[str]) -> str:
    """Return who finished ahead in the last RECENT meetings; "" if there are no more than these."""
    if len(met) <= RECENT:
        return ""
    found = tally(met[-RECENT:])
    one, other = (names[0], found.ahead), (names[1], found.behind)
    (ahead, most), (behind, least) = (one, other) if found.ahead >= found.behind else (other, one)
    if found.level == RECENT:
        words = _("The last ten all ended level.")
    elif most == RECENT:
        words = _("Of the last ten, {player} finished ahead in all.")
    elif not least:
        words = _("Of the last ten, {player} finished ahead in {ahead}, {other} in none, {level} level.")
    elif found.level:
        words = _("Of the last ten, {player} finished ahead in {ahead}, {other} in {behind}, {level} level.")
    else:
        words = _("Of the last ten, {player} finished ahead in {ahead}, {other} in {behind}.")
    return words.format(player=ahead, other=behind, ahead=most, behind=least, level=found.level)
