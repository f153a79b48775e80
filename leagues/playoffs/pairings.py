"""The state of a knock-out or a round robin, read from its matches in four queries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Player
from games.entries.match_state import seats_of
from games.models import Match, Seat
from leagues.models import Fixture, Playoff, Reseat
from scoring.competition.tournaments import Meeting, Score, Stand, first_round, knock_out, standing


@dataclass(frozen=True)
class Pairing:
    """Two players who meet. `moved` are (who should sit there, who sits there), if the match began before a correction
    changed that; `is_bye` means that one has no opponent.
    """

    round: int
    number: int
    title: str
    one: Player | None
    two: Player | None
    match: Match | None = None
    points: tuple[int, int] | None = None
    winner: Player | None = None
    is_bye: bool = False
    moved: Sequence[tuple[Player | None, Player | None]] = ()

    @property
    def is_ready(self) -> bool:
        """Whether both players are known."""
        return self.one is not None and self.two is not None

    @property
    def is_level(self) -> bool:
        """Whether the match is over and nobody won."""
        return bool(self.match and self.match.finished_at and self.winner is None)

    @property
    def is_over(self) -> bool:
        return bool(self.match and self.match.finished_at)


@dataclass(frozen=True)
class State:
    """A knock-out or a round robin; `rows` is the table of a round robin."""

    playoff: Playoff
    players: Mapping[int, Player]
    pairings: Sequence[Pairing]
    rows: Sequence[Stand] = ()
    reseats: Sequence[Reseat] = ()

    @property
    def rounds(self) -> list[tuple[int, list[Pairing]]]:
        """The pairings by round, as (number, pairings)."""
        return [(number, list(group)) for number, group in groupby(self.pairings, key=lambda each: each.round)]

    @cached_property
    def winner(self) -> Player | None:
        """Who won the contest, once it is over; None for a shared first place."""
        if self.playoff.kind == Playoff.Kind.KNOCKOUT:
            return self.pairings[-1].winner if self.pairings else None
        first = [row.player for row in self.rows if row.place == 1]
        return self.players[first[0]] if self.is_over and len(first) == 1 else None

    @property
    def is_over(self) -> bool:
        if self.playoff.kind == Playoff.Kind.KNOCKOUT:
            return bool(self.pairings and self.pairings[-1].winner)
        return bool(self.pairings) and all(pairing.is_over for pairing in self.pairings)


@dataclass(frozen=True)
class Played:
    """A fixture with its match and seats."""

    fixture: Fixture
    seats: Sequence[Seat]

    @property
    def winner(self) -> int | None:
        """The key of the winner; None if the match is not over or has no single winner."""
        won = [seat.player_id for seat in self.seats if seat.is_winner]
        is_over = self.fixture.match is not None and self.fixture.match.finished_at is not None
        return won[0] if is_over and len(won) == 1 else None

    @property
    def points(self) -> tuple[int, int] | None:
        """The totals in the order of the fixture's players; None before the match begins."""
        total = {seat.player_id: seat.total for seat in self.seats}
        one, two = (total.get(key, 0) for key in [*self.fixture.players, 0, 0][:2])
        return (one, two) if self.fixture.match else None


def read(playoff: Playoff) -> State:
    """Read the state of the contest."""
    rows = Fixture.objects.filter(playoff=playoff, stage=Fixture.Stage.ROUND)
    fixtures = [_dealt(fixture) for fixture in rows.select_related("match").order_by("round", "number")]
    seats = seats_of([fixture.match for fixture in fixtures if fixture.match])
    played = {(each.round, each.number): Played(each, seats[each.match.pk] if each.match else []) for each in fixtures}
    keys = {key for fixture in fixtures for key in fixture.players}
    players = Player.everybody.in_bulk(keys)
    reseats = list(Reseat.objects.filter(playoff=playoff).select_related("went_up", "went_down", "decided_by"))
    if playoff.kind == Playoff.Kind.KNOCKOUT:
        return State(playoff, players, list(_bracket(fixtures, played, players, reseats)), reseats=reseats)
    scores = [score for each in played.values() if (score := _score(each))]
    order = list(dict.fromkeys(key for fixture in fixtures for key in fixture.players))
    pairings = [_met(each, players) for each in played.values()]
    return State(playoff, players, pairings, standing(order, scores), reseats)


def _dealt(fixture: Fixture) -> Fixture:
    """Return the fixture, without its match if that was abandoned: it is played again."""
    if fixture.match and fixture.match.abandoned_at:
        fixture.match = None
    return fixture


def _score(each: Played) -> Score | None:
    if each.points is None or each.fixture.match is None or each.fixture.match.finished_at is None:
        return None
    one, two = each.fixture.players
    return Score(one, two, each.points, each.winner)


def _met(each: Played, players: Mapping[int, Player]) -> Pairing:
    one, two = (players.get(key) for key in each.fixture.players)
    winner = players.get(each.winner or 0)
    title = pgettext("tournament", "Round {number}").format(number=each.fixture.round)
    fixture = each.fixture
    return Pairing(fixture.round, fixture.number, title, one, two, fixture.match, each.points, winner)


def _bracket(
    fixtures: Sequence[Fixture],
    played: Mapping[tuple[int, int], Played],
    players: Mapping[int, Player],
    reseats: Sequence[Reseat],
) -> Iterator[Pairing]:
    seeds = _seeds([fixture.players for fixture in fixtures if fixture.round == 1])
    won = {place: each.winner for place, each in played.items() if each.winner}
    unchanged = {each.went_up_id: each.went_down_id for each in reseats if each.is_kept}
    swaps = {up: down for up, down in unchanged.items() if up is not None and down is not None}
    rounds = knock_out(seeds, won, swaps)
    for meetings in rounds:
        for meeting in meetings:
            game = played.get((meeting.round, meeting.number))
            yield _pairing(meeting, game, players, len(rounds))


def _seeds(pairs: Sequence[Sequence[int]]) -> list[int]:
    """Return the players in the order of their seeds, reconstructed from the pairs of the first round."""
    count = sum(map(len, pairs))
    seeds = dict[int, int]()
    for places, keys in zip(first_round(count), pairs, strict=True):
        seeds |= zip([place for place in places if place is not None], keys, strict=True)
    return [seeds[place] for place in range(count)]


def _pairing(meeting: Meeting, game: Played | None, players: Mapping[int, Player], rounds: int) -> Pairing:
    due = [meeting.one, meeting.two]
    seated = game.fixture.players if game and game.fixture.match else due
    is_moved = set(seated) != set(due)
    missing = [players.get(key or 0) for key in due if key not in seated]
    wrong = [players.get(key or 0) for key in seated if key not in due]
    one, two = (players.get(key or 0) for key in ([*seated, None][:2] if not meeting.is_bye else due))
    return Pairing(
        meeting.round,
        meeting.number,
        _title(meeting.round, meeting.number, rounds),
        one,
        two,
        game.fixture.match if game else None,
        game.points if game else None,
        players.get((game.winner if game and is_moved else meeting.winner) or 0),
        meeting.is_bye,
        list(zip(missing, wrong, strict=False)) if is_moved else (),
    )


def _title(round_: int, number: int, rounds: int) -> str:
    left = rounds - round_
    if left == 0:
        return _("Final")
    late = {1: _("Semi-final {number}"), 2: _("Quarter-final {number}")}
    return late.get(left, pgettext("tournament", "Round {round}, match {number}")).format(round=round_, number=number)
