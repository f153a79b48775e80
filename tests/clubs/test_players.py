"""Players of the club, with or without an account: adding, renaming, telling apart and resting."""

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, Membership, Player, Role, User
from tests.people import SignIn

pytestmark = pytest.mark.django_db

NEW = "/c/kennel/players/new/"


def form(name: str = "Bea Marlowe", **fields: str) -> dict[str, str]:
    return {"name": name, "nickname": "", "initials": "", "colour": "", **fields}


def test_an_empty_book_says_what_to_do_first(sign_in: SignIn) -> None:
    assert b"Add the first player" in sign_in(Role.SCOREKEEPER).get("/c/kennel/players/").content
    assert b"Add the first player" not in sign_in(Role.MEMBER).get("/c/kennel/players/").content


def test_a_scorekeeper_adds_a_guest(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.SCOREKEEPER)
    answer = client.post(NEW, form("  Otto   Pym ", initials="OP", colour="blue", is_guest="on"), follow=True)
    player = Player.objects.get()
    assert (player.club, player.name, player.initials, player.colour) == (kennel, "Otto Pym", "OP", "blue")
    assert player.is_guest and player.is_active
    assert b"Otto Pym added" in answer.content
    assert client.post(NEW, form("Bea", another="1"))["Location"] == NEW


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Enter the player’s name."),
        ("   ", "Enter the player’s name."),
        ("Be\x00a", "an unprintable character"),
        ("Bea\x1b[31m", "an unprintable character"),
        ("Bea\u202eolram", "an invisible character that reverses text"),
        ("\u2067Bea\u2069", "an invisible character that reverses text"),
        ("\u200b", "Enter the player’s name."),
        ("\u200d", "Enter the player’s name."),
        ("\u3164", "Enter the player’s name."),
        ("B" * 61, "At most 60 characters, please: this has 61."),
        ("B" * 100_000, "At most 60 characters, please: this has 100000."),
    ],
)
def test_a_name_that_cannot_stand_on_a_sheet_is_refused_beside_the_field(
    sign_in: SignIn, name: str, message: str
) -> None:
    answer = sign_in(Role.ORGANISER).post(NEW, form(name))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert message in page
    assert 'id="id_name_error"' in page
    assert not Player.objects.exists()


def test_a_name_that_is_too_long_is_refused_in_the_language(sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert "Bitte höchstens 60 Zeichen: Das sind 61." in client.post(NEW, form("B" * 61)).content.decode()


@pytest.mark.parametrize(
    "name", ["Łukasz Tremblay", "רבקה כהן", "🐶 Rex", "W" * 60, "Núria", "👩\u200d🚀 Ada", "<b>Bea</b>", "{{ 7 }}"]
)
def test_any_script_is_welcome_and_stays_text(sign_in: SignIn, name: str) -> None:
    client = sign_in(Role.ORGANISER)
    assert client.post(NEW, form(name)).status_code == 302
    page = client.get("/c/kennel/players/").content.decode()
    assert "<b>Bea</b>" not in page
    assert f"<title>{name}" not in page


@pytest.mark.parametrize("twin", ["Bea Marlowe", "bea marlowe", " Bea  MARLOWE "])
def test_two_players_are_told_apart(kennel: Club, sign_in: SignIn, twin: str) -> None:
    Player.objects.create(club=kennel, name="Bea Marlowe")
    client = sign_in(Role.ORGANISER)
    assert "Add a nickname to tell them apart" in client.post(NEW, form(twin)).content.decode()
    assert client.post(NEW, form(twin, nickname="the younger")).status_code == 302
    page = client.post(NEW, form(twin, nickname="The Younger")).content.decode()
    assert 'id="id_nickname_error"' in page
    assert Player.objects.count() == 2


def test_another_club_may_have_a_player_of_the_same_name(sign_in: SignIn) -> None:
    Player.objects.create(club=Club.objects.create(slug="friday", name="Friday Paws"), name="Bea Marlowe")
    assert sign_in(Role.ORGANISER).post(NEW, form()).status_code == 302


def test_a_player_is_renamed_and_keeps_everything_else(kennel: Club, sign_in: SignIn) -> None:
    player = Player.objects.create(club=kennel, name="Bea Marlow", colour="red")
    client = sign_in(Role.ORGANISER)
    page = f"/c/kennel/players/{player.pk}/edit/"
    assert 'value="Bea Marlow"' in client.get(page).content.decode()
    client.post(page, form("Bea Marlowe", colour="red"))
    player.refresh_from_db()
    assert (player.name, player.colour) == ("Bea Marlowe", "red")
    assert client.post(page, form("Bea Marlowe", colour="plaid")).status_code == 200


def test_a_player_rests_and_comes_back(kennel: Club, sign_in: SignIn) -> None:
    player = Player.objects.create(club=kennel, name="Bea Marlowe")
    client = sign_in(Role.ORGANISER)
    rest = f"/c/kennel/players/{player.pk}/rest/"
    assert b"is inactive; the results stay" in client.post(rest, follow=True).content
    assert not Player.objects.get().is_active
    assert b"is active again" in client.post(rest, follow=True).content


def test_a_player_of_another_club_is_nobody_here(sign_in: SignIn) -> None:
    foreign = Player.objects.create(club=Club.objects.create(slug="friday", name="Friday Paws"), name="Otto")
    client = sign_in(Role.OWNER)
    assert client.get(f"/c/kennel/players/{foreign.pk}/edit/").status_code == 404
    assert client.post(f"/c/kennel/players/{foreign.pk}/rest/").status_code == 404


def test_the_list_costs_five_queries_however_long(
    kennel: Club, sign_in: SignIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = sign_in(Role.MEMBER)
    players = [Player.objects.create(club=kennel, name=f"Dog {number:03}") for number in range(120)]
    Membership.objects.create(club=kennel, user=User.objects.create(email="x@kennel.example"), player=players[0])
    with django_assert_num_queries(5):  # session, account, club with role, count, one page of players
        page = client.get("/c/kennel/players/").content.decode()
    assert "Page 1 of 3" in page
    assert page.count("has account") == 1
    assert "Dog 119" in client.get("/c/kennel/players/?page=3").content.decode()


def test_the_members_list_stays_closed_to_the_street(kennel: Club) -> None:
    assert Client().get("/c/kennel/players/")["Location"] == "/accounts/login/?next=/c/kennel/players/"


def test_a_club_whose_name_ends_with_a_full_stop_gets_no_second_one(kennel: Club, sign_in: SignIn) -> None:
    Club.objects.update(name="Kennel e. V.")
    client = sign_in(Role.ORGANISER)
    client.post(NEW, form())
    for path in ("/c/kennel/players/", "/c/kennel/manage/"):
        page = client.get(path).content.decode()
        assert "e. V.</bdi>" in page
        assert "e. V.</bdi>." not in page
