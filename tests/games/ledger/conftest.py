"""Five dogs at a table of three short hands, and the lines they write."""

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
    return Author(None, "tablet 2")
