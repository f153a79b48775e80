"""Search of a club's matches by player, game, season, night and what happened in them."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext as _

from clubs.language.locales import date_format
from clubs.models import Club, Player
from clubs.models.calendar import club_day, start_of
from clubs.names import has_folded
from clubs.players.search import matching_players
from games.base.wording import game_name, table_of, title
from games.models import CallOut, Match, Seat, Tag, Tally
from games.registry import TABLE_GAMES
from games.statistics.queries import ALL_RULES, AS_WRITTEN
from scoring import ENGINES

LONGEST_QUERY = 60
ALL_SEASONS = "all"  # the word of the pages that have a choice of seasons


RESULTS = {"won": "is_winner", "lost": "is_loser"}


@dataclass(frozen=True)
class Search:
    """The conditions of a search; what is no number or date is left out. `facts` are about one round of
    `player`, or of anybody.
    """

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
    points_key: str | None = None
    facts: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return self == Search()


def parse_search(query: QueryDict) -> Search:
    """Read the conditions from the query string. Raises Http404 for an unknown game, result or call-out, and for
    what is no key of a player, season or night.
    """
    game = _known(query, "game", {game.key for game in ENGINES})
    facts = {name: value for name in fact_labels(game) if (value := _number(query.get(name))) is not None}
    return Search(
        text=" ".join(query.get("q", "").replace("\x00", "").split())[:LONGEST_QUERY],
        game=game,
        since=_date(query.get("from")),
        until=_date(query.get("to")),
        player=_key(query, "player"),
        season=None if query.get("season") == ALL_SEASONS else _key(query, "season"),
        night=_key(query, "night"),
        result=_known(query, "result", RESULTS),
        place=_number(query.get("place")),
        total=_number(query.get("total")),
        against=_key(query, "against"),
        term=_known(query, "term", callout_labels()),
        points_key=_rules(query.get("rules", "")),
        facts=facts,
    )


def _known(query: QueryDict, field: str, words: Collection[str]) -> str:
    word = query.get(field, "")
    if word and word not in words:
        raise Http404
    return word


def _key(query: QueryDict, field: str) -> int | None:
    number = _number(query.get(field))
    if number is None and query.get(field):
        raise Http404
    return number


def _rules(word: str) -> str | None:
    """Return the key of the rules by which matches were played; None for all. Raises Http404 for what is none."""
    if word in ("", ALL_RULES):
        return None
    if word != AS_WRITTEN and not re.fullmatch("[0-9a-f]{8}", word):
        raise Http404
    return "" if word == AS_WRITTEN else word


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
    if search.points_key is not None:
        rows = rows.filter(points_key=search.points_key)
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
    """Matches whose players (also under former names), season or place contain the text, or whose table it is; however
    either is written.
    """
    players = matching_players(Player.objects.filter(club=club), text)
    seats = Seat.objects.filter(player__in=players, match=OuterRef("pk"))
    seasons = club.seasons.order_by().values_list("name", flat=True)
    names = seasons.union(club.nights.order_by().values_list("place", flat=True))  # few, and each once
    found = [name for name in names if has_folded(name, text)]
    return Q(Exists(seats)) | Q(season__name__in=found) | Q(night__place__in=found) | Q(table__iexact=text)


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


# Keyset pagination of matches: a page begins after a row, not after a count, so that its cost does not grow.


PAGE_SIZE = 25
SEPARATOR = "~"


@dataclass(frozen=True)
class Slice:
    """A page of matches, newest first; `older` and `newer` are cursors of the neighbouring pages, "" at the ends."""

    matches: Sequence[Match]
    older: str = ""
    newer: str = ""

    @property
    def has_others(self) -> bool:
        return bool(self.older or self.newer)


def slice_of(request: HttpRequest, rows: QuerySet[Match], size: int = PAGE_SIZE) -> Slice:
    """The page that the query string asks for (`older` or `newer`); the newest one for an invalid cursor."""
    if newer := _cursor(request, "newer"):
        page = list(rows.filter(_beyond("gt", *newer)).order_by("started_at", "id")[: size + 1])
        shown = page[:size][::-1]
        return Slice(shown, _place(shown[-1:]), _place(shown[:1]) if len(page) > size else "")
    older = _cursor(request, "older")
    if older:
        rows = rows.filter(_beyond("lt", *older))
    page = list(rows.order_by("-started_at", "-id")[: size + 1])
    shown = page[:size]
    return Slice(shown, _place(shown[-1:]) if len(page) > size else "", _place(shown[:1]) if older else "")


def _beyond(side: str, moment: datetime, pk: UUID) -> Q:
    """Rows before (`lt`) or after (`gt`) a row in the order of time and key.

    The first condition lets the database use the index on the time; the second only decides between equal times.
    """
    within = Q(**{f"started_at__{side}e": moment})
    return within & (Q(**{f"started_at__{side}": moment}) | Q(**{f"id__{side}": pk}))


def _place(rows: Sequence[Match]) -> str:
    return SEPARATOR.join((rows[0].started_at.isoformat(), rows[0].pk.hex)) if rows else ""


def _cursor(request: HttpRequest, key: str) -> tuple[datetime, UUID] | None:
    moment, _, pk = request.GET.get(key, "").partition(SEPARATOR)
    try:
        started_at = datetime.fromisoformat(moment)
        # The first and the last day of the calendar overflow in some time zones.
        return (started_at.astimezone(UTC), UUID(pk)) if started_at.tzinfo else None
    except (ValueError, OverflowError):
        return None


# A match as one line of a list: game, table, day, winners and losers.


@dataclass(frozen=True)
class Result:
    """A match as one line of a list; `without` says why it has no result, "" if it has one."""

    match: Match
    title: str
    game: str
    table: str
    players: Sequence[Seat]
    without: str

    @property
    def day(self) -> str:
        """The date, with the year unless it is the current one."""
        day = club_day(self.match.started_at)
        return date_format(day, "j M" if day.year == club_day().year else "j M Y")

    @property
    def winners(self) -> list[Seat]:
        return [seat for seat in self.players if seat.is_winner]

    @property
    def level(self) -> list[Seat]:
        """Those who share first place in a final match without winner, such as a group where a tie at the top decides
        nothing.
        """
        if self.winners or self.match.abandoned_at or not self.match.finished_at:
            return []
        return [seat for seat in self.players if seat.place == 1]

    @property
    def losers(self) -> list[Seat]:
        return [seat for seat in self.players if seat.is_loser]


def result(match: Match, seats: Sequence[Seat]) -> Result:
    """The line of a match; `seats` are its seats."""
    return Result(match, title(match), game_name(match), table_of(match), seats, _without(match))


def _without(match: Match) -> str:
    """Return why a match has no result, "" if it has one."""
    if match.abandoned_at:
        return _("abandoned")
    if match.is_left:
        return _("not settled")
    return "" if match.finished_at else _("at the table")
