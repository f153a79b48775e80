"""Changes of role, removal and handing over; a club always has an owner."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubs.members.membership import LastOwner, change_role, create_club, leave_club
from clubs.models import Club, Invitation, Membership, Player, Role, SpectatorLink, User
from tests.people import SignIn

pytestmark = pytest.mark.django_db


def of(role: Role) -> Membership:
    """The membership of the account with this role."""
    return Membership.objects.get(user__email=f"{role.label}@kennel.example")


def test_whoever_founds_a_club_owns_it_and_plays(bea: User) -> None:
    club = create_club("Friday Paws", bea)
    membership = club.memberships.get()
    assert (club.slug, membership.role, str(membership.player)) == ("friday-paws", Role.OWNER, "Bea Marlowe")


@pytest.mark.parametrize("name", ["Friday Paws", "🐾🐾🐾", "כלבים", "-- --", "Ф" * 80])
def test_every_name_makes_an_address_of_its_own(bea: User, name: str) -> None:
    first, second = create_club(name, bea), create_club(name, bea)
    assert first.slug != second.slug
    assert Client().get(f"/c/{second.slug}/players/").status_code == 302


def test_an_owner_changes_a_role_and_who_plays(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    sign_in(Role.MEMBER)
    player = Player.objects.create(club=kennel, name="Otto Pym")
    page = f"/c/kennel/people/{of(Role.MEMBER).pk}/"
    answer = client.post(page, {"role": 3, "player": player.pk}, follow=True)
    assert b"Member: saved." in answer.content
    assert (of(Role.MEMBER).role, of(Role.MEMBER).player) == (Role.ORGANISER, player)
    client.post(page, {"role": 1, "player": ""})
    assert (of(Role.MEMBER).role, of(Role.MEMBER).player) == (Role.MEMBER, None)


def test_a_player_somebody_else_plays_as_is_not_offered(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    sign_in(Role.MEMBER)
    taken = Player.objects.create(club=kennel, name="Otto Pym")
    Membership.objects.filter(pk=of(Role.OWNER).pk).update(player=taken)
    answer = client.post(f"/c/kennel/people/{of(Role.MEMBER).pk}/", {"role": 1, "player": taken.pk})
    assert b"is-wrong" in answer.content
    assert of(Role.MEMBER).player is None


def test_the_last_owner_cannot_step_down(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    answer = client.post(f"/c/kennel/people/{of(Role.OWNER).pk}/", {"role": 1, "player": ""})
    assert "A club needs an owner" in answer.content.decode()
    assert of(Role.OWNER).role == Role.OWNER
    with pytest.raises(LastOwner):
        change_role(of(Role.OWNER), Role.ORGANISER)
    with pytest.raises(LastOwner):
        leave_club(of(Role.OWNER))


def test_the_last_owner_can_neither_leave_nor_be_removed(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    for way in (f"/c/kennel/people/{of(Role.OWNER).pk}/end/", "/c/kennel/leave/"):
        assert "A club needs an owner" in client.post(way, follow=True).content.decode()
        assert Membership.objects.count() == 1


def test_one_of_two_owners_may_go(kennel: Club, sign_in: SignIn, bea: User) -> None:
    client = sign_in(Role.OWNER)
    Membership.objects.create(club=kennel, user=bea, role=Role.OWNER)
    assert b"You have left The Thursday Kennel" in client.post("/c/kennel/leave/", follow=True).content
    assert Membership.objects.get().user == bea


def test_whoever_is_removed_is_out_at_once(kennel: Club, sign_in: SignIn) -> None:
    member = sign_in(Role.MEMBER)
    assert member.get("/c/kennel/players/").status_code == 200
    sign_in(Role.OWNER).post(f"/c/kennel/people/{of(Role.MEMBER).pk}/end/")
    assert member.get("/c/kennel/players/").status_code == 404


def test_an_owner_hands_the_club_over(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    sign_in(Role.MEMBER)
    client.post(f"/c/kennel/people/{of(Role.MEMBER).pk}/hand-over/")
    assert (of(Role.MEMBER).role, of(Role.OWNER).role) == (Role.OWNER, Role.ORGANISER)


def test_handing_over_to_oneself_changes_nothing(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    client.post(f"/c/kennel/people/{of(Role.OWNER).pk}/hand-over/")
    assert of(Role.OWNER).role == Role.OWNER


def test_a_member_of_another_club_is_nobody_here(kennel: Club, sign_in: SignIn, bea: User) -> None:
    foreign = create_club("Friday Paws", bea).memberships.get()
    assert sign_in(Role.OWNER).get(f"/c/kennel/people/{foreign.pk}/").status_code == 404


def test_the_list_costs_the_same_for_five_as_for_fifty(
    kennel: Club, sign_in: SignIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = sign_in(Role.ORGANISER)
    for number in range(60):
        user = User.objects.create(email=f"{number}@kennel.example", name=f"Dog {number}")
        player = Player.objects.create(club=kennel, name=f"Dog {number}")
        Membership.objects.create(club=kennel, user=user, player=player)
        Invitation.objects.create(club=kennel, player=player)
        SpectatorLink.objects.create(club=kennel)
    with django_assert_max_num_queries(7):
        page = client.get("/c/kennel/people/").content.decode()
    assert "Page 1 of 2" in page
    assert "Dog 59" in client.get("/c/kennel/people/?page=2").content.decode() or "Dog 9" in page


@pytest.mark.parametrize("page", ["0", "-1", "999999999999", "x", "", "1.5"])
def test_a_page_that_is_none_shows_one_that_is(sign_in: SignIn, page: str) -> None:
    assert sign_in(Role.ORGANISER).get(f"/c/kennel/people/?page={page}").status_code == 200
