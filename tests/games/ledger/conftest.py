"""Fixtures for the ledger: five players at a match of three short hands."""

import pytest

from clubs.models import Club, Player
from games import ledger
from games.entries.drafts import Author
from games.models import Match
from scoring.dirty_dog import DIRTY_DOG, Options
from tests.factory import a_club, some_players


@pytest.fixture
def club(db: None) -> Club:
    return a_club()


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return ledger.start(club, DIRTY_DOG.key, players, Options(plan=(1, 2, 1)))


@pytest.fixture
def otto() -> Author:
    """The author of entries written on a second tablet."""
    return Author(None, "tablet 2")
