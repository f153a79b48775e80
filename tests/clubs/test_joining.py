"""Invitations, from the organiser's page to a membership."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.links.tokens import code_of, sign
from clubs.members.membership import Closed, join
from clubs.models import Club, Invitation, Membership, Player, Role, User
from tests.people import SignIn

pytestmark = pytest.mark.django_db


def link(row: Invitation) -> str:
    return f"/join/{sign(row.pk, 'join')}/"


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_an_organiser_makes_an_invitation_to_hold_up(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    answer = client.post("/c/kennel/invitations/new/", {"role": 2, "player": "", "uses_left": 10}, follow=True)
    row = Invitation.objects.get()
    assert (row.club, row.role, row.uses_left) == (kennel, Role.SCOREKEEPER, 10)
    assert row.created_by == User.objects.get(email="organiser@kennel.example")
    page = answer.content.decode()
    assert f"http://testserver{link(row)}" in page
    assert code_of(row.pk, "join") in page
    assert '<svg class="qr"' in page


def test_nobody_gives_away_more_than_they_have(kennel: Club, sign_in: SignIn) -> None:
    answer = sign_in(Role.ORGANISER).post("/c/kennel/invitations/new/", {"role": 4, "player": "", "uses_left": 1})
    assert b"is not one of the available choices" in answer.content
    owners = Invitation.objects.create(club=kennel, role=Role.OWNER)
    assert sign_in(Role.ORGANISER).get(f"/c/kennel/invitations/{owners.pk}/").status_code == 404
    assert sign_in(Role.OWNER).get(f"/c/kennel/invitations/{owners.pk}/").status_code == 200


def test_an_invitation_for_a_player_is_for_one_person(kennel: Club, sign_in: SignIn) -> None:
    player = Player.objects.create(club=kennel, name="Bea Marlowe")
    foreign = Player.objects.create(club=Club.objects.create(slug="friday", name="Friday Paws"), name="Otto Pym")
    client = sign_in(Role.ORGANISER)
    client.post("/c/kennel/invitations/new/", {"role": 1, "player": player.pk, "uses_left": 10})
    assert Invitation.objects.get().uses_left == 1
    answer = client.post("/c/kennel/invitations/new/", {"role": 1, "player": foreign.pk, "uses_left": 1})
    assert b"is-wrong" in answer.content


def test_whoever_has_no_account_makes_one_and_is_one_tap_from_the_club(kennel: Club) -> None:
    row = Invitation.objects.create(club=kennel, player=Player.objects.create(club=kennel, name="Bea Marlowe"))
    client = Client()
    page = client.get(link(row)).content.decode()
    assert "Bea Marlowe" in page
    assert "/accounts/signup/?next=%2Fjoin%2F" in page
    form = {"name": "Bea", "email": "bea@kennel.example", "password1": "a-quiet-evening", "next": link(row)}
    answer = client.post("/accounts/signup/", form)
    assert answer["Location"] == link(row)
    assert b"Join the club" in client.get(link(row)).content
    assert client.post(link(row))["Location"] == "/c/kennel/"
    membership = Membership.objects.get()
    assert (membership.user.name, membership.role, str(membership.player)) == ("Bea", Role.MEMBER, "Bea Marlowe")


def test_opening_the_link_joins_nobody(kennel: Club, bea: User) -> None:
    row = Invitation.objects.create(club=kennel)
    assert browser(bea).get(link(row)).status_code == 200
    Client().post(link(row))
    assert not Membership.objects.exists()


@pytest.mark.parametrize(
    "closed",
    [
        {"uses_left": 0},
        {"revoked_at": timezone.now()},
        {"expires_at": timezone.now() - timedelta(minutes=1)},
    ],
)
def test_a_closed_invitation_says_so(kennel: Club, bea: User, closed: dict[str, object]) -> None:
    row = Invitation.objects.create(club=kennel, **closed)
    client = browser(bea)
    for answer in (client.get(link(row)), client.post(link(row)), Client().get(link(row))):
        assert answer.status_code == 410
        assert b"This link has expired" in answer.content
    with pytest.raises(Closed):
        join(row, bea)
    assert not Membership.objects.exists()


def test_a_used_invitation_takes_its_member_home(kennel: Club, bea: User) -> None:
    row = Invitation.objects.create(club=kennel)
    join(row, bea)
    assert browser(bea).get(link(row))["Location"] == "/c/kennel/"


def test_a_torn_link_is_explained() -> None:
    answer = Client().get("/join/not:sealed/")
    assert answer.status_code == 404
    assert b"is incomplete" in answer.content


def test_one_use_lets_one_in(kennel: Club, bea: User) -> None:
    row = Invitation.objects.create(club=kennel)
    join(row, bea)
    with pytest.raises(Closed):
        join(row, User.objects.create_user("otto@kennel.example"))
    assert Membership.objects.count() == 1


def test_a_member_gains_by_an_invitation_and_never_loses(kennel: Club, bea: User) -> None:
    join(Invitation.objects.create(club=kennel, role=Role.ORGANISER), bea)
    join(Invitation.objects.create(club=kennel, role=Role.MEMBER), bea)
    assert Membership.objects.get().role == Role.ORGANISER


def test_two_people_cannot_play_as_one(kennel: Club, bea: User) -> None:
    player = Player.objects.create(club=kennel, name="Bea Marlowe")
    both = [Invitation.objects.create(club=kennel, player=player) for _ in range(2)]
    join(both[0], bea)
    otto = User.objects.create_user("otto@kennel.example")
    with pytest.raises(Closed):
        join(both[1], otto)
    assert not Membership.objects.filter(user=otto).exists()
    assert Invitation.objects.get(pk=both[1].pk).uses_left == 1
    assert browser(otto).post(link(both[1])).status_code == 410


def test_an_invitation_can_be_taken_back(kennel: Club, sign_in: SignIn, bea: User) -> None:
    row = Invitation.objects.create(club=kennel)
    client = sign_in(Role.ORGANISER)
    assert client.post(f"/c/kennel/invitations/{row.pk}/revoke/")["Location"] == "/c/kennel/people/"
    assert browser(bea).post(link(row)).status_code == 410
    assert b"This invitation is no longer valid" in client.get(f"/c/kennel/invitations/{row.pk}/").content


def test_a_code_leads_to_the_link(kennel: Club) -> None:
    row = Invitation.objects.create(club=kennel)
    client = Client()
    assert client.post("/join/", {"code": code_of(row.pk, "join").lower()})["Location"] == link(row)
    assert b"valid. Check it" in client.post("/join/", {"code": "0000-0000"}).content


def test_codes_cannot_be_guessed_for_long() -> None:
    client = Client()
    tries = [client.post("/join/", {"code": "0000-0000"}).status_code for _ in range(21)]
    assert tries == [200] * 20 + [429]
