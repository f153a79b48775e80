"""Deleting an account: personal data is deleted, results remain, and no club is left without an owner."""

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt
from django.test import Client

from clubs import api_keys
from clubs.deletion import NOBODY
from clubs.models import ApiKey, Club, Membership, Player, Role, Scope, Session, User
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Entry, Match
from tests.factory import NAMES, a_match, some_players
from tests.people import PASSWORD, SignIn

pytestmark = pytest.mark.django_db
PAGE = "/account/delete/"
SURE = {"typed": "bea@kennel.example"}


@pytest.fixture
def player(kennel: Club) -> Player:
    return Player.objects.create(club=kennel, name="Bea Marlowe")


@pytest.fixture
def match(kennel: Club, player: Player) -> Match:
    return a_match(kennel, [*some_players(kennel, 2, NAMES[1:]), player], plan=(1, 2), table="Bea Marlowe’s table")


@pytest.fixture
def client(kennel: Club, bea: User, player: Player) -> Client:
    """Bea, an organiser, signed in in two browsers; the client of the second one."""
    Membership.objects.create(club=kennel, user=bea, role=Role.ORGANISER, player=player)
    EmailAddress.objects.create(user=bea, email=bea.email, verified=True, primary=True)
    Client().force_login(bea)
    client = Client()
    client.force_login(bea)
    return client


def test_everything_of_the_person_goes(client: Client, kennel: Club, bea: User) -> None:
    mine = api_keys.make("mine", Scope.RECORD, of=bea, by=bea)[0]
    ours = api_keys.make("ours", Scope.RECORD, of=kennel, by=bea)[0]
    AccessAttempt.objects.create(username=bea.email, ip_address="192.0.2.7", failures_since_start=1)
    answer = client.post(PAGE, SURE, follow=True)
    assert "Your account is deleted" in answer.content.decode()
    assert not answer.context["user"].is_authenticated
    assert not User.objects.filter(pk=bea.pk).exists()
    assert not ApiKey.objects.filter(pk=mine.pk).exists()
    ours.refresh_from_db()
    assert ours.revoked_at is not None
    gone = (Membership, EmailAddress, AccessAttempt)
    assert [model.objects.count() for model in gone] == [0, 0, 0]
    assert not any(each.get_decoded().get("_auth_user_id") for each in Session.objects.all())
    signed_in = Client().post("/accounts/login/", {"login": "bea@kennel.example", "password": PASSWORD})
    assert "Wrong email or password" in signed_in.content.decode()


def test_the_name_stays_with_the_results_or_goes(client: Client, match: Match, player: Player) -> None:
    client.post(PAGE, SURE)
    player.refresh_from_db()
    match.refresh_from_db()
    assert (player.name, match.table) == ("Bea Marlowe", "Bea Marlowe’s table")


def test_with_the_name_the_player_is_a_former_member(client: Client, match: Match, player: Player) -> None:
    figures = list(match.seats.values_list("position", "player", "total", "place"))
    client.post(PAGE, {**SURE, "with_names": "on"})
    player.refresh_from_db()
    match.refresh_from_db()
    assert (player.name, match.table) == ("Former member 1", "a former member’s table")
    assert list(match.seats.values_list("position", "player", "total", "place")) == figures


def test_whoever_wrote_leaves_an_empty_account(client: Client, match: Match, bea: User, sign_in: SignIn) -> None:
    first = match.entries.earliest("number")
    again = Draft(first.kind, 1, first.payload, note="looked again")
    ledger.record(match.pk, [again], version=match.version, by=Author(bea, "", True))
    UserSession.objects.create(user=bea, session_key="theirs", ip="192.0.2.7")
    client.post(PAGE, SURE)
    left = User.objects.get(pk=bea.pk)
    assert not UserSession.objects.filter(user=bea).exists()
    assert left.name == NOBODY
    assert left.email.endswith("@deleted.invalid")
    assert (left.is_active, left.has_usable_password(), EmailAddress.objects.count()) == (False, False, 0)
    assert Entry.objects.filter(recorded_by=left).exists()
    page = sign_in(Role.MEMBER).get(f"/m/{match.pk}/history/").content.decode()
    assert NOBODY in page
    assert User.objects.create_user("bea@kennel.example").pk != left.pk


def test_the_last_owner_is_told_which_club_and_what_to_do(client: Client, kennel: Club, bea: User) -> None:
    Membership.objects.update(role=Role.OWNER)
    page = client.get(PAGE).content.decode()
    assert "would have no owner" in page
    assert "/c/kennel/people/" in page
    assert "/c/kennel/delete/" in page
    assert client.post(PAGE, SURE).status_code == 422
    assert User.objects.filter(pk=bea.pk, email="bea@kennel.example").exists()
    client.post("/c/kennel/delete/", {"typed": kennel.name})
    assert client.post(PAGE, SURE).status_code == 302
    assert not User.objects.filter(pk=bea.pk).exists()


def test_one_of_two_owners_may_go(client: Client, sign_in: SignIn, bea: User) -> None:
    sign_in(Role.OWNER)
    Membership.objects.update(role=Role.OWNER)
    assert client.post(PAGE, SURE).status_code == 302
    assert Membership.objects.get().role == Role.OWNER


def test_people_of_the_demo_stay_with_it(client: Client, kennel: Club) -> None:
    Club.objects.update(is_demo=True)
    assert "the demo first" in client.get(PAGE).content.decode()
    assert client.post(PAGE, SURE).status_code == 422


@pytest.mark.parametrize("typed", ["", "yes", "otto@kennel.example"])
def test_the_address_has_to_be_typed(client: Client, bea: User, typed: str) -> None:
    answer = client.post(PAGE, {"typed": typed})
    assert answer.status_code == 422
    assert "bea@kennel.example" in answer.content.decode()
    assert User.objects.filter(pk=bea.pk, is_active=True).exists()


def test_whoever_plays_as_nobody_is_not_asked_about_a_name(client: Client) -> None:
    assert "Remove my name too" in client.get(PAGE).content.decode()
    Membership.objects.update(player=None)
    assert "Remove my name too" not in client.get(PAGE).content.decode()
