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


@pytest.mark.parametrize(
    ("choice", "field", "said"),
    [
        ({"plan": "10 hands"}, "plan", "Choose the largest hand: 3, 4, 5, 6, 7."),
        ({"plan": "1"}, "plan", "Choose the largest hand: 3, 4, 5, 6, 7."),
        ({"advance": 9}, "advance", "Choose one of these: 2, 3, 4, 5."),
        ({"plan": "7", "hands": 10}, "hands", "10 hands do not reach 7 cards and come down again: agree on 13 hands"),
    ],
)
def test_a_choice_that_is_not_offered_is_refused_with_the_list(
    scribe: Client, club: Club, night: Night, choice: dict[str, Any], field: str, said: str
) -> None:
    draw = thirteen_drawn(scribe, club, night)
    answer = post(scribe, night, "deal", **draw, **choice)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)
    assert said in answer.json()["detail"]
    assert not Match.objects.exists()


@pytest.mark.parametrize(("choice", "cards"), [({}, [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]), ({"plan": "3"}, None)])
def test_both_groups_play_the_number_of_hands_they_agreed(
    scribe: Client, club: Club, night: Night, choice: dict[str, Any], cards: list[int] | None
) -> None:
    draw = thirteen_drawn(scribe, club, night)
    answer = post(scribe, night, "deal", **draw, hands=10, **choice)
    assert answer.status_code == 200, answer.content
    plans = [match.options["plan"] for match in Match.objects.all()]
    assert plans == [cards or [1, 2, 3, 3, 3, 3, 3, 3, 2, 1]] * 2
    assert Playoff.objects.get().options["plan"] == plans[0]


def test_neither_a_game_nor_a_number_of_tables_is_replaced(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    for body, said in (({"game": "chess"}, "dirty-dog, top-dog"), ({"game": "dirty-dog", "tables": 30}, "1, 2, 3")):
        answer = post(scribe, night, "draw", **body)
        assert answer.status_code == 422
        assert said in answer.json()["detail"]
    assert not NightDraw.objects.exists()


def test_what_was_chosen_on_the_page_counts_for_a_program_that_deals(scribe: Client, club: Club, night: Night) -> None:
    draw = thirteen_drawn(scribe, club, night)
    NightDraw.objects.update(answers={"hands": ["10"], "trophy_asked": ["1"]})  # the box for the trophies is not ticked
    assert post(scribe, night, "deal", **draw).status_code == 200
    assert len(Playoff.objects.get().options["plan"]) == 10
    assert not Playoff.objects.get().for_trophy


def thirteen_drawn(scribe: Client, club: Club, night: Night) -> dict[str, Any]:
    """Draw 7 and 6 players; return what a program sends to deal them."""
    here(night, some_dogs(club, 13))
    draw = post(scribe, night, "draw", game="dirty-dog").json()["draws"][0]
    first = [table["players"][0]["player"] for table in draw["tables"]]
    return {"draw": draw["id"], "version": draw["version"], "first_jacks": first}
