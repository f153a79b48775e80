"""Two players against each other: every meeting, by game and by size of table; they are chosen by the address."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import date_format
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.club_day import club_day
from clubs.models import Club, Player, Season
from games.base.names import counted, shortened
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from games.statistics.meetings import Meeting, current, longest, meetings, tally
from leagues.statistics.meetings_chart import MOST, brackets, rows, ticks

LAST = 8  # meetings in the table
RECENT = 10


@require_safe
@club_view(readers=True)
def two_players(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Five queries beside who asks and where, however often they met; without two players it asks for them."""
    one, other = (_player(club, request.GET.get(name, "")) for name in ("player", "against"))
    game = next((each for each in TABLE_GAMES if each.key == request.GET.get("game", "")), None)
    seasons = list(club.seasons.order_by("-starts_on"))
    season = next((each for each in seasons if str(each.pk) == request.GET.get("season", "")), None)
    context: dict[str, Any] = {
        "access": access,
        "here": "players",
        "one": one,
        "other": other,
        "game": game,
        "season": season,
        "seasons": seasons,
        "games": TABLE_GAMES,
        "players": list(club.players.order_by("name", "nickname")),
    }
    if one and other and one != other:
        context |= _about(one, other, game, season)
    return render(request, "leagues/statistics/two_players.html", context)


def _player(club: Club, key: str) -> Player | None:
    """None where nobody is named. Raises Http404 for one the club does not have."""
    if not key:
        return None
    number = int(key) if key.isascii() and key.isdecimal() and len(key) < 19 else 0
    return get_object_or_404(Player, club=club, pk=number)


def _about(one: Player, other: Player, game: TableGame | None, season: Season | None) -> dict[str, Any]:
    met = meetings(one, other, game.key if game else "", season.pk if season else None)
    names = shortened([one.label, other.label])
    context: dict[str, Any] = {"met": met, "names": names, "tally": tally(met), "covers": _covers(met, game, season)}
    if not met:
        return context
    by_game = {each.key: [meeting for meeting in met if meeting.game == each.key] for each in TABLE_GAMES}
    main = game or max(TABLE_GAMES, key=lambda each: len(by_game[each.key]))
    sizes = sorted({each.players for each in by_game[main.key]})
    of_size = {size: [each for each in by_game[main.key] if each.players == size] for size in sizes}
    decided = [each for each in met if each.result]
    return context | {
        "recent": _recent(met, names),
        "ticks": ticks(met) if len(met) > 1 else [],
        "ticks_most": MOST,
        "brackets": brackets(met),
        "runs": [longest(met, 1).length, longest(met, -1).length],
        "now": current(met),
        "margin": max(decided, key=lambda each: each.margin, default=None),
        "by_game": rows({each.name: by_game[each.key] for each in TABLE_GAMES if by_game[each.key]}),
        "by_size": rows({counted(size, "player"): part for size, part in of_size.items()}),
        "main_game": main,
        "last": [(each, _title(each.game)) for each in met[: -LAST - 1 : -1]],
    }


def _title(key: str) -> str:
    return next(each.name for each in TABLE_GAMES if each.key == key)


def _covers(met: Sequence[Meeting], game: TableGame | None, season: Season | None) -> str:
    """What all sections are about: `Autumn 2026, Dirty Dog: 9 meetings, 17 September 2026 to 19 November 2026`."""
    what = f"{season.name if season else 'All seasons'}, {game.name if game else 'all games'}"
    if not met:
        return what
    days = [date_format(club_day(each.started_at), "j F Y") for each in (met[0], met[-1])]
    return f"{what}: {counted(len(met), 'meeting')}, {' to '.join(dict.fromkeys(days))}"


def _recent(met: Sequence[Meeting], names: Sequence[str]) -> str:
    """Who finished ahead lately; nothing while that is all of them."""
    if len(met) <= RECENT:
        return ""
    found = tally(met[-RECENT:])
    level = f", {found.level} level" if found.level else ""
    return f"Of the last ten, {names[0]} finished ahead in {found.ahead}, {names[1]} in {found.behind}{level}."
