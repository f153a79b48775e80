"""The club's day runs from 05:00 to 05:00, so that midnight does not split an evening."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client

from clubs.models import Role, Season
from clubs.models.calendar import club_day, evening, start_of
from leagues.models import Standing
from tests.factory import a_club, a_match, a_member, some_players

AFTER_MIDNIGHT = datetime(2020, 1, 10, 0, 30, tzinfo=UTC)  # a Friday


@pytest.mark.parametrize(
    ("hour", "day", "words"),
    [(20, 9, "Thursday night"), (24, 9, "Thursday night"), (28, 9, "Thursday night"), (29, 10, "Friday morning")],
)
def test_the_day_begins_at_five(hour: int, day: int, words: str) -> None:
    moment = datetime(2020, 1, 9, tzinfo=UTC) + timedelta(hours=hour)
    assert club_day(moment) == date(2020, 1, day)
    assert evening(moment) == words


def test_a_day_starts_where_it_begins() -> None:
    start = start_of(date(2020, 1, 10))
    assert club_day(start) == date(2020, 1, 10)
    assert club_day(start - timedelta(seconds=1)) == date(2020, 1, 9)


@pytest.mark.django_db
def test_midnight_does_not_split_an_evening(client: Client) -> None:
    """Two matches without a night: one evening in the standings, one day in lists and in a search."""
    club = a_club()
    players = some_players(club, 5)
    Season.objects.create(club=club, name="Winter", starts_on=date(2020, 1, 1), ends_on=date(2020, 1, 9))
    for seed, started in enumerate((AFTER_MIDNIGHT - timedelta(hours=3), AFTER_MIDNIGHT)):
        a_match(club, players, seed=seed, started_at=started, finished_at=started + timedelta(minutes=20))
    client.force_login(a_member(club, Role.OWNER))
    assert {row.nights for row in Standing.objects.filter(player__in=players)} == {1}
    found = client.get(f"/c/{club.slug}/matches/?from=2020-01-09&to=2020-01-09").content.decode()
    assert found.count("9 Jan 2020") == 2
    assert "1 night." in client.get(f"/c/{club.slug}/records/").content.decode()
