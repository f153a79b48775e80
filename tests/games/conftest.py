"""The club that most tests here are about, its players, and who is signed in."""

import pytest
from django.test import Client

from leagues.models import Club, Player, Role
from tests.games.factory import a_club, a_member, some_players


@pytest.fixture
def club(db: None) -> Club:
    return a_club()


@pytest.fixture
def players(club: Club) -> list[Player]:
    """Five of the factory's names."""
    return some_players(club)


@pytest.fixture
def member(client: Client, club: Club) -> Client:
    client.force_login(a_member(club))
    return client


@pytest.fixture
def organiser(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client


@pytest.fixture
def keeper(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return client
