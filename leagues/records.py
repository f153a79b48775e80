"""The club's records and call-outs, read from stored sums, and the page of the hall of fame."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.language.terms import key_played_now
from clubs.models import Club, Night, Player, Season
from clubs.models.calendar import BEGINS
from clubs.players.search import name_key
from games.base.statistics import HIGHEST, Feat
from games.base.table_game import TableGame
from games.consequences.league import LOSER, WINNER
from games.models import Match, Seat, Tag
from games.registry import TABLE_GAMES, asked_game
from games.statistics.queries import rules_in_words
from games.statistics.sums import OF_POINTS, Found, Scope, by_rules, read, rules_in
from games.statistics.sums import Scope as Finished
from leagues.models import Award, Standing
from leagues.models.trophy import BY_PLAYING
from leagues.standings.update import keep_current
from leagues.trophies.contests import prizes
from leagues.trophies.holders import timeline

SHOWN = 12
WHOSE = ("term", "player", "player__name")


@dataclass(frozen=True)
class RecordScope:
    """What is counted: the finished matches of one game of a club, in one season or ever."""

    club: Club
    table_game: TableGame
    season: Season | None = None

    def matches(self, path: str = "") -> Q:
        """Return a filter for rows that lead to the match by `path`; it uses the index of the season, or else of the
        club.
        """
        whose = {f"{path}season": self.season} if self.season else {f"{path}club": self.club}
        return Q(**whose, **{f"{path}game": self.table_game.key, f"{path}finished_at__isnull": False})

    @property
    def seats(self) -> QuerySet[Seat]:
        return Seat.objects.filter(self.matches("match__"))

    def sums(self, *columns: str) -> Found:
        """Return the sums by player, and under None those of the club; one query."""
        season = self.season.pk if self.season else None
        return read(Finished(self.club.pk, self.table_game.key, season, is_ever=self.season is None), *columns)

    @property
    def records(self) -> Sequence[Feat]:
        return self.table_game.record_categories.records


@dataclass(frozen=True)
class Record:
    """A record and a seat that achieved it; who shares a record has one of their own. `is_apart` says that it is one of
    points by other rules than those as written.
    """

    feat: Feat
    seat: Seat
    is_apart: bool = False

    @property
    def rules(self) -> str:
        """The rules of its match in words, where its points are not those as written."""
        if not self.is_apart:
            return ""
        return rules_in_words(self.seat.match)

    @property
    def value(self) -> int:
        """The value of the record."""
        return self.feat.value(self.seat)

    @property
    def kind(self) -> tuple[str, int, str]:
        """Title, value and rules; those who share a record have the same, unless another figure is shown."""
        return self.feat.title, self.value, self.rules

    @property
    def subject(self) -> str:
        """What was achieved, in words."""
        return self.feat.subject(self.seat)

    @property
    def suffix(self) -> str:
        """Further words about it."""
        return self.feat.suffix(self.seat)


@dataclass(frozen=True)
class Fame:
    """How often a player took the winner's and the top loser's trophy by playing for them, the wins, and the best
    total. `rules` are those of that total in words, "" where it is by the rules as written.
    """

    player: Player
    cups: int
    cones: int
    wins: int
    best: int
    rules: str = ""


@dataclass(frozen=True)
class Called:
    """A call-out: how often it was made, `who` made it most often and how often (`most`), and its bar in percent of the
    longest.
    """

    term: str
    label: str
    times: int
    percent: int
    most: int
    who: Sequence[str]
    is_tag: bool = False


@dataclass(frozen=True)
class Loudest:
    """The most call-outs of one kind by one player on one night."""

    label: str
    term: str
    times: int
    player: Player
    night: Night


def records(scope: RecordScope) -> list[Record]:
    """Return the records of the scope, one for each player who shares it, whoever reached it first coming first; those
    of points by a club's own rules come after all others, apart. Two queries. Of several equal matches of one player
    the first counts.
    """
    theirs = [sums.best for player, sums in scope.sums("best").items() if player is not None]
    apart = sorted({rules for best in theirs for rules in rules_in(best)})
    held = [
        (feat, rules, seat)
        for rules in ("", *apart)
        for feat in scope.records
        if not rules or feat.name in OF_POINTS
        for seat in _holding(by_rules(feat.key, rules), theirs)
    ]
    seats = Seat.objects.select_related("player", "match").in_bulk([seat for *_, seat in held])
    return [Record(feat, seats[seat], is_apart=bool(rules)) for feat, rules, seat in held]


def _holding(key: str, theirs: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the seats with the highest figure of this key, by the time they reached it; `theirs` are the bests of each
    player.
    """
    reached = [best[key] for best in theirs if key in best]
    most = max((figure for figure, _, _ in reached), default=None)
    return [seat for _, _, seat in sorted(each for each in reached if each[0] == most)]


def fame(scope: RecordScope) -> list[Fame]:
    """Return those who took the winner's trophy most often, then those who won most often; six queries, and one where a
    best total is by other rules than those as written. A play-off counts as one award and as one win, as in the
    standings.
    """
    cups, cones = _awards(scope)
    wins = _wins(scope)
    theirs = {key: sums.best for key, sums in scope.sums("best").items() if key is not None}
    common = Counter(rules for best in theirs.values() for rules in rules_in(best))
    most = sorted(common, key=lambda rules: (-common[rules], rules))
    order = [*dict.fromkeys((key_played_now(scope.table_game.key), "", *most))]
    scores = []
    for key, best in theirs.items():
        at = next(place for place, rules in enumerate(order) if by_rules(HIGHEST.key, rules) in best)
        total, _, seat = best[by_rules(HIGHEST.key, order[at])]
        taken = (cups.get(key, 0), wins.get(key, 0), cones.get(key, 0))
        scores.append((taken, at, int(total), key, int(seat)))
    scores.sort(key=lambda row: (*(-figure for figure in row[0]), row[1], -row[2], row[3]))
    shown = scores[:SHOWN]
    players = Player.everybody.in_bulk([row[3] for row in shown])
    apart = Seat.objects.select_related("match").in_bulk([row[4] for row in shown if order[row[1]]])
    rules = {pk: rules_in_words(seat.match) for pk, seat in apart.items()}
    return [
        Fame(players[key], cup, cone, won, total, rules.get(seat, ""))
        for (cup, won, cone), _at, total, key, seat in shown
    ]


def _wins(scope: RecordScope) -> dict[int, int]:
    """Return how often each player won, from the standings."""
    keep_current(scope.club)
    rows = Standing.objects.filter(club=scope.club, season=scope.season, game=scope.table_game.key)
    return dict(rows.values_list("player", "wins"))


def _awards(scope: RecordScope) -> tuple[dict[int, int], dict[int, int]]:
    """Return how many winner's and how many top loser's trophies each player took; those given by hand do not count."""
    trophies = scope.club.trophies.filter(game=scope.table_game.key, rule__in=(WINNER, LOSER))
    rules = dict(trophies.values_list("pk", "rule"))
    taken = Award.objects.filter(BY_PLAYING, trophy__in=rules)
    if scope.season:
        taken = taken.filter(Q(match__season=scope.season) | Q(playoff__night__season=scope.season))
    found: dict[str, dict[int, int]] = {WINNER: {}, LOSER: {}}
    for trophy, player, times in taken.order_by().values_list("trophy", "player").annotate(times=Count("*")):
        of = found[rules[trophy]]
        of[player] = of.get(player, 0) + times
    return found[WINNER], found[LOSER]


def called(scope: RecordScope) -> list[Called]:
    """Return the call-outs, the most frequent first. Three queries: those of the engine, the names, and tags set by
    hand.
    """
    categories = scope.table_game.record_categories
    tags = Tag.objects.filter(scope.matches("match__"), removed_at__isnull=True)
    tagged = tags.values_list(*WHOSE).annotate(Count("pk")).order_by()
    engine_rows = [row for row in _by_player(scope) if row[0] not in categories.uncounted]
    callouts = [*_by_term(engine_rows, categories.terms), *_by_term(tagged, categories.tags, is_tag=True)]
    most = max((row.times for row in callouts), default=1)
    callouts.sort(key=lambda row: (-row.times, row.label))
    return [replace(row, percent=max(1, round(100 * row.times / most))) for row in callouts]


def _by_player(scope: RecordScope) -> list[tuple[str, int | None, str, int]]:
    by_player = scope.sums("callouts")
    names = dict(Player.everybody.filter(pk__in=[key for key in by_player if key]).values_list("pk", "name"))
    return [
        (term, player, names[player] if player else "", times)
        for player, sums in by_player.items()
        for term, (times, _matches) in sums.callouts.get("called", {}).items()
    ]


def _by_term(rows: Iterable[Any], labels: Mapping[str, str], *, is_tag: bool = False) -> Iterator[Called]:
    """Yield the call-outs of rows (term, player, name, times); a term without a label is left out."""
    parts: dict[str, list[tuple[int | None, str, int]]] = {}
    for term, player, name, times in rows:
        parts.setdefault(term, []).append((player, name, times))
    for term, label in labels.items():
        if part := parts.get(term):
            most = max((times for player, _, times in part if player), default=0)
            who = [name for player, name, times in part if player and times == most]
            yield Called(term, label, sum(times for _, _, times in part), 0, most, sorted(who, key=name_key), is_tag)


def loudest(scope: RecordScope) -> Loudest | None:
    """Return the record, or None. One query, and two for names. Counted by night rather than match, because the same
    players may play several matches.
    """
    counted = set(scope.table_game.record_categories.counted)
    nights = [
        (-times, int(night), term, player)
        for player, sums in scope.sums("callouts").items()
        for night, terms in sums.callouts.get("nights", {}).items()
        for term, times in terms.items()
        if player is not None and term in counted
    ]
    if not nights:
        return None
    times, night, term, player = min(nights)
    who, when = Player.everybody.get(pk=player), Night.objects.get(pk=night)
    return Loudest(scope.table_game.record_categories.terms[term], term, -times, who, when)


# The choice of records: a game, and one season or all time.

ALL = "all"


@dataclass(frozen=True)
class RecordFilter:
    """The chosen game and season. Without a choice, records are of all time and call-outs of the newest season in which
    the game was played; `is_all` means that all time was chosen.
    """

    club: Club
    table_game: TableGame
    seasons: Sequence[Season]
    newest: Season | None
    season: Season | None
    is_all: bool

    @property
    def lately(self) -> Season | None:
        """The season for call-outs; None for all time."""
        return self.season or (None if self.is_all else self.newest)

    @property
    def ever(self) -> RecordScope:
        """The scope of records."""
        return RecordScope(self.club, self.table_game, self.season)

    @property
    def of_late(self) -> RecordScope:
        """The scope of call-outs."""
        return RecordScope(self.club, self.table_game, self.lately)


def games_played(club: Club) -> dict[str, int]:
    """Return how many finished matches of each game there are; one query."""
    rows = club.matches.filter(finished_at__isnull=False).order_by().values_list("game")
    return dict(rows.annotate(Count("pk")))


def since(club: Club) -> datetime | None:
    """Return when the first finished match began, or None."""
    first = club.matches.filter(finished_at__isnull=False).order_by("started_at").values_list("started_at", flat=True)
    return first.first()


def record_filter(club: Club, game: str, season: str, played: Sequence[str]) -> RecordFilter:
    """Return the choice from the query parameters; "" gives the first game that the club has played, and no season.
    Raises Http404 for an unknown one.
    """
    first = next((each for each in TABLE_GAMES if each.key in played), TABLE_GAMES[0])
    table_game = asked_game(game) or first
    over = Match.objects.filter(season=OuterRef("pk"), game=table_game.key, finished_at__isnull=False)
    seasons = list(club.seasons.order_by("-starts_on").annotate(played=Exists(over)))
    newest = next((each for each in seasons if each.played), None)
    one = next((each for each in seasons if str(each.pk) == season), None)
    if one is None and season not in ("", ALL):
        raise Http404
    return RecordFilter(club, table_game, seasons, newest, one, season == ALL)


# The page of the hall of fame: one game a tab, with trophies, records and call-outs.


@require_safe
@club_view(readers=True)
def club_records(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """About twenty queries, however much the club has played."""
    played = games_played(club)
    chosen = record_filter(club, request.GET.get("game", ""), request.GET.get("season", ""), list(played))
    context = {
        "access": access,
        "here": "records",
        "asked": chosen,
        "tabs": [(each, played[each.key], each is chosen.table_game) for each in TABLE_GAMES if each.key in played],
        "since": since(club),
        "nights": _nights(club, played),
    }
    if chosen.table_game.key in played:
        context |= {
            "timeline": timeline(club, chosen.lately, chosen.table_game.key),
            "prizes": prizes(club.pk, chosen.table_game),
            "fame": fame(chosen.ever),
            "records": records(chosen.ever),
            "loudest": loudest(chosen.ever),
            "called": called(chosen.of_late),
        }
    return render(request, "leagues/records/records.html", context)


def _nights(club: Club, games: Iterable[str]) -> int:
    """Return on how many days of the club a match began."""
    read_ = [read(Scope(club.pk, game, is_ever=True, players=()), "results")[None].results for game in games]
    starts = {start for results in read_ for start in results["starts"]}
    clock, until_then = timezone.get_current_timezone(), timedelta(hours=BEGINS.hour)
    return len(
        {clock.fromutc(datetime.fromisoformat(each).replace(tzinfo=clock) - until_then).date() for each in starts}
    )
