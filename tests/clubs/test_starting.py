"""Starting a club: from the front page to a club with players in three screens; and entering the demo club."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from clubs.members.membership import create_club
from clubs.models import Club, Membership, Night, Player, Role, User
from scoring import ENGINES
from tests.people import PASSWORD, SignIn

pytestmark = pytest.mark.django_db

FIRST = {
    "club": "The Friday Paws",
    "name": "Wilhelmina Featherstonehaugh-Oyelaran",
    "email": "wilhelmina@kennel.example",
    "password1": "a-quiet-evening",
}


def test_a_club_stands_after_two_screens_and_the_third_is_the_match() -> None:
    client = Client()
    answer = client.post("/start/", FIRST)
    assert answer["Location"] == "/start/the-friday-paws/players/"
    membership = Membership.objects.select_related("club", "user", "player").get()
    assert (membership.club.name, membership.role) == ("The Friday Paws", Role.OWNER)
    assert membership.user.name == str(membership.player) == FIRST["name"]
    second = client.get("/start/the-friday-paws/players/").content.decode()
    assert FIRST["name"] in second
    assert 'class="notes"' not in second  # no message of the sign-in library on the new page
    names = f"{FIRST['name']}\nBea Marlowe\n\n  Otto   Pym \nNúria Ødegård"
    there = urlsplit(client.post("/start/the-friday-paws/players/", {"names": names})["Location"])
    assert there.path == "/c/the-friday-paws/matches/new/"
    chosen = [str(Player.objects.get(pk=key)) for key in parse_qs(there.query)["player"]]
    assert chosen == [FIRST["name"], "Bea Marlowe", "Otto Pym", "Núria Ødegård"]


def test_an_owner_who_shortens_their_name_is_not_made_twice() -> None:
    client = Client()
    client.post("/start/", {**FIRST, "name": "Edith Hallam"})
    client.post("/start/the-friday-paws/players/", {"names": "edith\nGus"})
    assert sorted(str(player) for player in Player.objects.all()) == ["Gus", "edith"]
    assert str(Membership.objects.get().player) == "edith"
    client.post("/start/the-friday-paws/players/", {"names": "edith\nEdith Hallam\nGus"})
    assert Player.objects.count() == 3


def test_a_new_club_of_twelve_is_led_to_two_groups(kennel: Club, sign_in: SignIn) -> None:
    client, names = sign_in(Role.OWNER), "\n".join(f"Dog {letter}" for letter in "ABCDEFGHIJKL")
    for _ in range(2):
        there = client.post("/start/kennel/players/", {"names": names})["Location"]
    night = Night.objects.get()
    assert there == f"/c/kennel/nights/{night.pk}/setup/"
    assert not night.attendances.exists()
    page = client.post(there, {"do": "everybody"}).content.decode()
    assert "Draw two groups: 6 and 6" in page


def test_going_back_makes_nobody_twice(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    for names in ("Bea\nOtto", "bea\nOtto\nNúria"):
        assert client.post("/start/kennel/players/", {"names": names}).status_code == 302
    assert [player.name for player in Player.objects.order_by("pk")] == ["Bea", "Otto", "Núria"]


def test_whoever_is_signed_in_is_asked_for_no_second_account(bea: User) -> None:
    client = Client()
    client.force_login(bea)
    page = client.get("/start/").content.decode()
    assert "password" not in page.lower()
    assert 'value="Bea Marlowe"' in page
    client.post("/start/", {"club": "Friday Paws", "name": "Bea M."})
    assert Membership.objects.get().user == bea
    assert (User.objects.get().name, Player.objects.get().name) == ("Bea M.", "Bea M.")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("club", "", "Enter the club’s name."),
        ("club", "K\x00nnel", "an unprintable character"),
        ("club", "K" * 81, "At most 80 characters, please: this has 81."),
        ("name", "", "Enter the name the others call you."),
        ("email", "nonsense", "Enter a valid email address."),
        ("password1", "short", "at least 12 characters"),
        ("password1", "password1234", "too common"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_is_made(field: str, value: str, message: str) -> None:
    answer = Client().post("/start/", {**FIRST, field: value})
    page = answer.content.decode()
    assert message in page
    assert f'id="id_{field}_error"' in page
    assert not Club.objects.exists() and not User.objects.exists()


def test_a_known_address_is_asked_to_sign_in(bea: User) -> None:
    answer = Client().post("/start/", {**FIRST, "email": bea.email.upper()})
    assert "An account with this email already exists" in answer.content.decode()
    assert not Club.objects.exists()


def test_clubs_are_not_made_by_the_dozen_a_minute() -> None:
    client = Client()
    assert [client.post("/start/", {}).status_code for _ in range(21)][-1] == 429


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("", "Enter at least one name."),
        ("\n \n", "Enter at least one name."),
        ("Bea\nOtto\nbea", "“Bea” is here twice."),
        ("Bea\nO\x00tto", "an unprintable character"),
        ("Bea\n" + "O" * 61, "Line 2: at most 60 characters a name"),
        ("\n".join(f"Dog {number}" for number in range(61)), "At most 60 names at once"),
        ("x" * 1_000_000, "At most 60 names at once"),
    ],
)
def test_names_that_cannot_stand_are_refused_and_nobody_is_made(sign_in: SignIn, names: str, message: str) -> None:
    answer = sign_in(Role.OWNER).post("/start/kennel/players/", {"names": names})
    assert message in answer.content.decode()
    assert not Player.objects.exists()


def test_the_front_page_offers_a_club_and_the_demo() -> None:
    assert b"The demo" not in Client().get("/").content
    Club.objects.create(slug="demo", name="The Invented Kennel", is_demo=True)
    page = Client().get("/").content.decode()
    assert "Start your own club" in page
    assert all(game.name in page for game in ENGINES)
    assert 'role="img"' in page  # an illustration of the app
    assert "Try as an owner" in page


def test_a_member_of_one_club_goes_straight_there(sign_in: SignIn, bea: User) -> None:
    client = sign_in(Role.MEMBER)
    assert client.get("/")["Location"] == "/c/kennel/"
    second = Club.objects.create(slug="friday", name="Friday Paws")
    Membership.objects.create(club=second, user=User.objects.get(email="member@kennel.example"))
    page = client.get("/").content.decode()
    assert "The Thursday Kennel" in page and "Friday Paws" in page


@pytest.fixture
def demo() -> Club:
    """The demo club, with one account for each role."""
    club = Club.objects.create(slug="demo", name="The Invented Kennel", is_demo=True)
    for role in Role:
        user = User.objects.create_user(f"{role.label}@demo.example", PASSWORD, name=role.label)
        Membership.objects.create(club=club, user=user, role=role)
    return club


@pytest.mark.parametrize("role", ["owner", "scorekeeper", "member"])
def test_one_tap_walks_into_the_demo(demo: Club, role: str) -> None:
    client = Client()
    assert client.post("/demo/", {"role": role})["Location"] == "/c/demo/"
    assert client.session["_auth_user_id"] == str(User.objects.get(name=role).pk)


@pytest.mark.parametrize("role", ["", "organiser", "admin", "\x00"])
def test_there_are_no_other_ways_into_the_demo(demo: Club, role: str) -> None:
    assert Client().post("/demo/", {"role": role}).status_code == 404


def test_over_the_network_one_tap_is_a_member_s(demo: Club) -> None:
    client = Client(REMOTE_ADDR="192.168.1.30")
    page = client.get("/").content.decode()
    assert "Try as a member" in page and "Try as an owner" not in page and "Try as a scorekeeper" not in page
    assert "./run demo --sign-ins" in page
    for role in ("owner", "scorekeeper"):
        assert client.post("/demo/", {"role": role}).status_code == 404
    assert client.post("/demo/", {"role": "member"})["Location"] == "/c/demo/"


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_on_the_machine_itself_one_tap_is_anybody_s(demo: Club, address: str) -> None:
    assert "Try as an owner" in Client(REMOTE_ADDR=address).get("/").content.decode()


@pytest.mark.parametrize("address", ["", "unix:"])
def test_who_comes_from_nowhere_is_not_on_the_machine(demo: Club, address: str) -> None:
    assert "Try as an owner" not in Client(REMOTE_ADDR=address).get("/").content.decode()


def test_nobody_walks_into_a_real_club(sign_in: SignIn) -> None:
    sign_in(Role.OWNER)
    assert Client().post("/demo/", {"role": "owner"}).status_code == 404


def test_on_the_internet_the_demo_wants_its_passwords(demo: Club, settings: object) -> None:
    settings.HTTPS = True  # type: ignore[attr-defined]
    assert Client().post("/demo/", {"role": "owner"}).status_code == 404
    assert b"Try as an owner" not in Client().get("/").content


def test_the_demo_owner_removes_the_demo_with_one_click(demo: Club, sign_in: SignIn) -> None:
    sign_in(Role.OWNER)
    client = Client()
    client.post("/demo/", {"role": "owner"})
    assert client.get("/")["Location"] == "/c/demo/"
    assert b"Remove the demo" in client.get("/c/demo/settings/").content
    assert b"The demo club is removed" in client.post("/c/demo/remove-demo/", follow=True).content
    assert [club.slug for club in Club.objects.all()] == ["kennel"]
    assert User.objects.filter(email="owner@kennel.example").exists()


def test_a_real_club_cannot_be_removed_like_that(sign_in: SignIn) -> None:
    assert sign_in(Role.OWNER).post("/c/kennel/remove-demo/").status_code == 404
    assert Club.objects.exists()


def test_one_person_owns_twenty_clubs_and_no_more(bea: User) -> None:
    for number in range(20):
        create_club(f"Kennel {number}", bea)
    client = Client()
    client.force_login(bea)
    answer = client.post("/start/", {"club": "Friday Paws", "name": "Bea"})
    assert "You own 20 clubs already" in answer.content.decode()
    assert not Club.objects.filter(name="Friday Paws").exists()
    bea.refresh_from_db()
    assert bea.name == "Bea Marlowe"
    Membership.objects.filter(club__name="Kennel 3").update(role=Role.ORGANISER)
    assert client.post("/start/", {"club": "Friday Paws", "name": "Bea"}).status_code == 302


def test_ten_clubs_an_hour_are_enough(bea: User) -> None:
    client = Client()
    client.force_login(bea)
    statuses = [client.post("/start/", {"club": f"Paws {number}", "name": "Bea"}).status_code for number in range(11)]
    assert statuses == [302] * 10 + [429]
    assert Club.objects.count() == 10


def test_the_demo_is_entered_sixty_times_an_hour_from_one_address(demo: Club) -> None:
    statuses = [Client().post("/demo/", {"role": "member"}).status_code for _ in range(61)]
    assert statuses == [302] * 60 + [429]
    assert Client(REMOTE_ADDR="192.0.2.9").post("/demo/", {"role": "member"}).status_code == 302
