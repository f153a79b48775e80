"""Signing in and out, passwords, and the protections against others signing in to an account."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Membership, Role, User
from tests.factory import a_match, some_players
from tests.people import PASSWORD, SignIn

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"


def sign_in_as(client: Client, password: str = PASSWORD, email: str = "bea@kennel.example") -> Any:
    return client.post(LOGIN, {"login": email, "password": password})


def test_the_right_password_signs_in_and_changes_the_session(bea: User) -> None:
    client = Client()
    client.session["left"] = "over"
    client.get("/accounts/login/")
    before = client.cookies.get("sessionid")
    assert sign_in_as(client)["Location"] == "/"
    after = client.cookies["sessionid"]
    assert client.session["_auth_user_id"] == str(bea.pk)
    assert before is None or before.value != after.value
    assert after["httponly"] and after["samesite"] == "Lax"


def test_a_shared_link_names_its_club_before_it_asks_to_sign_in(club: Club) -> None:
    match = a_match(club, some_players(club, 3), hands=1)
    for link in (f"/c/{club.slug}/standings/", f"/m/{match.pk}/"):
        page = Client().get(link, follow=True).content.decode()
        assert f"This link is from <b><bdi>{club.name}" in page
        assert f"<title>{club.name}: Sign in" in page
    Club.objects.update(deletes_at=timezone.now())
    for link in (f"/c/{club.slug}/", "/c/no-such-club/", "/nowhere/%00"):
        assert "Only members can read the sheets" in Client().get(LOGIN, {"next": link}).content.decode()


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(bea: User) -> None:
    wrong = sign_in_as(Client(), "wrong").content.decode()
    unknown = sign_in_as(Client(), "wrong", "nobody@kennel.example").content.decode()
    assert "Wrong email or password" in wrong
    assert 'id="id_password_error"' in wrong
    assert "Wrong email or password" in unknown


def test_a_guesser_is_turned_away_before_another_password_is_hashed(bea: User, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    client = Client()
    for _ in range(5):
        sign_in_as(client, "wrong")
    assert len(hashed) == 5
    answer = sign_in_as(client)
    assert answer.status_code in (200, 429)
    assert "_auth_user_id" not in client.session
    assert len(hashed) == 5


def test_another_address_is_not_locked_out_with_it(bea: User) -> None:
    client = Client()
    for _ in range(6):
        sign_in_as(client, "wrong", "otto@kennel.example")
    assert sign_in_as(client).status_code == 302


def test_a_password_of_eleven_letters_is_too_short() -> None:
    answer = Client().post("/accounts/signup/", {"name": "B", "email": "b@kennel.example", "password1": "quiet-dogs1"})
    assert "at least 12 characters" in answer.content.decode()


def test_making_an_account_keeps_the_name(bea: User) -> None:
    Client().post("/accounts/signup/", {"name": " Otto  Pym", "email": "Otto@Kennel.example", "password1": PASSWORD})
    assert User.objects.get(email="otto@kennel.example").name == "Otto Pym"


def test_another_password_signs_every_other_browser_out(bea: User) -> None:
    here, there = Client(), Client()
    for client in (here, there):
        sign_in_as(client)
    form = {"oldpassword": PASSWORD, "password1": "another-evening", "password2": "another-evening"}
    here.post("/accounts/password/change/", form)
    assert here.get("/account/").status_code == 200
    assert there.get("/account/").status_code == 302
    assert "bea@kennel.example" in mail.outbox[-1].to


def test_asking_for_a_new_password_tells_nobody_who_has_an_account(bea: User) -> None:
    known = Client().post("/accounts/password/reset/", {"email": "bea@kennel.example"})
    unknown = Client().post("/accounts/password/reset/", {"email": "nobody@kennel.example"})
    assert known["Location"] == unknown["Location"]
    assert [letter.to for letter in mail.outbox] == [["bea@kennel.example"], ["nobody@kennel.example"]]


def test_the_link_in_the_mail_sets_a_new_password(bea: User) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": "bea@kennel.example"})
    link = next(word for word in str(mail.outbox[0].body).split() if "/password/reset/key/" in word)
    form = client.get(link, follow=True)
    assert "New Password" in form.content.decode()
    there = form.redirect_chain[-1][0]
    client.post(there, {"password1": "another-evening", "password2": "another-evening"})
    assert sign_in_as(Client(), "another-evening").status_code == 302


@pytest.mark.parametrize(("minutes", "is_good"), [(59, True), (61, False)])
def test_that_link_is_good_for_an_hour(bea: User, minutes: int, is_good: bool) -> None:
    client, now = Client(), timezone.now()
    with time_machine.travel(now):
        client.post("/accounts/password/reset/", {"email": "bea@kennel.example"})
    link = next(word for word in str(mail.outbox[0].body).split() if "/password/reset/key/" in word)
    with time_machine.travel(now + timedelta(minutes=minutes)):
        assert ("New Password" in client.get(link, follow=True).content.decode()) == is_good


def test_a_code_by_mail_signs_in(bea: User) -> None:
    client = Client()
    client.post("/accounts/login/code/", {"email": "bea@kennel.example"})
    lines = str(mail.outbox[0].body).splitlines()
    code = next(line for line in lines if line and line.replace("-", "").isalnum() and line.upper() == line)
    assert client.post("/accounts/login/code/confirm/", {"code": code}).status_code == 302
    assert client.session["_auth_user_id"] == str(bea.pk)


def test_signing_out_forgets_the_session(bea: User) -> None:
    client = Client()
    sign_in_as(client)
    assert client.get("/accounts/logout/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get("/account/").status_code == 302


def test_nobody_is_sent_to_another_site_after_signing_in(bea: User) -> None:
    client = Client()
    form = {"login": "bea@kennel.example", "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post(LOGIN, form)["Location"] == "/"


def test_changing_how_one_signs_in_asks_again(bea: User) -> None:
    client = Client()
    client.force_login(bea)
    answer = client.get("/accounts/2fa/webauthn/add/")
    assert answer["Location"].startswith("/accounts/reauthenticate/")


def test_ones_own_page_shows_the_clubs_and_changes_the_name(bea: User) -> None:
    club = Club.objects.create(slug="kennel", name="The Thursday Kennel")
    Membership.objects.create(club=club, user=bea)
    client = Client()
    client.force_login(bea)
    assert b"The Thursday Kennel" in client.get("/account/").content
    assert client.post("/account/", {"name": "Bea the elder"}).status_code == 302
    assert User.objects.get().name == "Bea the elder"
    assert b"Enter the name" in client.post("/account/", {"name": ""}).content


def test_the_owner_names_the_club_and_opens_the_history(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    client.post(
        "/c/kennel/settings/",
        {
            "name": "Thursday Dogs",
            "history_is_open": "on",
            "confirm": "0",
            "grace_minutes": "5",
            "all_time": "places",
            "sharing": "off",
        },
    )
    kennel.refresh_from_db()
    assert (kennel.name, kennel.slug, kennel.history_is_open) == ("Thursday Dogs", "kennel", True)
    assert "Enter the club’s name" in client.post("/c/kennel/settings/", {"name": " "}).content.decode()


def test_no_account_page_brings_a_script_or_style_of_its_own(bea: User) -> None:
    client = Client()
    sign_in_as(client)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    inside = [
        "email/",
        "password/change/",
        "2fa/",
        "2fa/totp/activate/",
        "2fa/webauthn/add/",
        "2fa/webauthn/",
        "logout/",
    ]
    outside = ["login/", "signup/", "password/reset/", "login/code/"]
    pages = [client.get(f"/accounts/{page}") for page in inside] + [
        Client().get(f"/accounts/{page}") for page in outside
    ]
    for answer in pages:
        page = answer.content.decode()
        assert answer.status_code == 200
        assert 'class="wordmark"' in page
        assert " style=" not in page and "<style" not in page and "data:image" not in page
        for script in page.split("<script")[1:]:
            assert " src=" in script.split(">")[0] or 'type="application/json"' in script.split(">")[0]
