"""A club, and somebody who may seat people."""

import pytest
from django.test import Client

from leagues.models import Club, Role
from tests.games.factory import a_club, a_member


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client
