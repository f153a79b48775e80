"""Where there is nothing to count, a page says so in words."""

import pytest
from django.test import Client

from clubs.calendar.nights import arrive
from clubs.models import Club, Role
from tests.factory import a_club, a_member, some_players
from tests.nights import a_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


def text(club: Club, page: str) -> str:
    """The text of a page of the club, as its owner sees it."""
    client = Client()
    client.force_login(a_member(club, Role.OWNER))
    response = client.get(f"{club.get_absolute_url()}{page}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_a_club_without_a_match_is_deleted_with_no_matches(club: Club) -> None:
    assert "1 person and no matches." in text(club, "delete/")


def test_groups_too_small_for_a_play_off_send_nobody_up(club: Club) -> None:
    night = a_night(club, 0)
    arrive(night, some_players(club, 3))
    page = text(club, f"nights/{night.pk}/setup/?tables=2")
    assert "2 and 1." in page
    assert "top 0" not in page
