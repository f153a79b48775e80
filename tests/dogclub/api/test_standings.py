"""Seasons and standings in the API."""

from datetime import UTC, datetime
from http import HTTPStatus

import pytest
from django.test import Client

from clubs.models import Club, Season
from tests.counting import queries
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
START = datetime(2026, 9, 3, 18, tzinfo=UTC)
TABLE = "/api/v1/clubs/kennel/standings"


@pytest.fixture
def season(club: Club) -> Season:
    return Season.objects.create(club=club, name="Autumn 2026", starts_on="2026-09-01", ends_on="2026-11-30")


def test_the_seasons_of_a_club(member: Client, season: Season) -> None:
    assert member.get("/api/v1/clubs/kennel/seasons").json() == {
        "seasons": [
            {
                "id": season.pk,
                "name": "Autumn 2026",
                "starts_on": "2026-09-01",
                "ends_on": "2026-11-30",
                "closed": False,
            }
        ],
        "next": None,
    }


def test_a_table_says_what_decided_every_row(member: Client, club: Club, season: Season) -> None:
    a_match(club, some_players(club, 3), plan=(1, 2), seed=2, season=season, started_at=START)
    answer = member.get(TABLE).json()
    assert (answer["season"], answer["game"], answer["scheme"]["way"]) == (season.pk, "dirty-dog", "wins")
    assert [row["decided"][0]["metric"] for row in answer["rows"][1:]] == ["points", "points"]
    assert {"place", "player", "name", "points", "played", "decided"} <= answer["rows"][0].keys()
    across = member.get(f"{TABLE}?season=all&game=all").json()
    assert (across["season"], across["game"], len(across["rows"])) == (None, None, 3)
    assert queries(member, TABLE) == 5


def test_a_table_nobody_stands_in_is_not_there(member: Client) -> None:
    answer = member.get(TABLE)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "nobody stands in it yet" in answer.json()["error"]["message"]


def test_strangers_read_nothing(client: Client, club: Club) -> None:
    assert client.get(TABLE).status_code == HTTPStatus.UNAUTHORIZED
    client.force_login(a_member(a_club("friday")))
    assert client.get(TABLE).status_code == HTTPStatus.NOT_FOUND
