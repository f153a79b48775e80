"""The tie-break hand on the board of any hand: who counts, and who wins by it before it is saved."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from games.ledger import start
from games.models import Match
from scoring.dirty_dog import Bids, Options, Tricks
from tests import factory
from tests.factory import write

pytestmark = pytest.mark.django_db


@pytest.fixture
def tied(client: Client) -> Match:
    """Five players; seats 1 and 2 are level at the top, and seat 2 bids first."""
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.SCOREKEEPER))
    match = start(club, "dirty-dog", factory.some_players(club), Options(plan=(2,)))
    write(match, [Bids({1: 1, 2: 1, 3: 0, 4: 0, 0: 1}), Tricks({0: 0, 1: 1, 2: 1, 3: 0, 4: 0})])
    return match


def page(client: Client, match: Match, query: str = "") -> str:
    return client.get(reverse("action", args=[match.pk, "tie-break"]) + query).content.decode()


def test_it_is_the_board_of_any_hand_and_says_who_counts(client: Client, tied: Match) -> None:
    html = page(client, tied)
    assert 'class="entry entry-hand entry-bids keys-6 entry-tie"' in html
    assert html.count("is-tied") == 2
    assert html.count("scores nothing") == 3
    assert "bids now, without looking. This one counts" in html
    assert 'id="go" type="button" aria-disabled="true">5 bids to go' in html
    assert 'class="more"' in html


def test_it_says_who_wins_before_it_is_saved(client: Client, tied: Match) -> None:
    html = page(client, tied, "?bids=1-0-0-1-1&tricks=2.2-1.1-0.2")
    assert "Otto wins the tie-break" in html
    assert "Otto +6, Wilhelmina −2." in html


def test_level_again_is_said_too(client: Client, tied: Match) -> None:
    html = page(client, tied, "?bids=1-0-0-1-1&tricks=2.1-1.1-0.3")
    assert "Otto and Wilhelmina are still level" in html
