"""The set-up of Pack o' Dogs."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Role
from games.models import Match
from tests.factory import a_club, a_member, some_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return club


def post(client: Client, club: Club, players: int = 2, **fields: Any) -> Any:
    keys = [player.pk for player in some_players(club, players)]
    form = {"game": "pack-o-dogs", "match": str(uuid.uuid4()), "player": keys, "seat": keys, "do": "deal"}
    return client.post(reverse("match-new", args=[club.slug]), form | fields)


def test_three_complex_games_are_proposed(client: Client, club: Club) -> None:
    assert post(client, club).status_code == 302
    assert Match.objects.get().options == {"games": 3}


@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({"mode": "base"}, {"mode": "base"}),
        ({"mode": "base", "games": "3", "games_of": "complex"}, {"mode": "base"}),
        ({"mode": "base", "games": "3", "games_of": "base"}, {"mode": "base", "games": 3}),
        ({"mode": "complex", "games": "1"}, {}),
    ],
)
def test_what_was_tapped_is_agreed(client: Client, club: Club, fields: dict[str, Any], options: dict[str, Any]) -> None:
    assert post(client, club, **fields).status_code == 302
    assert Match.objects.get().options == options


@pytest.mark.parametrize("games", ["0", "6", "x", "²", "-1", "1" * 40])
def test_how_many_games_is_one_of_those_offered(client: Client, club: Club, games: str) -> None:
    answer = post(client, club, games=games)
    assert answer.status_code == 422
    assert "Tap how many games you play." in answer.content.decode()


@pytest.mark.both_databases
@pytest.mark.parametrize("players", [1, 3])
def test_it_is_a_game_for_two(client: Client, club: Club, players: int) -> None:
    answer = post(client, club, players)
    assert answer.status_code == 422
    assert "Pack o’ Dogs is a game for two" in answer.content.decode()
    assert not Match.objects.exists()


def test_nobody_here_is_no_error_yet(client: Client, club: Club) -> None:
    answer = client.get(reverse("match-new", args=[club.slug]), {"game": "pack-o-dogs"})
    assert answer.status_code == 200
    assert "is a game for two" not in answer.content.decode()
