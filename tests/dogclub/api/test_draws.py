"""The draw of a night in the API: drawn, read, drawn again with a reason, and dealt once."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Night, Role
from games.models import Match
from leagues.models import NightDraw, Playoff
from tests.factory import a_member
from tests.nights import a_night, here, some_dogs

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Night:
    return a_night(club)


@pytest.fixture
def scribe(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return client


def post(client: Client, night: Night, what: str, **body: Any) -> Any:
    url = f"/api/v1/clubs/{night.club.slug}/nights/{night.pk}/{what}"
    return client.post(url, body, content_type="application/json")


def test_a_program_draws_and_deals_what_it_drew(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    answer = post(scribe, night, "draw", game="dirty-dog")
    assert answer.status_code == 201, answer.content
    (draw,) = answer.json()["draws"]
    assert [len(table["players"]) for table in draw["tables"]] == [6, 6]
    first = [table["players"][2]["player"] for table in draw["tables"]]
    body = {"draw": draw["id"], "version": draw["version"], "first_jacks": first, "advance": 2}
    for _ in range(2):
        answer = post(scribe, night, "deal", **body)
        assert answer.status_code == 200, answer.content
    groups = Match.objects.order_by("table")
    assert [match.seats.get(position=0).player_id for match in groups] == first
    assert (Match.objects.count(), Playoff.objects.get().advance) == (2, 2)
    assert answer.json()["draws"][0]["dealt_at"]


def test_a_program_draws_again_with_a_reason_alone(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    post(scribe, night, "draw", game="dirty-dog")
    refused = post(scribe, night, "draw", game="dirty-dog")
    assert refused.status_code == 409 or refused.status_code == 422
    assert "Say why you draw again" in refused.content.decode()
    answer = post(scribe, night, "draw", game="dirty-dog", reason="Two strong groups", tables=3)
    assert [draw["reason"] for draw in answer.json()["draws"]] == ["", "Two strong groups"]
    assert len(answer.json()["draws"][0]["tables"]) == 3


def test_a_draw_that_was_changed_since_is_not_dealt(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 5))
    draw = post(scribe, night, "draw", game="dirty-dog").json()["draws"][0]
    answer = post(scribe, night, "deal", draw=draw["id"], version=draw["version"] + 1)
    assert "changed on another screen" in answer.content.decode()
    assert not Match.objects.exists()
    assert NightDraw.objects.get().dealt_at is None


def test_nobody_is_drawn_while_nobody_is_here(scribe: Client, night: Night) -> None:
    answer = post(scribe, night, "draw", game="dirty-dog")
    assert "Nobody is here yet" in answer.content.decode()
    assert not NightDraw.objects.exists()
