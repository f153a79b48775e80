"""Fixtures for nights: a night of the club, and a scorekeeper signed in."""

import pytest
from django.test import Client

from clubs.models import Club, Night
from tests.nights import a_night, keeper


@pytest.fixture
def night(club: Club) -> Night:
    return a_night(club)


@pytest.fixture
def scribe(client: Client, club: Club) -> Client:
    """The browser of the club's scorekeeper."""
    return keeper(client, club)
