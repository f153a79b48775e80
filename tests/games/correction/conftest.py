"""Fixtures for corrections: three hands of Dirty Dog, and an organiser."""

import pytest
from django.test import Client

from clubs.models import Club, Player, Role
from games import ledger
from games.models import Match
from scoring.dirty_dog import Bids, Options, Tricks
from tests.factory import a_member, write


@pytest.fixture
def keeper(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    """Three hands: 1, 2 and 1 cards. Bea 16, Otto 15, Wilhelmina −3, Núria 10, Łukasz 9."""
    match = ledger.start(club, "dirty-dog", players, Options(plan=(1, 2, 1)))
    return write(
        match,
        [
            Bids({1: 0, 2: 1, 3: 0, 4: 0, 0: 1}, trump="hearts"),
            Tricks({0: 1, 1: 0, 2: 0, 3: 0, 4: 0}),
            Bids({2: 0, 3: 1, 4: 0, 0: 0, 1: 0}),
            Tricks({0: 0, 1: 0, 2: 1, 3: 1, 4: 0}),
            Bids({3: 0, 4: 1, 0: 0, 1: 0, 2: 1}),
            Tricks({0: 0, 1: 0, 2: 0, 3: 1, 4: 0}),
        ],
    )
