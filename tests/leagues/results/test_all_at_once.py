"""Many results in one batch: the consequences are computed once at the end, and are the same."""

import pytest

from games.consequences.follow import all_at_once, rebuild
from leagues.models import Award, Standing
from tests.factory import a_club, a_match, some_players

pytestmark = pytest.mark.django_db


def test_nothing_follows_until_the_end_and_then_everything_does() -> None:
    club = a_club()
    players = some_players(club)
    with all_at_once(club):
        a_match(club, players, plan=(1, 2), seed=4)
        assert not Award.objects.exists()
    assert Award.objects.count() == 2
    assert Standing.objects.filter(club=club).exists()
    assert rebuild(club, check=True) == []


def test_another_club_does_not_wait() -> None:
    ours, theirs = a_club(), a_club("other")
    with all_at_once(ours):
        a_match(theirs, some_players(theirs), plan=(1, 2), seed=4)
        assert Award.objects.filter(trophy__club=theirs).count() == 2


def test_what_goes_wrong_leaves_the_next_results_alone() -> None:
    club = a_club()
    with pytest.raises(ZeroDivisionError), all_at_once(club):
        raise ZeroDivisionError
    a_match(club, some_players(club), plan=(1, 2), seed=4)
    assert Award.objects.count() == 2
