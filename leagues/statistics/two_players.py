"""The statistics of two players against each other: every meeting, by game and by size of table."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.models import Player, Season
from games.base.entry.names import shortened
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from games.statistics.meetings import Meeting, current, longest, meetings, tally
from leagues.statistics.meetings_chart import MOST, brackets, months, rows, shares, ticks

LAST = 8  # meetings in the table
RECENT = 10


def two_players_context(one: Player, other: Player, game: TableGame | None, season: Season | None) -> dict[str, Any]:
    """Return the template context; if they never met, only "met", "names", "tally" and "covers"."""
    met = meetings(one, other, game.key if game else "", season.pk if season else None)
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
        "ticks_most": MOST,
        "months": months(met),
        "brackets": brackets(met),
        "runs": [longest(met, 1).length, longest(met, -1).length],
        "now": current(met),
        "margin": max(decided, key=lambda each: each.margin, default=None),
        "by_game": rows({each.name: by_game[each.key] for each in TABLE_GAMES if by_game[each.key]}),
        "by_size": rows({_players(size): part for size, part in of_size.items()}),
        "main_game": main,
        "last": [(each, _title(each.game)) for each in met[: -LAST - 1 : -1]],
    }


def _title(key: str) -> str:
    return next(each.name for each in TABLE_GAMES if each.key == key)


def covers(met: Sequence[Meeting], game: TableGame | None, season: Season | None) -> str:
    """Return what the statistics cover: `Autumn 2026, Dirty Dog: 9 meetings, 17 September 2026 to 19 November 2026`."""
    what = ", ".join([season.name if season else _("All seasons"), game.name if game else _("all games")])
    if not met:
        return what
    first, last = (date_format(club_day(each.started_at), "j F Y") for each in (met[0], met[-1]))
    days = first if first == last else _("{first} to {last}").format(first=first, last=last)
    return f"{what}: {meetings_in_words(len(met))}, {days}"


def meetings_in_words(count: int) -> str:
    return ngettext("{count} meeting", "{count} meetings", count).format(count=count)


def _players(count: int) -> str:
    return ngettext("{count} player", "{count} players", count).format(count=count)


def recent(met: Sequence[Meeting], names: Sequence[str]) -> str:
    """Return who finished ahead in the last RECENT meetings; "" if there are no more than these."""
    if len(met) <= RECENT:
        return ""
    found = tally(met[-RECENT:])
    words = _("Of the last ten, {player} finished ahead in {ahead}, {other} in {behind}.")
    if found.level:
        words = _("Of the last ten, {player} finished ahead in {ahead}, {other} in {behind}, {level} level.")
    about = {"ahead": found.ahead, "behind": found.behind, "level": found.level}
    return words.format(player=names[0], other=names[1], **about)
