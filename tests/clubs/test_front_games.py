"""The one-sentence description of each game, on the front page, in an empty club and on the form for a new match."""

import pytest
from django.test import Client

from clubs.models import Club, Role
from scoring import ENGINES
from tests.factory import some_players
from tests.nights import keeper

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/c/kennel/"])
def test_every_game_is_one_sentence_on_the_front_page_and_in_an_empty_club(
    client: Client, club: Club, path: str
) -> None:
    if path != "/":
        keeper(client, club, Role.OWNER)
    text = client.get(path).content.decode()
    for game in ENGINES:
        assert game.summary in text
        assert game.summary.endswith(".")
        assert f"{game.seats[0]}" in text


def test_a_new_match_says_what_the_chosen_game_is(client: Client, club: Club) -> None:
    some_players(club, 4)
    keeper(client, club, Role.OWNER)
    text = client.get("/c/kennel/matches/new/?game=top-dog").content.decode()
    assert next(game.summary for game in ENGINES if game.key == "top-dog") in text
