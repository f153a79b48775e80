"""Every match of the club, searched by player, game, season, night and by what happened in it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club, FormerName, Player
from games.match.keyset import Slice, slice_of
from games.match.result_lines import result
from games.models import CallOut, Match, Seat, Tag, Tally
from games.registry import ROOMS, room
from games.sheets.text import minus
from scoring import ENGINES

LONGEST = 60
RESULTS = {"won": "is_winner", "lost": "is_loser"}


@dataclass(frozen=True)
class Search:
    """What the address asks for; what is nonsense is left out. `facts` are about one round of `player`."""

    text: str = ""
    game: str = ""
    since: date | None = None
    until: date | None = None
    player: int | None = None
    season: int | None = None
    night: int | None = None
    result: str = ""
    place: int | None = None
    total: int | None = None
    against: int | None = None
    term: str = ""
    facts: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return self == Search()


@require_safe
@club_view(readers=True)
def matches(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    search = asked_for(request.GET)
    page = slice_of(request, found_by(club, search).select_related("season"))
    seats = list(Seat.objects.filter(match__in=page.matches).select_related("player"))
    results = [result(match, [seat for seat in seats if seat.match_id == match.pk]) for match in page.matches]
    context = {
        "access": access,
        "here": "matches",
        "search": search,
        "games": [(game, game.key == search.game) for game in ENGINES],
        "page": page,
        "results": results,
        "has_losers": any(each.losers for each in results),
        "about": _about(search, seats, page),
    }
    return render(request, "games/matches.html", context)


def asked_for(given: QueryDict) -> Search:
    game = given.get("game", "") if given.get("game") in {game.key for game in ENGINES} else ""
    facts = {name: value for name in _facts(game) if (value := _number(given.get(name))) is not None}
    return Search(
        text=" ".join(given.get("q", "").replace("\x00", "").split())[:LONGEST],
        game=game,
        since=_date(given.get("from")),
        until=_date(given.get("to")),
        player=_number(given.get("player")),
        season=_number(given.get("season")),
        night=_number(given.get("night")),
        result=given.get("result", "") if given.get("result") in RESULTS else "",
        place=_number(given.get("place")),
        total=_number(given.get("total")),
        against=_number(given.get("against")),
        term=given.get("term", "") if given.get("term") in _terms() else "",
        facts=facts,
    )


def _facts(game: str) -> dict[str, str]:
    """What a round may be searched by: in this game, or in any."""
    asked = [each for each in ROOMS if game in ("", each.key)]
    return {name: words for each in reversed(asked) for name, words in each.facts.items()}


def _number(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"-?[0-9]{1,9}", text) else None


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def found_by(club: Club, search: Search) -> QuerySet[Match]:
    rows = club.matches.all()
    if search.game:
        rows = rows.filter(game=search.game)
    if search.season:
        rows = rows.filter(season=search.season)
    if search.night:
        rows = rows.filter(night=search.night)
    if search.since:
        rows = rows.filter(started_at__gte=_midnight(search.since))
    if search.until:
        rows = rows.filter(started_at__lt=_midnight(search.until, after=1))
    if search.text:
        rows = rows.filter(_text(club, search.text))
    return _of_player(rows, search)


def _midnight(day: date, after: int = 0) -> datetime:
    """In the club's time zone; the last days of the calendar have no day after them."""
    day = min(max(day, date(1900, 1, 1)), date(2999, 12, 31))
    return timezone.make_aware(datetime.combine(day + timedelta(days=after), time.min))


def _text(club: Club, text: str) -> Q:
    """A player's name or nickname, now or before, a season, a place or a table; any script, either case."""
    like = re.escape(text)
    before = FormerName.objects.filter(Q(name__iregex=like) | Q(nickname__iregex=like), player__club=club)
    called = Q(name__iregex=like) | Q(nickname__iregex=like) | Q(pk__in=before.values("player"))
    players = Player.objects.filter(called, club=club)
    seats = Seat.objects.filter(player__in=players, match=OuterRef("pk"))
    return Q(Exists(seats)) | Q(season__name__iregex=like) | Q(night__place__iregex=like) | Q(table__iexact=text)


def _of_player(rows: QuerySet[Match], search: Search) -> QuerySet[Match]:
    """The figures of a player's page lead here: only finished matches count in them."""
    seats: dict[str, Any] = {"player": search.player} if search.player is not None else {}
    if search.result:
        seats[RESULTS[search.result]] = True
    if search.place is not None:
        seats["place"] = search.place
    if search.total is not None:
        seats["total"] = search.total
    if search.term:
        rows = rows.filter(_called(search))
    if len(seats) > 1 or search.against is not None or search.term or search.facts:
        rows = rows.filter(finished_at__isnull=False)
    if search.against is not None:
        rows = rows.filter(Exists(Seat.objects.filter(match=OuterRef("pk"), player=search.against)))
    if search.facts:
        facts = {f"facts__{name}": value for name, value in search.facts.items()}
        tallies = Tally.objects.filter(match=OuterRef("pk"), **facts)
        rows = rows.filter(Exists(tallies.filter(seat__player=search.player) if "player" in seats else tallies))
    return rows.filter(Exists(Seat.objects.filter(match=OuterRef("pk"), **seats))) if seats else rows


def _terms() -> dict[str, str]:
    """What may be called out, in any game, by the engine or by the table."""
    return {term: label for each in ROOMS for term, label in [*each.hall.terms.items(), *each.hall.tags.items()]}


def _called(search: Search) -> Q:
    """It was called out, of this player where one is asked for."""
    mine: dict[str, Any] = {} if search.player is None else {"player": search.player}
    tags = Tag.objects.filter(match=OuterRef("pk"), term=search.term, removed_at__isnull=True, **mine)
    return Q(Exists(CallOut.objects.filter(match=OuterRef("pk"), term=search.term, **mine))) | Q(Exists(tags))


def _about(search: Search, seats: list[Seat], page: Slice) -> list[str]:
    """The parts of the search that no field of the form shows, in words."""
    said = []
    if search.player is not None:
        name = next((seat.player.label for seat in seats if seat.player_id == search.player), "this player")
        said.append(f"with {name}")
    if search.season is not None:
        said.append(f"in {page.matches[0].season}" if page.matches else "in this season")
    if search.night is not None:
        said.append("on this night")
    said += [f"{search.result}" if search.result else "", f"on place {search.place}" if search.place else ""]
    said += [f"with the call-out {_terms()[search.term]}" if search.term else ""]
    said += [_fact(search.game, name, value) for name, value in search.facts.items()]
    return [words for words in said if words]


def _fact(game: str, name: str, value: int) -> str:
    """“a hand with a bid of 3”, “a round without the most hands”: words without a `#` are a matter of yes or no."""
    words, at = _facts(game)[name], room(game).look.round_word if game else "round"
    if "|" in words:
        words = dict(enumerate(words.split("|"))).get(value, "something else")
        return f"a {at} with {words}"
    if "#" in words:
        return f"a {at} with {words.replace('#', minus(value))}"
    return f"a {at} {'with' if value else 'without'} {words}"
