"""A club's API keys are revoked when the organiser who made them leaves or is removed, unless an owner keeps them."""

import pytest
from django.test import Client

from clubs import api_keys
from clubs.members.membership import change_role
from clubs.models import ApiKey, Club, Membership, Role, Scope, User
from tests.people import SignIn

pytestmark = pytest.mark.django_db
Made = tuple[ApiKey, str]


@pytest.fixture
def parting(kennel: Club, bea: User) -> Membership:
    """Bea's membership, which ends in these tests."""
    return Membership.objects.create(club=kennel, user=bea, role=Role.ORGANISER)


@pytest.fixture
def made(kennel: Club, bea: User, parting: Membership) -> Made:
    """A key of the club that Bea made."""
    return api_keys.make("Old kitchen tablet", Scope.RESULTS, of=kennel, by=bea)


def status(token: str) -> int:
    """The status of an API response to this key."""
    return Client().get("/api/v1/clubs", headers={"Authorization": f"Bearer {token}"}).status_code


def test_the_page_of_a_member_says_which_keys_they_made(made: Made, parting: Membership, sign_in: SignIn) -> None:
    page = sign_in(Role.OWNER).get(f"/c/kennel/people/{parting.pk}/").content.decode()
    assert page.count("Old kitchen tablet") == 2
    assert f"…{made[0].tail}" in page


def test_a_removed_organiser_s_keys_are_shut_at_once(made: Made, parting: Membership, sign_in: SignIn) -> None:
    assert status(made[1]) == 200
    sign_in(Role.OWNER).post(f"/c/kennel/people/{parting.pk}/end/")
    assert status(made[1]) == 401


def test_an_owner_may_keep_them(made: Made, parting: Membership, sign_in: SignIn) -> None:
    sign_in(Role.OWNER).post(f"/c/kennel/people/{parting.pk}/end/", {"keep_keys": "on"})
    assert status(made[1]) == 200


def test_who_owns_the_club_no_more_loses_the_keys_to_its_archive(
    kennel: Club, bea: User, parting: Membership, made: Made, sign_in: SignIn
) -> None:
    change_role(parting, Role.OWNER)
    archive = api_keys.make("A backup", Scope.ARCHIVE, of=kennel, by=bea)
    sign_in(Role.OWNER).post(f"/c/kennel/people/{parting.pk}/", {"role": Role.ORGANISER.value, "player": ""})
    assert (status(archive[1]), status(made[1])) == (401, 200)


@pytest.mark.parametrize(
    ("role", "keep", "expected"),
    [
        (Role.MEMBER, {}, 401),
        (Role.SCOREKEEPER, {"keep_keys": "on"}, 200),
        (Role.ORGANISER, {}, 200),
        (Role.OWNER, {}, 200),
    ],
)
def test_another_role_takes_the_keys_where_it_may_make_none(
    role: Role, keep: dict[str, str], expected: int, made: Made, parting: Membership, sign_in: SignIn
) -> None:
    sign_in(Role.OWNER).post(f"/c/kennel/people/{parting.pk}/", {"role": role.value, "player": "", **keep})
    assert Membership.objects.get(pk=parting.pk).role == role
    assert status(made[1]) == expected


def test_whoever_leaves_is_told_and_the_keys_go(made: Made, bea: User) -> None:
    client = Client()
    client.force_login(bea)
    assert "Old kitchen tablet" in client.get("/c/kennel/leave/").content.decode()
    client.post("/c/kennel/leave/")
    assert status(made[1]) == 401


def test_keys_of_others_and_of_other_clubs_stay(made: Made, parting: Membership, bea: User, sign_in: SignIn) -> None:
    owner = sign_in(Role.OWNER)
    friday = Club.objects.create(slug="friday", name="Friday Paws")
    theirs = api_keys.make("elsewhere", Scope.RESULTS, of=friday, by=bea)
    others = api_keys.make("the wall", Scope.RESULTS, of=parting.club, by=User.objects.get(name="Owner"))
    owner.post(f"/c/kennel/people/{parting.pk}/end/")
    assert [status(token) for _, token in (made, theirs, others)] == [401, 200, 200]


def test_an_owner_who_hands_over_goes_on_as_organiser_with_the_keys(made: Made, parting: Membership) -> None:
    Membership.objects.filter(pk=parting.pk).update(role=Role.OWNER)
    heir = Membership.objects.create(club=parting.club, user=User.objects.create_user("otto@kennel.example"))
    client = Client()
    client.force_login(parting.user)
    client.post(f"/c/kennel/people/{heir.pk}/hand-over/")
    assert status(made[1]) == 200
