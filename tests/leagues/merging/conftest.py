"""Fixtures for merges: a club in which Otto is entered as two players."""

import pytest

from clubs.models import Club, Player
from games.models import Match
from tests.factory import a_match, some_players
from tests.leagues.merging.evenings import add_other_rows, came_late


@pytest.fixture
def otto(club: Club) -> Player:
    return Player.objects.create(club=club, name="Otto Pym")


@pytest.fixture
def twin(club: Club) -> Player:
    """The second player that is also Otto."""
    return Player.objects.create(club=club, name="Otto P.", nickname="guest")


@pytest.fixture
def others(club: Club) -> list[Player]:
    return some_players(club, 3, ("Bea Marlowe", "Núria Ødegård", "Łukasz Tremblay"))


@pytest.fixture
def evenings(club: Club, otto: Player, twin: Player, others: list[Player]) -> list[Match]:
    """Matches in which each of the two players has played alone and arrived late once; both have an attendance on the
    same night.
    """
    found = [
        a_match(club, [*others, dog], plan=(1, 2, 1), seed=seed)
        for seed, dog in enumerate((otto, twin, otto, twin, twin))
    ]
    return [
        *found,
        came_late(club, others, twin, seed=7),
        came_late(club, others, otto, seed=8),
        add_other_rows(club, otto, twin),
    ]
