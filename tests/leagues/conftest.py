"""A night of the club, and who scores on it."""

import pytest
from django.test import Client

from clubs.models import Club, Night
from tests.nights import a_night, keeper


@pytest.fixture
def night(club: Club) -> Night:
    return a_night(club)


@pytest.fixture
def scribe(client: Client, club: Club) -> Client:
    return keeper(client, club)
