"""The buttons that fill in the hands of a plan."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from games.dirty_dog.plans import shapes
from scoring.dirty_dog import DIRTY_DOG, Options
from tests.factory import some_players

pytestmark = pytest.mark.django_db


def plan_in(page: str) -> str:
    found = re.search(r'name="plan"\s+inputmode="numeric"\s+value="([^"]*)"', page)
    assert found
    return found[1]


def test_each_shape_from_one_card_and_from_two() -> None:
    found = {shape.key: list(shape.cards) for shape in shapes(4, 3)}
    assert found == {
        "up-1": [1, 2, 3],
        "down-1": [3, 2, 1],
        "down-up-1": [3, 2, 1, 2, 3],
        "up-down-1": [1, 2, 3, 2, 1],
        "up-2": [2, 3],
        "down-2": [3, 2],
        "down-up-2": [3, 2, 3],
        "up-down-2": [2, 3, 2],
        "always": [3, 3, 3, 3],
    }
    assert [shape.key for shape in shapes(3, 1)] == ["always"]


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_every_shape_can_be_played(seats: int) -> None:
    for shape in shapes(seats, 51 // seats):
        assert DIRTY_DOG.start(seats, Options(plan=tuple(shape.cards))).planned == tuple(shape.cards)


def test_a_button_fills_the_hands_in_and_they_can_be_changed(keeper: Client, club: Club) -> None:
    keys = [each.pk for each in some_players(club, 4)]
    url = reverse("match-new", args=[club.slug])
    seated = {"seat": keys, "player": keys, "dealer": str(keys[0])}
    page = keeper.post(url, {**seated, "max_cards": "5", "do": "shape:down-up-2"}).content.decode()
    assert plan_in(page) == "5 4 3 2 3 4 5"
    assert "7 hands, up to 5 cards." in page and "Always 5" in page  # the chosen size stays
    again = keeper.post(url, {**seated, "max_cards": "5", "plan": "5 4 3", "do": "shape:always"}).content.decode()
    assert plan_in(again) == "5 5 5 5"
    usual = keeper.post(url, {**seated, "do": "shape:up-1"}).content.decode()
    assert plan_in(usual) == "1 2 3 4 5 6 7 8 9 10 11 12"
    wrong = keeper.post(url, {**seated, "plan": "1 2 1", "do": "shape:spiral"}).content.decode()
    assert plan_in(wrong) == "1 2 1" and "Choose one of the shapes, or enter the hands yourself." in wrong
