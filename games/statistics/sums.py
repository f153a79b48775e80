"""Sums over finished matches, for one player or for the club. Pure functions without the database."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.fields.json import KeyTransform

from games.models import Aggregate, CallOut, Match, Seat, Tally

OUTCOMES = ("made", "won")  # the fact that says whether a round was made; a game has one of them
QUARTER = 15  # minutes; in every time zone a day begins at a multiple of it
FACTS, RIGHT_NEIGHBOUR = "facts", "beside"
Tree = dict[str, Any]


@dataclass
class Sums:
    """The sums in the form in which `Aggregate` stores them, with strings as keys.

    * `results`: `matches`, `wins`, `places` (how often each was taken) and `met`, by player: matches, how often ahead
      of them, how often behind. For the club `matches`, and `starts`, by the quarter of an hour they began in (UTC).
    * `best`: by feat, `total` or `-total` (negative): the highest value, when its match ended and its seat; feats of
      points by a club's own rules stand apart (`by_rules`).
    * `rounds`: `facts`, by name and value: how many rounds, of how many the outcome is known, how many were made, and
      the points of those whose outcome is known; `beside`, by player on the right: rounds, and how many were made.
    * `callouts`: `called`, by term: how often, in how many matches; `nights`, by night and term: how often. All-time
      sums keep only one night per term, the first of those with the most.
    """

    results: Tree = field(default_factory=dict)
    best: Tree = field(default_factory=dict)
    rounds: Tree = field(default_factory=dict)
    callouts: Tree = field(default_factory=dict)

    @property
    def figures(self) -> dict[str, Tree]:
        """The four sums by name."""
        return vars(self)

    def add(self, other: "Sums") -> None:
        """Add other sums to these."""
        for name in ("results", "rounds", "callouts"):
            add(getattr(self, name), getattr(other, name))
        for name, found in other.best.items():
            self.reach(name, *found)

    def add_match(
        self, total: int, place: int, feats: Mapping[str, int], ended: datetime, seat: int, rules: str = ""
    ) -> None:
        """Add one match of a player; `ended` is its end, `seat` the primary key of the seat, `rules` the key of rules
        that are kept apart.
        """
        add(self.results, {"matches": 1, "places": {str(place): 1}})
        for name, value in {"total": total, "-total": -total, **feats}.items():
            self.reach(by_rules(name, rules) if name in OF_POINTS else name, value, ended.isoformat(), seat)

    def add_win(self) -> None:
        add(self.results, {"wins": 1})

    def add_meeting(self, other: int, place: int, their_place: int) -> None:
        """Add one match with another player, by both places."""
        more = [1, int(place < their_place), int(place > their_place)]
        _add_numbers(self.results.setdefault("met", {}), str(other), more)

    def add_round(self, points: int, facts: Mapping[str, int], right_neighbour: int | None) -> None:
        """Add one round; `right_neighbour` is the player on the right, if known."""
        outcome = next((facts[name] for name in OUTCOMES if name in facts), None)
        is_known, made, brought = (0, 0, 0) if outcome is None else (1, outcome, points)
        by_name = self.rounds.setdefault(FACTS, {})
        for name, value in facts.items():  # inlined for speed: some ten facts a round, and hundred thousands of rounds
            cell = by_name.setdefault(name, {}).setdefault(str(value), [0, 0, 0, 0])
            cell[0] += 1
            cell[1] += is_known
            cell[2] += made
            cell[3] += brought
        if right_neighbour is not None and outcome is not None:
            _add_numbers(self.rounds.setdefault(RIGHT_NEIGHBOUR, {}), str(right_neighbour), [1, outcome])

    def add_callout(self, term: str, times: int, night: int | None) -> None:
        """Add a call-out of one match, which occurred `times` times."""
        _add_numbers(self.callouts.setdefault("called", {}), term, [times, 1])
        if night is not None:
            add(self.callouts, {"nights": {str(night): {term: times}}})

    def add_start(self, started: datetime) -> None:
        """Add one match of the club; `started` is in UTC."""
        quarter = started.replace(minute=started.minute // QUARTER * QUARTER, second=0, microsecond=0)
        add(self.results, {"matches": 1, "starts": {f"{quarter:%Y-%m-%dT%H:%M}": 1}})

    def reach(self, name: str, value: int, ended: str, seat: int) -> None:
        """Keep the highest value of a feat; of equal ones the earliest."""
        held = self.best.get(name)
        if held is None or (-value, ended, seat) < (-held[0], held[1], held[2]):
            self.best[name] = [value, ended, seat]

    def keep_top_nights(self) -> None:
        """Of the call-outs by night, keep for each term only the night with the most; of equal ones the first."""
        most: dict[str, tuple[int, int]] = {}
        for night, terms in self.callouts.pop("nights", {}).items():
            for term, times in terms.items():
                most[term] = min(most.get(term, (0, 0)), (-times, int(night)))
        for term, (times, night) in sorted(most.items()):
            add(self.callouts, {"nights": {str(night): {term: -times}}})


def by_rules(name: str, rules: str) -> str:
    """The name of a feat in `Sums.best` for matches by these rules: `total@1a2b3c4d`, or its own as written."""
    return f"{name}@{rules}" if rules else name


def rules_in(best: Mapping[str, Any]) -> set[str]:
    """The keys of the rules that are kept apart in these bests."""
    return {name.partition("@")[2] for name in best if "@" in name}


def add(into: Tree, other: Mapping[str, Any]) -> None:
    """Add `other` to `into`, key by key: numbers, lists of numbers, and nested dicts of them."""
    for name, value in other.items():
        if isinstance(value, dict):
            add(into.setdefault(name, {}), value)
        elif isinstance(value, list):
            _add_numbers(into, name, value)
        else:
            into[name] = into.get(name, 0) + value


def _add_numbers(into: Tree, name: str, numbers: list[int]) -> None:
    held = into.get(name)
    if held is None:
        into[name] = list(numbers)
    else:
        for at, number in enumerate(numbers):
            held[at] += number


# Summation of a game's finished matches from the ledger's rows; four queries per season.


AT_ONCE = 2_000  # rounds
ROUND = ("seat", "points", "facts", "player")
OF_POINTS = ("total", "-total", "best", "climb")  # what only compares with matches by the same rules


class Sat(NamedTuple):
    """One seat of a finished match and its result."""

    pk: int
    match: UUID
    position: int
    player: int
    total: int
    place: int
    won: bool
    feats: Mapping[str, int]
    ended: datetime
    rules: str
    has_substitute: bool | None


@dataclass(frozen=True)
class Scope:
    """Which finished matches of a game: of one season (None: those without one), or of all with `is_ever`; of some
    players or all.

    With `match` only that match, with `night` only matches of that night, with `points_key` only those by these rules:
    their sums are not stored.
    """

    club: int
    game: str
    season: int | None = None
    is_ever: bool = False
    players: Collection[int] | None = None
    match: UUID | None = None
    night: int | None = None
    points_key: str | None = None

    def matches(self, path: str = "") -> Q:
        """A filter for rows that lead to the match by `path`; it uses the most selective of match, night, season and
        club.
        """
        season = None if self.is_ever else self.season
        few: dict[str, Any] = {"pk": self.match, "night": self.night, "season": season}
        wanted = {name: key for name, key in few.items() if key} or {"club": self.club}
        wanted |= {"game": self.game, "finished_at__isnull": False}
        if not self.is_ever and not season:
            wanted["season__isnull"] = True
        if self.points_key is not None:
            wanted["points_key"] = self.points_key
        return Q(**{f"{path}{name}": value for name, value in wanted.items()})


def add_up(scope: Scope) -> dict[int | None, Sums]:
    """The sums by player, and under None those of the club; without players (or a club) that have no matches."""
    sums: dict[int | None, Sums] = {}
    for began in Match.objects.filter(scope.matches()).order_by().values_list("started_at", flat=True):
        sums.setdefault(None, Sums()).add_start(began)
    if sums:
        _add_seats(scope, sums)
        add_callouts(scope, sums)
    return sums


def _add_seats(scope: Scope, sums: dict[int | None, Sums]) -> None:
    seats: dict[int, Sat] = {}
    chairs: dict[tuple[UUID, int | None], Sat] = {}
    for match, group in groupby(_seats(scope), key=lambda sat: sat.match):
        table = list(group)
        chairs |= {(match, sat.position): sat for sat in table}
        for sat in table:
            seats[sat.pk] = sat
            if scope.players is None or sat.player in scope.players:
                _add_seat(sums.setdefault(sat.player, Sums()), sat, table)
    for seat, points, facts, substitute in _rounds(scope):
        sat = seats[seat]
        right = chairs.get((sat.match, facts.get("right")))
        right_neighbour = right.player if right and not right.has_substitute else None  # else it may have been another
        sums.setdefault(substitute or sat.player, Sums()).add_round(points, facts, right_neighbour)


def _add_seat(sums: Sums, sat: Sat, table: Sequence[Sat]) -> None:
    sums.add_match(sat.total, sat.place, sat.feats, sat.ended, sat.pk, sat.rules)
    if sat.won:
        sums.add_win()
    for other in table:
        if other.player != sat.player:
            sums.add_meeting(other.player, sat.place, other.place)


def _seats(scope: Scope) -> Iterator[Sat]:
    """Seats, match by match; with `players`, all seats of the matches in which one of them sat or was a substitute."""
    rows = Seat.objects.filter(scope.matches("match__"))
    if scope.players is not None:
        sat = Seat.objects.filter(player__in=scope.players).order_by().values("match")
        played = Tally.objects.filter(player__in=scope.players).order_by().values("match")
        rows = rows.filter(match__in=sat.union(played))
    names = ("pk", "match", "position", "player", "total", "place", "is_winner", "feats")
    of_match = ("match__finished_at", "match__points_key", "has_substitute")
    return map(Sat._make, rows.order_by("match").values_list(*names, *of_match).iterator(AT_ONCE))


def _rounds(scope: Scope) -> Iterator[tuple[Any, ...]]:
    rows = Tally.objects.filter(scope.matches("match__")).order_by()
    if scope.players is None:
        return rows.values_list(*ROUND).iterator(AT_ONCE)
    own = rows.filter(seat__player__in=scope.players, player=None).values_list(*ROUND)
    return own.union(rows.filter(player__in=scope.players).values_list(*ROUND), all=True).iterator(AT_ONCE)


def add_callouts(scope: Scope, sums: dict[int | None, Sums]) -> None:
    """Add the call-outs to the sums."""
    rows = CallOut.objects.filter(scope.matches("match__"))
    if scope.players is not None:
        rows = rows.filter(Q(player__in=scope.players) | Q(player=None))
    for player, term, times, night in rows.order_by().values_list("player", "term", "times", "match__night"):
        sums.setdefault(player, Sums()).add_callout(term, times, night)


# Stored sums; if those of a club and game are missing, they are added up on each read.


Found = Mapping[int | None, Sums]  # by player; None is the club
COLUMNS = ("results", "best", "rounds", "callouts")
A_BATCH = 200


def is_there(club: int, game: str) -> bool:
    """Whether the sums of a club and game are stored; one query."""
    return Aggregate.objects.filter(club=club, game=game, season=None, player=None).exists()


def rows(club: int, game: str, players: Collection[int] | None = None) -> QuerySet[Aggregate]:
    """The stored rows of all seasons and all time: the club's, and those of these players or all."""
    found = Aggregate.objects.filter(club=club, game=game)
    return found if players is None else found.filter(Q(player__in=players) | Q(player=None))


def sums_of(row: Aggregate) -> Sums:
    return Sums(**{name: getattr(row, name) for name in COLUMNS})


def read(scope: Scope, *columns: str) -> Found:
    """The sums of a scope, these columns only; one query if they are stored."""
    if scope.points_key is not None:
        return add_up(scope)
    season = None if scope.is_ever else scope.season
    found = rows(scope.club, scope.game, scope.players).filter(season=season).order_by().values_list("player", *columns)
    sums = {player: Sums(**dict(zip(columns, values, strict=True))) for player, *values in found}
    return sums if None in sums else add_up(scope)


def read_fact(scope: Scope, name: str) -> list[Mapping[str, Any]]:
    """Of all players, the rounds by one fact; one query, which leaves the other facts in the database."""
    season = None if scope.is_ever else scope.season
    values = KeyTransform(name, KeyTransform(FACTS, "rounds"))
    found = dict(rows(scope.club, scope.game).filter(season=season).order_by().values_list("player", values))
    if None not in found:
        found = {player: sums.rounds.get(FACTS, {}).get(name) for player, sums in add_up(scope).items()}
    return [each for each in found.values() if each]


def write(
    club: int, game: str, season: int | None, due: Found, players: Collection[int] | None = None, *, check: bool = False
) -> int:
    """Store the sums `due` of a season, or of all time (None), and return how many rows differed.

    Only rows that differ are written, with `check` none.
    """
    stored = {row.player_id: row for row in rows(club, game, players).filter(season=season)}
    wanted = {player: sums.figures for player, sums in due.items()}
    gone = [row.pk for player, row in stored.items() if player not in wanted]
    fresh = [player for player in wanted if player not in stored]
    moved = [player for player, row in stored.items() if player in wanted and sums_of(row).figures != wanted[player]]
    if not check:
        Aggregate.objects.filter(pk__in=gone).delete() if gone else None
        about: dict[str, Any] = {"club_id": club, "game": game, "season_id": season}
        made = [Aggregate(**about, player_id=player, **wanted[player]) for player in fresh]
        save([*(_changed(stored[player], wanted[player]) for player in moved), *made])
    return len(gone) + len(fresh) + len(moved)


def _changed(row: Aggregate, figures: Mapping[str, Any]) -> Aggregate:
    vars(row).update(figures)
    return row


def save(due: Collection[Aggregate]) -> None:
    """Save new and changed rows; the changed ones by one upsert."""
    if known := [row for row in due if row.pk]:
        Aggregate.objects.bulk_create(
            known, batch_size=A_BATCH, update_conflicts=True, unique_fields=["id"], update_fields=COLUMNS
        )
    Aggregate.objects.bulk_create([row for row in due if not row.pk], batch_size=A_BATCH)
