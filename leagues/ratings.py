"""Ratings: every finished match of a game updates the estimates of its players, in the order in which matches end."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.language.locales import date_format
from clubs.models import Club, Player
from clubs.models.calendar import club_day
from clubs.queries import Update
from games.base.table_game import TableGame
from games.charts.line_chart import Chart, band_chart
from games.entries.match_state import MatchState
from games.models import Match, Seat
from games.registry import TABLE_GAMES, asked_game
from leagues.models import Rating
from scoring.competition.ratings import START, Estimate, rated

# Updating ratings after a result: they are recomputed from that match on, and only rows that change are written.


# The sequence of ratings of a game, match by match, as pure functions.


Key = tuple[UUID, int]  # (match, player)


class RatedSeat(NamedTuple):
    """A player's seat at a finished match: when it ended, and the place."""

    match: UUID
    at: datetime
    player: int
    place: int


class Step(NamedTuple):
    """The estimate of a player after a match; `number` counts the player's matches of the game from 1."""

    match: UUID
    at: datetime
    player: int
    number: int
    mu: float
    sigma: float

    @property
    def key(self) -> Key:
        return self.match, self.player


@dataclass(frozen=True, slots=True)
class Before:
    """The number of matches and the estimate of a player before a match."""

    number: int = 0
    estimate: Estimate = START


def rate_matches(known: dict[int, Before], seats: Iterable[RatedSeat]) -> Iterator[Step]:
    """Yield the estimates after each match. `seats` are in the order in which the matches ended; `known` are the
    estimates before the first.
    """
    now = dict(known)
    for _, group in groupby(seats, key=lambda seat: seat.match):
        for step in steps(now, list(group)):
            now[step.player] = Before(step.number, Estimate(step.mu, step.sigma))
            yield step


def steps(known: dict[int, Before], seats: Sequence[RatedSeat]) -> list[Step]:
    """Return the estimates after one match; [] if only one player sat at it."""
    if len(seats) < 2:
        return []
    before = [known.get(each.player, Before()) for each in seats]
    after = rated([each.estimate for each in before], [each.place for each in seats])
    return [
        Step(each.match, each.at, each.player, was.number + 1, now.mu, now.sigma)
        for each, was, now in zip(seats, before, after, strict=True)
    ]


# Reading what ratings are computed from, and writing the rows that changed.


MOVED = Update(Rating, "mu", "sigma")
ROWS_AT_ONCE = 500


class Moment(NamedTuple):
    """The position of a match in the order of a game."""

    at: datetime
    match: UUID


class Stored(NamedTuple):
    """A stored row."""

    pk: int
    step: Step


def seats_since(club_id: int, game: str, since: Moment | None) -> list[RatedSeat]:
    """Return the seats of finished matches from this match on (None: all), in order."""
    rows = Seat.objects.filter(match__club=club_id, match__game=game, match__finished_at__isnull=False)
    if since:
        later = Q(match__finished_at__gt=since.at) | Q(match_id__gte=since.match)
        rows = rows.filter(later, match__finished_at__gte=since.at)
    seats = rows.order_by("match__finished_at", "match", "position").values_list(
        "match", "match__finished_at", "player", "place"
    )
    return [RatedSeat(match, at, player, place) for match, at, player, place in seats if at]


def stored_since(club_id: int, game: str, since: Moment | None) -> list[Stored]:
    """Return the stored rows from this match on (None: all), in order."""
    rows = Rating.objects.filter(club=club_id, game=game)
    if since:
        rows = rows.filter(Q(at__gt=since.at) | Q(match_id__gte=since.match), at__gte=since.at)
    return stored(rows)


def stored(rows: QuerySet[Rating]) -> list[Stored]:
    """Return these rows in the order of the matches."""
    values = rows.order_by("at", "match").values_list("pk", *Step._fields)
    return [Stored(pk, Step(*row)) for pk, *row in values]


def known_before(players: Collection[int], game: str, moment: Moment) -> dict[int, Before]:
    """Return the estimate of each player just before this match; one query."""
    earlier = Q(at__lt=moment.at) | Q(at=moment.at, match_id__lt=moment.match)
    rows = Rating.objects.filter(earlier, player=OuterRef("pk"), game=game).order_by("-number")
    last = Player._base_manager.filter(pk__in=players).annotate(last=Subquery(rows.values("pk")[:1])).values("last")
    values = Rating.objects.filter(pk__in=last).order_by().values_list("player", "number", "mu", "sigma")
    return {player: Before(number, Estimate(mu, sigma)) for player, number, mu, sigma in values}


@dataclass(frozen=True)
class Work:
    """The stored and the correct rows of a game (`stored` and `expected`), from some match on."""

    club_id: int
    game: str
    stored: Mapping[Key, Stored]
    expected: Mapping[Key, Step]

    @property
    def differing(self) -> list[Key]:
        """The keys of rows to change, add or delete."""
        keys = {**self.stored, **self.expected}
        return [key for key in keys if key not in self.stored or self.stored[key].step != self.expected.get(key)]

    def write(self) -> None:
        """Write only what differs. A row whose number changes is deleted and added again: numbers are unique."""
        differing = self.differing
        moved = [(self.stored[key].pk, self.expected[key]) for key in differing if self._keeps_place(key)]
        others = [key for key in differing if not self._keeps_place(key)]
        MOVED.run_all([{"pk": pk, "mu": step.mu, "sigma": step.sigma} for pk, step in moved])
        delete([self.stored[key].pk for key in others if key in self.stored])
        Rating.objects.bulk_create(self._row(self.expected[key]) for key in others if key in self.expected)

    def _keeps_place(self, key: Key) -> bool:
        """Whether only the estimate of the row changes."""
        return key in self.stored and key in self.expected and self.stored[key].step[:4] == self.expected[key][:4]

    def _row(self, step: Step) -> Rating:
        return Rating(
            club_id=self.club_id,
            game=self.game,
            player_id=step.player,
            match_id=step.match,
            at=step.at,
            number=step.number,
            mu=step.mu,
            sigma=step.sigma,
        )


def delete(keys: Sequence[int]) -> None:
    """Delete these rows, ROWS_AT_ONCE in each statement."""
    for at in range(0, len(keys), ROWS_AT_ONCE):
        Rating.objects.filter(pk__in=keys[at : at + ROWS_AT_ONCE]).delete()


NOBODY: Mapping[int, Before] = {}


def update_for_match(state: MatchState) -> None:
    """Update the ratings from this match on. Ends after two queries if the places are unchanged, however many matches
    came later.
    """
    match = state.match
    written = [row.step for row in stored(Rating.objects.filter(match=match))]
    moments = [step.at for step in written] + ([match.finished_at] if match.finished_at else [])
    if not moments:
        return
    since = Moment(min(moments), match.pk)
    known = known_before([seat.player_id for seat in state.seats], match.game, since)
    if sorted(steps(known, _sat(state))) != sorted(written):
        _work(match.club_id, match.game, since, known).write()


def _sat(state: MatchState) -> list[RatedSeat]:
    at = state.match.finished_at
    return [RatedSeat(state.match.pk, at, seat.player_id, seat.place) for seat in state.seats] if at else []


def rebuild(club: Club, *, check: bool) -> list[str]:
    """Rebuild all ratings of the club, or only compare them if `check`; return a line for each difference."""
    rows = Rating.objects.filter(club=club), Match.objects.filter(club=club, finished_at__isnull=False)
    games = {game for found in rows for game in found.order_by().values_list("game", flat=True).distinct()}
    return [f"{game}, {found}" for game in sorted(games) for found in _rebuild(club.pk, game, check=check)]


def _rebuild(club_id: int, game: str, *, check: bool) -> list[str]:
    work = _work(club_id, game)
    if not check:
        work.write()
    return [f"match {match}, player {player}" for match, player in work.differing]


def _work(club_id: int, game: str, since: Moment | None = None, known: Mapping[int, Before] = NOBODY) -> Work:
    """Compute the ratings from a match on, or from the first; `known` are estimates before it, as read already."""
    seats = seats_since(club_id, game, since)
    others = {sat.player for sat in seats} - known.keys()
    before = {**known, **known_before(others, game, since)} if since and others else dict(known)
    due = {step.key: step for step in rate_matches(before, seats)}
    return Work(club_id, game, {row.step.key: row for row in stored_since(club_id, game, since)}, due)


# Reading ratings for pages. Each is one query, and its cost does not grow with how much was played.


RUN = 40
FEWEST_MATCHES = 3  # matches for a chart
SAYS = gettext_lazy("Rating after each match, with the band it may lie in; the same numbers are in the table below")


@dataclass(frozen=True)
class RatingChange:
    """A match in a player's history; `change` is by how much the rating changed, None for the player's first match."""

    rating: Rating
    change: float | None


@dataclass(frozen=True)
class RatingHistory:
    """A player's current rating in a game, and the last matches, the oldest first; `chart` is None for fewer than
    FEWEST.
    """

    now: Rating
    changes: Sequence[RatingChange]
    chart: Chart | None


def latest(club: Club, game: str) -> QuerySet[Rating]:
    """Return the latest row of each player: the current ratings."""
    last = Rating.objects.filter(player=OuterRef("pk"), game=game).order_by("-number").values("pk")[:1]
    players = Player.objects.filter(club=club).order_by().annotate(last=Subquery(last)).values("last")
    return Rating.objects.filter(pk__in=players)


def table(club: Club, game: str) -> list[Rating]:
    """Return the ratings of active players by the lower end of their range (mu - 2 sigma), the highest first."""
    rows = latest(club, game).filter(player__is_active=True).select_related("player")
    return list(rows.order_by((F("mu") - 2 * F("sigma")).desc(), "player__sorted_by", "player"))


def strengths(club: Club, game: str) -> dict[int, float]:
    """Return the rating (`mu`) of each rated player, for dealing out even groups; one query."""
    return dict(latest(club, game).order_by().values_list("player", "mu"))


def games_rated(club: Club, games: Iterable[str]) -> set[str]:
    """Return those of these games in which at least one player has a rating."""
    names = {f"game_{at}": game for at, game in enumerate(games)}
    rated = {name: Exists(Rating.objects.filter(club=club, game=game)) for name, game in names.items()}
    row = Club.objects.filter(pk=club.pk).annotate(**rated).values(*names).get()
    return {game for name, game in names.items() if row[name]}


def rating_history(player: Player, game: str) -> RatingHistory | None:
    """Return the player's history; None without a rating."""
    changes = rating_changes(player, game, RUN)
    return RatingHistory(changes[-1].rating, changes, _chart([each.rating for each in changes])) if changes else None


def rating_changes(player: Player, game: str, most: int | None = None) -> list[RatingChange]:
    """Return the last `most` matches, or all of them, the oldest first."""
    rows = Rating.objects.filter(player=player, game=game).select_related("match").order_by("-number")
    changes = list(rows if most is None else rows[: most + 1])[::-1]
    first = [RatingChange(each, None) for each in changes[:1] if most is None or len(changes) <= most]
    return [*first, *(RatingChange(now, now.mu - was.mu) for was, now in pairwise(changes))]


def _chart(run: Sequence[Rating]) -> Chart | None:
    if len(run) < FEWEST_MATCHES:
        return None
    days = [date_format(club_day(row.at), "M Y") for row in run]
    guesses = [(row.mu, row.estimate.spread) for row in run]
    return band_chart(guesses, str(SAYS), str(run[-1]), {1: days[0], len(run): days[-1]})


def game_of(key: str, rated: set[str]) -> TableGame:
    """Return the game with this key; "" gives the first with ratings, or of all. Raises Http404 for an unknown
    one.
    """
    first = next((each for each in TABLE_GAMES if each.key in rated), TABLE_GAMES[0])
    return asked_game(key) or first


# The page of ratings: the estimated strength of every player, one game a tab, always with its uncertainty.


WIDTH = 200


@dataclass(frozen=True)
class Tab:
    """A game; `is_here` marks the one that is shown, `is_played` those with ratings."""

    table_game: TableGame
    is_here: bool
    is_played: bool


@dataclass(frozen=True)
class RatingRow:
    """A player's rating; `low`, `at` and `high` are the range and the rating as x in SVG units."""

    place: int
    rating: Rating
    low: float
    at: float
    high: float
    is_here: bool


@require_safe
@club_view(readers=True)
def ratings_page(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    rated = games_rated(club, [game.key for game in TABLE_GAMES])
    game = game_of(request.GET.get("game", ""), rated)
    rows = table(club, game.key)
    chosen = _chosen(request.GET.get("player", ""), rows)
    context = {
        "access": access,
        "here": "more",
        "game": game,
        "tabs": [Tab(each, each is game, each.key in rated) for each in TABLE_GAMES],
        "rows": _rows(rows, chosen),
        "player": chosen.player if chosen else None,
        "history": rating_history(chosen.player, game.key) if chosen else None,
    }
    return render(request, "leagues/ratings/ratings.html", context)


def _chosen(key: str, table: Sequence[Rating]) -> Rating | None:
    """Return the rating of the player with this key (as text), or else the first; None if the table is empty."""
    return next((row for row in table if str(row.player_id) == key), next(iter(table), None))


def _rows(table: Sequence[Rating], chosen: Rating | None) -> list[RatingRow]:
    low = min((row.estimate.cautious for row in table), default=0.0)
    width = max((row.mu + row.estimate.spread for row in table), default=1.0) - low

    def scaled(value: float) -> float:
        return round((value - low) / width * WIDTH, 1)

    return [
        RatingRow(place, row, scaled(now.cautious), scaled(now.mu), scaled(now.mu + now.spread), row is chosen)
        for place, row in enumerate(table, start=1)
        for now in [row.estimate]
    ]
