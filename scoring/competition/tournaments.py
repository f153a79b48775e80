"""Tournaments of two-player matches: round robin and knock-out, their pairings and standings.

The round robin follows the circle method; the bracket is seeded so that the two best can only meet in the final.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from scoring.base import Malformed
from scoring.messages import Message

FEWEST, MOST = 3, 32
Pair = tuple[int, int]


def check_field(players: int) -> None:
    """Raise Malformed `players` unless there are 3 to 32 players: two simply play a match, and more would take too many
    evenings.

    >>> check_field(3)
    """
    if not FEWEST <= players <= MOST:
        message = Message(
            "{fewest} to {most} players can play for it, not {players}. Two simply play a match.",
            fewest=FEWEST,
            most=MOST,
            players=players,
        )
        raise Malformed("players", message, field="players")


def round_robin(players: int) -> tuple[tuple[Pair, ...], ...]:
    """The rounds in which every pair meets once (the circle method), as pairs of indices from 0; with an odd number of
    players one rests in each round.

    >>> round_robin(4)
    (((0, 3), (1, 2)), ((0, 2), (3, 1)), ((0, 1), (2, 3)))
    >>> round_robin(3)
    (((1, 2),), ((0, 2),), ((0, 1),))
    """
    ring = list(range(players + players % 2))
    half, rounds = len(ring) // 2, list[tuple[Pair, ...]]()
    for _ in range(len(ring) - 1):
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append(tuple(pair for pair in pairs if max(pair) < players))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return tuple(rounds)


def first_round(players: int) -> tuple[tuple[int, int | None], ...]:
    """The pairings of the first round as seeds from 0, in bracket order; where the bracket is not full, the best seeds
    get a bye, written as None.

    >>> first_round(4), first_round(3)
    (((0, 3), (1, 2)), ((0, None), (1, 2)))
    >>> first_round(5)
    ((0, None), (3, 4), (1, None), (2, None))
    """
    order = [0]
    while len(order) < players:
        size = 2 * len(order)
        order = [seed for each in order for seed in (each, size - 1 - each)]
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple((min(pair), max(pair) if max(pair) < players else None) for pair in pairs)


class Meeting(Struct, frozen=True):
    """One place in the bracket, by round and number from 1: its two players (None: not known yet) and the winner, if
    decided. `is_bye` marks a bye.
    """

    round: int
    number: int
    one: int | None
    two: int | None
    winner: int | None = None
    is_bye: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether both players are known."""
        return self.one is not None and self.two is not None


def knock_out(
    players: Sequence[int], won: Mapping[tuple[int, int], int], replacements: Mapping[int, int] | None = None
) -> tuple[tuple[Meeting, ...], ...]:
    """The bracket, round by round, as far as it is known. `players` are in the order of their seeds; `won` is the
    winner of a place by (round, number).

    `replacements` maps a winner to the player who goes on instead, for places whose winner was corrected after the next
    match.

    >>> [[(m.one, m.two, m.winner) for m in each] for each in knock_out([7, 8, 9], {(1, 2): 9})]
    [[(7, None, 7), (8, 9, 9)], [(7, 9, None)]]
    """
    pairs = [(players[one], None if two is None else players[two]) for one, two in first_round(len(players))]
    rounds = [tuple(_meeting(1, number, one, two, won) for number, (one, two) in enumerate(pairs, 1))]
    replacements = replacements or {}
    while len(rounds[-1]) > 1:
        on = [None if each.winner is None else replacements.get(each.winner, each.winner) for each in rounds[-1]]
        number = len(rounds) + 1
        halves = zip(on[::2], on[1::2], strict=True)
        rounds.append(tuple(_meeting(number, place, *pair, won) for place, pair in enumerate(halves, 1)))
    return tuple(rounds)


def _meeting(round_: int, number: int, one: int | None, two: int | None, won: Mapping[tuple[int, int], int]) -> Meeting:
    if round_ == 1 and two is None:
        return Meeting(round_, number, one, two, one, is_bye=True)
    winner = won.get((round_, number))
    return Meeting(round_, number, one, two, winner if winner in (one, two) else None)


class Score(Struct, frozen=True):
    """The score of a played match: both players and their points in that order; `winner` is None for a tie."""

    one: int
    two: int
    points: Pair
    winner: int | None = None


class Stand(Struct, frozen=True):
    """One row of the cross table: place from 1, matches played, wins, and the difference of all points; `why` says what
    put this row above the next one with the same wins, "" where there is none.
    """

    place: int
    player: int
    played: int
    wins: int
    difference: int
    why: str = ""


def standing(players: Sequence[int], scores: Sequence[Score]) -> tuple[Stand, ...]:
    """The cross table: by wins, then by wins among those with equal wins, then by points difference; else they share
    the place.

    >>> [(s.place, s.player, s.why) for s in standing([1, 2], [Score(1, 2, (7, 4), 1)])]
    [(1, 1, ''), (2, 2, '')]
    """
    wins = {player: sum(score.winner == player for score in scores) for player in players}
    apart = {player: _difference(player, scores) for player in players}
    rows: list[Stand] = []
    for _, level in groupby(sorted(players, key=lambda each: -wins[each]), key=lambda each: wins[each]):
        rows += _ranked(list(level), scores, wins, apart, len(rows) + 1)
    return tuple(rows)


def _ranked(
    level: Sequence[int], scores: Sequence[Score], wins: Mapping[int, int], apart: Mapping[int, int], first: int
) -> Iterable[Stand]:
    """The rows of players with the same number of wins; `apart` is their points difference, `first` the first place."""
    among = {player: sum(s.winner == player and {s.one, s.two} <= set(level) for s in scores) for player in level}

    def key(player: int) -> Pair:
        return among[player], apart[player]

    order = sorted(level, key=key, reverse=True)
    place = first
    for at, player in enumerate(order):
        if at and key(order[at - 1]) != key(player):
            place = first + at
        below = order[at + 1] if at + 1 < len(order) else None
        why = "" if below is None else _why(key(player), key(below))
        played = sum(player in (score.one, score.two) for score in scores)
        yield Stand(place, player, played, wins[player], apart[player], why)


def _why(mine: Pair, theirs: Pair) -> str:
    if mine[0] != theirs[0]:
        return Message("level on wins, {mine} to {theirs} against each other", mine=mine[0], theirs=theirs[0])
    if mine[1] != theirs[1]:
        return Message("level on wins and with each other, points {mine} to {theirs}", mine=mine[1], theirs=theirs[1])
    return Message("level in everything")


def _difference(player: int, scores: Sequence[Score]) -> int:
    return sum(
        (score.points[0] - score.points[1]) * (1 if player == score.one else -1)
        for score in scores
        if player in (score.one, score.two)
    )
