"""A stored match is scored by the revision of the rules it was played under."""

import pytest

from clubs.models import Club
from games import ledger
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import DirtyDogSheet, Join, Options
from tests.factory import some_players, write

pytestmark = pytest.mark.django_db


def test_a_new_match_is_of_the_newest_and_an_old_one_keeps_its_sheet(club: Club) -> None:
    match = ledger.start(club, "dirty-dog", some_players(club, 4), Options(first_dealer=2, plan=(1, 1)))
    assert (match.rule_version, match.options) == ("1.4", {"first_dealer": 2, "plan": [1, 1]})
    write(match, [Join(4)], player=some_players(club, 1, ["Gus Fisk"])[0].pk)
    assert load(match).sheet_as(DirtyDogSheet).seating_order == (0, 1, 4, 2, 3)
    Match.objects.filter(pk=match.pk).update(rule_version="1.3")
    assert load(Match.objects.get(pk=match.pk)).sheet_as(DirtyDogSheet).seating_order == (0, 1, 2, 3, 4)
