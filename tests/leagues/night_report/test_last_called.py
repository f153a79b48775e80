"""The last call-out of a night is the last in time, and the report names its table."""

from datetime import timedelta

import pytest

from clubs.models import Club
from leagues.night_report.incidents import called
from leagues.nights.tables import tables_of
from tests.factory import a_match, some_players
from tests.nights import a_night

pytestmark = pytest.mark.django_db


def test_the_last_one_is_the_last_in_time_wherever_its_table_stands(club: Club) -> None:
    night, players = a_night(club), some_players(club, 10)
    began = night.starts_at
    late = began + timedelta(hours=1)
    a_match(club, players[:5], seed=2, plan=(1, 2, 3, 2, 1), night=night, table="1", started_at=late)
    a_match(club, players[5:], seed=2, plan=(1, 2, 3, 2, 1), night=night, table="2", started_at=began)
    states = tables_of(night)
    several = [each.words for each in called(states, [f"at table {state.match.table}" for state in states])]
    last = [words for words in several if "The last one in" in words]
    assert last
    assert all(" at table 1: " in words for words in last)
