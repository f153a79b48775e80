"""Round robins and knock-outs of any size."""

from collections import Counter
from itertools import combinations

import pytest

from scoring.base import Malformed
from scoring.competition.tournaments import Score, check_field, first_round, knock_out, round_robin, standing

FIELDS = range(3, 33)


@pytest.mark.parametrize("players", FIELDS)
def test_everybody_meets_everybody_once_and_nobody_twice_in_a_round(players: int) -> None:
    rounds = round_robin(players)
    met = Counter(frozenset(pair) for each in rounds for pair in each)
    assert met == Counter(frozenset(pair) for pair in combinations(range(players), 2))
    assert all(len({seat for pair in each for seat in pair}) == 2 * len(each) for each in rounds)
    assert len(rounds) == players - 1 + players % 2


@pytest.mark.parametrize("players", FIELDS)
def test_a_bracket_holds_everybody_once_and_frees_the_best(players: int) -> None:
    pairs = first_round(players)
    seeds = [seed for pair in pairs for seed in pair if seed is not None]
    assert sorted(seeds) == list(range(players))
    free = [one for one, two in pairs if two is None]
    assert sorted(free) == list(range(2 * len(pairs) - players))


@pytest.mark.parametrize("players", FIELDS)
def test_the_favourites_always_win_and_the_two_best_meet_in_the_final(players: int) -> None:
    won: dict[tuple[int, int], int] = {}
    rounds = knock_out(range(players), won)
    for at in range(len(rounds)):
        for meeting in knock_out(range(players), won)[at]:
            if meeting.one is not None and meeting.two is not None:
                assert meeting.is_ready
                won[meeting.round, meeting.number] = min(meeting.one, meeting.two)
    (final,) = knock_out(range(players), won)[-1]
    assert ({final.one, final.two}, final.winner) == ({0, 1}, 0)


def test_nobody_goes_on_who_was_not_there() -> None:
    rounds = knock_out([1, 2, 3, 4], {(1, 1): 2, (2, 1): 4})
    assert rounds[0][0].winner is None
    assert rounds[1][0].winner is None


def test_who_was_kept_goes_on_though_a_correction_says_otherwise() -> None:
    rounds = knock_out([1, 2, 3, 4], {(1, 1): 4, (1, 2): 2}, {4: 1})
    assert (rounds[1][0].one, rounds[1][0].two) == (1, 2)


@pytest.mark.parametrize("players", [0, 2, 33])
def test_a_field_has_its_limits(players: int) -> None:
    with pytest.raises(Malformed, match="3 to 32"):
        check_field(players)


A, B, C, D = 1, 2, 3, 4


def places(*scores: Score, players: tuple[int, ...] = (A, B, C)) -> list[tuple[int, int, str]]:
    """Place, player and reason of each row of a round robin."""
    return [(row.place, row.player, row.why) for row in standing(players, scores)]


def test_more_wins_come_first() -> None:
    assert [place[:2] for place in places(Score(A, B, (5, 3), A), Score(A, C, (5, 3), A), Score(B, C, (5, 3), B))] == [
        (1, A),
        (2, B),
        (3, C),
    ]


def test_level_on_wins_their_own_match_decides() -> None:
    found = places(
        Score(A, B, (1, 9), B), Score(A, C, (9, 1), A), Score(A, D, (9, 1), A), Score(B, C, (2, 3), C),
        Score(B, D, (3, 2), B), Score(C, D, (1, 2), D), players=(A, B, C, D),
    )  # fmt: skip
    assert found[:2] == [(1, B, "level on wins, 1 to 0 against each other"), (2, A, "")]
    assert found[2][:2] == (3, D)


def test_level_among_each_other_points_decide() -> None:
    found = places(Score(A, B, (5, 3), A), Score(B, C, (5, 1), B), Score(C, A, (5, 4), C))
    assert [row[1] for row in found] == [B, A, C]
    assert found[1][2] == "level on wins and with each other, points 1 to −3"


def test_level_in_everything_shares_the_place() -> None:
    found = places(Score(A, B, (5, 3), A), Score(B, C, (5, 3), B), Score(C, A, (5, 3), C))
    assert found == [(1, A, "level in everything"), (1, B, "level in everything"), (1, C, "")]


def test_a_draw_is_played_and_wins_nothing() -> None:
    (first, *_) = standing((A, B, C), [Score(A, B, (4, 4))])
    assert (first.played, first.wins, first.difference) == (1, 0, 0)
