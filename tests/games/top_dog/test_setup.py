"""The set-up of Top Dog: the variations, which of them go together, and the texts of the page."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Role
from games.models import Match
from tests.counting import queries
from tests.factory import a_club, a_member, some_players
from tests.games.top_dog.matches import NAMES

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return club


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5, (*NAMES, "Otto Pym"))


def asked(client: Client, players: list[Player], **fields: Any) -> Any:
    keys = [player.pk for player in players]
    club = players[0].club if players else Club.objects.get()
    form = {"game": "top-dog", "match": str(uuid.uuid4()), "player": keys, "seat": keys}
    return client.post(reverse("match-new", args=[club.slug]), form | fields)


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", answer.content.decode()).split())


def test_the_plain_game_is_proposed_and_needs_no_answer(client: Client, players: list[Player]) -> None:
    answer = asked(client, players[:4], do="deal")
    assert answer["Location"] == reverse("table", args=[Match.objects.get().pk])
    assert (Match.objects.get().game, Match.objects.get().options) == ("top-dog", {})


@pytest.mark.parametrize(
    ("count", "answers", "options"),
    [
        (4, {"arranging": "all"}, {"arranging": "all"}),
        (4, {"arranging": "rotating"}, {"arranging": "rotating"}),
        (3, {"dummy": "1"}, {"dummy": True}),
        (3, {"dummy": "1", "dummy_scoring": "replace"}, {"dummy": True, "dummy_scoring": "replace"}),
        (2, {"suits": "2", "target": "70"}, {"suits": 2, "target": 70}),
        (2, {"arranging": "all", "dummy": "1", "suits": "2"}, {"arranging": "all", "dummy": True, "suits": 2}),
        (4, {"dummy_scoring": "replace"}, {}),  # dropped, because there is no dummy
        (4, {"target": " "}, {}),
    ],
)
def test_what_was_agreed_is_kept(
    client: Client, players: list[Player], count: int, answers: dict[str, str], options: dict[str, Any]
) -> None:
    assert asked(client, players[:count], do="deal", **answers).status_code == 302
    assert Match.objects.get().options == options


def test_whoever_was_tapped_arranges_first(client: Client, players: list[Player]) -> None:
    asked(client, players[:4], do="deal", arranging="rotating", arranger=players[2].pk)
    assert Match.objects.get().options == {"arranging": "rotating", "first_arranger": 2}


def test_an_arranger_who_went_home_gives_way_to_the_first_chair(client: Client, players: list[Player]) -> None:
    asked(client, players[:4], do="deal", arranging="rotating", arranger=players[4].pk)
    assert Match.objects.get().options == {"arranging": "rotating"}


@pytest.mark.parametrize(
    ("count", "answers", "words"),
    [
        (1, {}, "there is 1"),
        (5, {}, "Top Dog is for 2 to 4 players"),
        (4, {"dummy": "1"}, "one suit too many: with a dummy 3 can play"),
        (4, {"target": "0"}, "cannot be played to 0"),
        (4, {"target": "5000"}, "cannot be played to 5000"),
        (4, {"target": "many"}, "Enter the target as a whole number"),
        (4, {"target": "３５"}, "Enter the target as a whole number"),
        (4, {"arranging": "sometimes"}, "Choose an answer"),
        (4, {"suits": "3"}, "Choose an answer"),
        (3, {"dummy": "1", "dummy_scoring": "maybe"}, "Choose an answer"),
    ],
)
def test_what_does_not_go_together_is_refused(
    client: Client, players: list[Player], count: int, answers: dict[str, str], words: str
) -> None:
    answer = asked(client, players[:count], do="deal", **answers)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("count", "answers", "words"),
    [
        (4, {}, "13 hands a round, 12 when the last is tied. 35 or more at the end of a round wins: in round 3"),
        (3, {"arranging": "rotating"}, "at the end of every 3 rounds, when all have arranged equally often, wins"),
        (
            2,
            {"suits": "2"},
            "26 hands a round, 25 when the last is tied. 35 or more at the end of a round wins: in rou",
        ),
        (3, {"suits": "2"}, "Two suits for each of 3 hands take two decks of cards."),
        (3, {"dummy": "1"}, "On top"),
    ],
)
def test_the_page_says_what_the_answers_come_to(
    client: Client, players: list[Player], count: int, answers: dict[str, str], words: str
) -> None:
    answer = asked(client, players[:count], do="look", **answers)
    assert answer.status_code == 200
    assert words in text_of(answer)


def test_the_chair_of_the_first_arranger_says_so(client: Client, players: list[Player]) -> None:
    html = asked(client, players[:4], do="look", arranging="rotating", arranger=players[1].pk).content.decode()
    seat = html.split(f'id="seat-{players[1].pk}"')[1].split("</li>")[0]
    assert "arranges first" in seat


def test_with_nobody_here_the_questions_are_asked_all_the_same(client: Client, club: Club) -> None:
    answer = asked(client, [], do="look", arranging="rotating")
    assert answer.status_code == 200
    assert "Arranging" in text_of(answer)


@pytest.mark.parametrize("text", ["", "\x00", "9" * 900, "½", "-1", "1e3"])
@pytest.mark.parametrize("field", ["arranging", "arranger", "dummy", "dummy_scoring", "suits", "target"])
def test_no_answer_breaks_the_page(client: Client, players: list[Player], field: str, text: str) -> None:
    assert asked(client, players[:3], do="look", **{"dummy": "1", field: text}).status_code == 200


def test_the_questions_cost_no_query_a_player(client: Client, players: list[Player]) -> None:
    path = reverse("match-new", args=[players[0].club.slug]) + "?game=top-dog&arranging=rotating"
    two = queries(client, path + "".join(f"&player={player.pk}" for player in players[:2]))
    assert queries(client, path + "".join(f"&player={player.pk}" for player in players[:4])) <= two
