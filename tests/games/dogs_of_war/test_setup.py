"""The set-up of Dogs of War: the number of players, the variants, the houses."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Club, Role
from games.models import Match
from scoring.dogs_of_war import HouseValues
from tests import factory
from tests.games.dogs_of_war.tallying import TALLIES, VALUES, written
from tests.games.dogs_of_war.years import HOUSES

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PATH = "/c/kennel/matches/new/"


@pytest.fixture
def keeper(client: Client) -> Client:
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.SCOREKEEPER))
    factory.some_players(club, 6)
    return client


def fields(players: int, **more: Any) -> dict[str, Any]:
    seats = [player.pk for player in Club.objects.get().players.order_by("pk")[:players]]
    return {"game": "dogs-of-war", "match": str(uuid4()), "player": seats, "seat": seats} | more


def dealt(client: Client, players: int, **more: Any) -> Any:
    return client.post(PATH, fields(players, do="deal", **more))


def shown(client: Client, players: int, **more: Any) -> str:
    return str(client.post(PATH, fields(players, do="look", **more)).content.decode())


def test_nothing_needs_to_be_chosen(keeper: Client) -> None:
    assert dealt(keeper, 4).status_code == 302
    assert Match.objects.get().options == {}


def test_variants_are_kept_in_the_order_of_the_rules(keeper: Client) -> None:
    dealt(keeper, 5, variant=["decisive-fourth-year", "crushing-at-12"])
    assert Match.objects.get().options == {"variants": ["crushing-at-12", "decisive-fourth-year"]}


@pytest.mark.parametrize(("players", "sentence"), [(2, "for 3 to 5 players, not 2"), (6, "for 3 to 5 players, not 6")])
def test_too_few_and_too_many_are_told_so(keeper: Client, players: int, sentence: str) -> None:
    answer = dealt(keeper, players)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Match.objects.exists()


def test_an_empty_table_is_no_reason_to_complain(keeper: Client) -> None:
    html = str(keeper.get(PATH, {"game": "dogs-of-war"}).content.decode())
    assert "Four years, 3 battles each." in html
    assert "form-error" not in html


def test_cutthroat_is_offered_to_three_and_lapses_with_a_fourth(keeper: Client) -> None:
    assert "variant-cutthroat" in shown(keeper, 3)
    assert "variant-cutthroat" not in shown(keeper, 4)
    dealt(keeper, 4, variant="cutthroat")
    assert Match.objects.get().options == {}


def test_cutthroat_takes_four_houses_which_may_be_chosen(keeper: Client) -> None:
    html = shown(keeper, 3, variant="cutthroat")
    assert "Four years, 2 battles each." in html
    assert html.count('name="house"') == 6
    dealt(keeper, 3, variant="cutthroat", house=["0", "2", "4", "5"])
    assert Match.objects.get().options == {
        "variants": ["cutthroat"],
        "houses": ["Talbot", "Bastiani", "Tornborn", "Harlow"],
    }


def test_three_houses_are_not_enough_for_cutthroat(keeper: Client) -> None:
    answer = dealt(keeper, 3, variant="cutthroat", house=["0", "2", "4"])
    assert answer.status_code == 422
    assert "form-error" in answer.content.decode()


def test_houses_may_have_the_names_of_a_translated_box(keeper: Client) -> None:
    dealt(keeper, 4, **{"name-0": "  Sonne ", "name-5": "Turm"})
    assert Match.objects.get().options == {"houses": ["Sonne", *HOUSES[1:5], "Turm"]}


@pytest.mark.parametrize("name", ["x" * 41, "Tal\u202ebot\u0007", "Mallory"])
def test_a_house_needs_a_name_of_its_own_that_can_be_printed(keeper: Client, name: str) -> None:
    assert dealt(keeper, 4, **{"name-0": name}).status_code == 422
    assert not Match.objects.exists()


def test_what_was_typed_stands_in_the_form_again(keeper: Client) -> None:
    html = shown(keeper, 4, variant="sudden-death", **{"name-1": "Einhorn"})
    assert 'value="sudden-death" checked' in html
    assert 'value="Einhorn"' in html
    assert '<details class="why" open>' in html


def test_who_plays_which_dog_may_be_noted(keeper: Client) -> None:
    """DW-02: as free text, on the sheet and on the player's page."""
    page = shown(keeper, 4)
    assert "Note who plays which dog" in page
    assert "One table, four dogs." in page
    bea, otto = Club.objects.get().players.order_by("pk")[:2]
    assert dealt(keeper, 4, **{f"dog-{bea.pk}": "x" * 41}).status_code == 422
    assert dealt(keeper, 4, **{f"dog-{otto.pk}": " Old  Blackmane "}).status_code == 302
    match = Match.objects.get()
    assert match.options == {"dogs": ["", "Old Blackmane", "", ""]}
    assert "Old Blackmane" in keeper.get(f"/m/{match.pk}/").content.decode()
    written(match, [HouseValues(VALUES), *TALLIES])
    assert "Old Blackmane" in keeper.get(f"/m/{match.pk}/").content.decode()
    page = keeper.get(f"/c/kennel/players/{otto.pk}/?game=dogs-of-war").content.decode()
    assert "Old Blackmane" in page
    assert "as far as they were noted" in page
    other = keeper.get(f"/c/kennel/players/{bea.pk}/?game=dogs-of-war").content.decode()
    assert "as far as they were noted" not in other
