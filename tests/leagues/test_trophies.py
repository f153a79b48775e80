"""The holders of trophies, which pass with every finished match that was played for them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, Player
from games.models import Match
from leagues.trophies import awards
from leagues.trophies.holders import holders, last_winner
from tests.factory import a_club, a_match, some_players

pytestmark = pytest.mark.django_db
GAME = "dirty-dog"
CUP, CONE = "Good Dog Cup", "Cone of Shame"


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 3)


def result(club: Club, players: list[Player], won: int, lost: int, *, days: int, **about: Any) -> Match:
    """A match that these seats won and lost, finished so many days ago."""
    match = a_match(club, players, plan=(1,), finished_at=timezone.now() - timedelta(days=days), **about)
    match.seats.update(is_winner=False, is_loser=False)
    match.seats.filter(position=won).update(is_winner=True)
    match.seats.filter(position=lost).update(is_loser=True)
    awards.rebuild(club, check=False)
    return match


def held(club: Club) -> list[tuple[str, str, int, int]]:
    """Trophy, holder, defences and days held, for each trophy."""
    return [(str(each.trophy), each.player.name, each.defended, each.days) for each in holders(club.pk, GAME)]


def test_nobody_holds_anything_before_the_first_match(
    club: Club, players: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    a_match(club, players, hands=1)
    with django_assert_num_queries(1):
        assert holders(club.pk, GAME) == []


def test_the_last_match_decides(club: Club, players: list[Player]) -> None:
    result(club, players, 0, 1, days=20)
    result(club, players, 2, 0, days=6)
    assert held(club) == [(CUP, "Wilhelmina Featherstonehaugh-Oyelaran", 0, 6), (CONE, "Bea Marlowe", 0, 6)]


def test_keeping_it_is_defending_it(club: Club, players: list[Player]) -> None:
    for days, won, lost in ((40, 1, 0), (30, 0, 1), (20, 1, 2), (10, 1, 0), (3, 1, 0)):
        result(club, players, won, lost, days=days)
    assert held(club) == [(CUP, "Otto Pym", 2, 20), (CONE, "Bea Marlowe", 1, 10)]
    assert all(each.back_to_back for each in holders(club.pk, GAME))


def test_an_unbroken_reign_goes_back_to_the_first_match(club: Club, players: list[Player]) -> None:
    for days in (30, 20, 10):
        result(club, players, 1, 0, days=days)
    assert held(club) == [(CUP, "Otto Pym", 2, 30), (CONE, "Bea Marlowe", 2, 30)]


def test_friendlies_and_other_clubs_move_nothing(club: Club, players: list[Player]) -> None:
    result(club, players, 0, 1, days=9)
    result(club, players, 2, 0, days=3, for_trophy=False)
    other = a_club("elsewhere")
    result(other, some_players(other, 3), 1, 2, days=1)
    assert [name for _, name, _, _ in held(club)] == ["Bea Marlowe", "Otto Pym"]


def test_a_match_that_was_corrected_later_keeps_its_place_in_time(club: Club, players: list[Player]) -> None:
    first = result(club, players, 0, 1, days=9)
    result(club, players, 2, 0, days=3)
    first.seats.filter(position=0).update(is_winner=False)
    first.seats.filter(position=2).update(is_winner=True)
    awards.rebuild(club, check=False)
    assert held(club)[0] == (CUP, "Wilhelmina Featherstonehaugh-Oyelaran", 1, 9)


def test_holders_cost_two_queries(
    club: Club, players: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for days in range(1, 12):
        result(club, players, days % 2, 2, days=days)
    with django_assert_num_queries(2):
        holders(club.pk, GAME)


def test_the_last_winner_deals_first(club: Club, players: list[Player]) -> None:
    assert last_winner(club.pk, GAME) is None
    result(club, players, 1, 0, days=2)
    assert last_winner(club.pk, GAME) == players[1]
