"""Search of a club's matches by player, game, season, night and what happened in them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import QueryDict

from clubs.club_day import start_of
from clubs.models import Club, FormerName, Player
from games.models import CallOut, Match, Seat, Tag, Tally
from games.registry import TABLE_GAMES
from scoring import ENGINES

LONGEST = 60


RESULTS = {"won": "is_winner", "lost": "is_loser"}


@dataclass(frozen=True)
class Search:
    """The conditions of a search; invalid ones are left out. `facts` are about one round of `player`, or of anybody."""

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


def parse_search(query: QueryDict) -> Search:
    """Read the conditions from the query string."""
    game = query.get("game", "") if query.get("game") in {game.key for game in ENGINES} else ""
    facts = {name: value for name in fact_labels(game) if (value := _number(query.get(name))) is not None}
    return Search(
        text=" ".join(query.get("q", "").replace("\x00", "").split())[:LONGEST],
        game=game,
        since=_date(query.get("from")),
        until=_date(query.get("to")),
        player=_number(query.get("player")),
        season=_number(query.get("season")),
        night=_number(query.get("night")),
        result=query.get("result", "") if query.get("result") in RESULTS else "",
        place=_number(query.get("place")),
        total=_number(query.get("total")),
        against=_number(query.get("against")),
        term=query.get("term", "") if query.get("term") in callout_labels() else "",
        facts=facts,
    )


def fact_labels(game: str) -> dict[str, str]:
    """The facts of a round that can be searched for, with their labels; of all games if `game` is ""."""
    games = [each for each in TABLE_GAMES if game in ("", each.key)]
    return {name: str(words) for each in reversed(games) for name, words in each.facts.items()}


def _number(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"-?[0-9]{1,9}", text) else None


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def matching_matches(club: Club, search: Search) -> QuerySet[Match]:
    """The club's matches that fulfil all conditions."""
    rows = club.matches.all()
    if search.game:
        rows = rows.filter(game=search.game)
    if search.season:
        rows = rows.filter(season=search.season)
    if search.night:
        rows = rows.filter(night=search.night)
    if search.since:
        rows = rows.filter(started_at__gte=_start(search.since))
    if search.until:
        rows = rows.filter(started_at__lt=_start(search.until, after=1))
    if search.text:
        rows = rows.filter(_text(club, search.text))
    return _of_player(rows, search)


def _start(day: date, after: int = 0) -> datetime:
    """When the club's day begins, clamped to the years 1900 to 2999."""
    day = min(max(day, date(1900, 1, 1)), date(2999, 12, 31))
    return start_of(day + timedelta(days=after))


def _text(club: Club, text: str) -> Q:
    """Matches whose players (also under former names), season, place or table fit the text; in any script and either
    case.
    """
    like = re.escape(text)
    before = FormerName.objects.filter(Q(name__iregex=like) | Q(nickname__iregex=like), player__club=club)
    called = Q(name__iregex=like) | Q(nickname__iregex=like) | Q(pk__in=before.values("player"))
    players = Player.objects.filter(called, club=club)
    seats = Seat.objects.filter(player__in=players, match=OuterRef("pk"))
    return Q(Exists(seats)) | Q(season__name__iregex=like) | Q(night__place__iregex=like) | Q(table__iexact=text)


def _of_player(rows: QuerySet[Match], search: Search) -> QuerySet[Match]:
    """Apply conditions on players; with any but the player alone, only final matches count, as in the statistics."""
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


def callout_labels() -> dict[str, str]:
    """The labels of all call-outs of all games, by code."""
    return {
        term: label
        for each in TABLE_GAMES
        for term, label in [*each.record_categories.terms.items(), *each.record_categories.tags.items()]
    }


def _called(search: Search) -> Q:
    """Whether the term was called out or tagged, for the player if the search names one."""
    mine: dict[str, Any] = {} if search.player is None else {"player": search.player}
    tags = Tag.objects.filter(match=OuterRef("pk"), term=search.term, removed_at__isnull=True, **mine)
    return Q(Exists(CallOut.objects.filter(match=OuterRef("pk"), term=search.term, **mine))) | Q(Exists(tags))
