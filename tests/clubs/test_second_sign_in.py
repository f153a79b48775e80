"""Irreversible actions ask for the password again, and then go on with the request as it was sent."""

import re
import time
from typing import Any

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.test import Client

from clubs.accounts.second_factors import BY_DEMO
from clubs.accounts.sessions import SIGNED_IN
from clubs.models import ApiKey, Club, Membership, Player, Role, User
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
SIGN_IN_AGAIN = "/accounts/reauthenticate/"
KEY = {"label": "spreadsheet", "scope": "record", "days": "90"}


def an_hour_ago(client: Client, **more: Any) -> Client:
    """Move the client's sign-in an hour into the past, and set these values in its session."""
    session = client.session
    session[SIGNED_IN] = time.time() - 3600
    session.update(more)
    session.save()
    return client


@pytest.fixture
def owner(kennel: Club, bea: User) -> Client:
    """An owner who signed in an hour ago."""
    player = Player.objects.create(club=kennel, name="Bea Marlowe")
    Membership.objects.create(club=kennel, user=bea, role=Role.OWNER, player=player)
    client = Client()
    client.force_login(bea)
    return an_hour_ago(client)


@pytest.fixture
def otto(kennel: Club) -> Membership:
    user = User.objects.create_user("otto@kennel.example", PASSWORD, name="Otto Pym")
    return Membership.objects.create(club=kennel, user=user, role=Role.OWNER)


def was_sent_away(answer: Any) -> bool:
    """Whether the response redirects to the page that asks for the password again."""
    return bool(answer.status_code == 302 and answer["Location"].startswith(SIGN_IN_AGAIN))


def show(client: Client, answer: Any, password: str = PASSWORD) -> Any:
    """Enter the password on the page that the response redirects to; the response to it."""
    page = client.get(answer["Location"]).content.decode()
    there = re.search(r'name="next" value="([^"]+)"', page)
    assert there
    return client.post(SIGN_IN_AGAIN, {"password": password, "next": there[1]})


def test_a_key_is_made_with_what_was_written_after_the_password(owner: Client) -> None:
    answer = owner.post("/c/kennel/keys/new/", KEY)
    assert was_sent_away(answer) and not ApiKey.objects.exists()
    made = show(owner, answer)
    assert made.status_code == 200 and "dk_live_" in made.content.decode()
    assert "no-store" in made["Cache-Control"]
    key = ApiKey.objects.get()
    assert (key.label, key.scope) == ("spreadsheet", "record")
    assert not was_sent_away(owner.post("/account/keys/new/", KEY))


def test_a_wrong_password_does_nothing_and_may_be_mended(owner: Client) -> None:
    answer = owner.post("/account/keys/new/", KEY)
    wrong = show(owner, answer, "wrong")
    assert "Wrong password." in wrong.content.decode() and not ApiKey.objects.exists()
    assert "dk_live_" in show(owner, answer).content.decode()


def test_handing_over_removing_and_changing_a_role_ask(owner: Client, otto: Membership) -> None:
    for way, form in (("hand-over/", {}), ("end/", {}), ("", {"role": "1", "player": ""})):
        assert was_sent_away(owner.post(f"/c/kennel/people/{otto.pk}/{way}", form))
    otto.refresh_from_db()
    assert otto.role == Role.OWNER


def test_somebody_is_removed_after_the_password(owner: Client, otto: Membership) -> None:
    done = show(owner, owner.post(f"/c/kennel/people/{otto.pk}/end/"))
    assert done["Location"] == "/c/kennel/people/"
    assert not Membership.objects.filter(pk=otto.pk).exists()


def test_taking_a_name_out_asks_and_then_does_it(owner: Client, kennel: Club) -> None:
    wilma = Player.objects.create(club=kennel, name="Wilma")
    answer = owner.post(f"/c/kennel/players/{wilma.pk}/former/", {"sure": "on"})
    assert was_sent_away(answer)
    show(owner, answer)
    wilma.refresh_from_db()
    assert wilma.is_former


def test_leaving_with_ones_name_asks_and_leaving_without_does_not(owner: Client, otto: Membership) -> None:
    assert was_sent_away(owner.post("/c/kennel/leave/", {"name": "out", "sure": "on"}))
    assert not was_sent_away(owner.post("/c/kennel/leave/", {}))


def test_deleting_a_club_or_an_account_and_taking_ones_data_ask(owner: Client, kennel: Club, bea: User) -> None:
    assert was_sent_away(owner.post("/c/kennel/delete/", {"typed": kennel.name}))
    assert was_sent_away(owner.post("/account/data/"))
    kennel.refresh_from_db()
    assert kennel.deletes_at is None
    Membership.objects.filter(user=bea).delete()
    assert was_sent_away(owner.post("/account/delete/", {"typed": bea.email}))
    assert User.objects.filter(pk=bea.pk).exists()


def test_ending_another_session_asks_and_then_does_it(owner: Client, bea: User) -> None:
    phone = Client()
    phone.force_login(bea)
    row = UserSession.objects.create(user=bea, session_key=phone.session.session_key, ip="10.0.0.2", user_agent="")
    for way in ("end-others/", f"{row.pk}/end/"):
        answer = owner.post(f"/account/sessions/{way}")
        assert was_sent_away(answer) and phone.get("/account/").status_code == 200
    show(owner, answer)
    assert phone.get("/account/").status_code == 302


@pytest.mark.parametrize("action", ["add", "primary", "remove"])
def test_another_mail_address_asks(owner: Client, bea: User, action: str) -> None:
    for email in (bea.email, "bea@paws.example"):
        EmailAddress.objects.create(user=bea, email=email, verified=True, primary=email == bea.email)
    before = list(EmailAddress.objects.order_by("pk").values("email", "primary"))
    email = "bea@new.example" if action == "add" else "bea@paws.example"
    answer = owner.post("/accounts/email/", {f"action_{action}": "", "email": email})
    assert was_sent_away(answer)
    assert list(EmailAddress.objects.order_by("pk").values("email", "primary")) == before


def test_who_signed_in_just_now_is_not_asked(owner: Client) -> None:
    an_hour_ago(owner, **{SIGNED_IN: time.time() - 200})
    assert "dk_live_" in owner.post("/account/keys/new/", KEY).content.decode()


def test_five_minutes_after_the_password_it_asks_again(owner: Client) -> None:
    show(owner, owner.post("/account/keys/new/", KEY))
    records = owner.session[AUTHENTICATION_METHODS_SESSION_KEY]
    an_hour_ago(owner, **{AUTHENTICATION_METHODS_SESSION_KEY: [{**each, "at": each["at"] - 301} for each in records]})
    assert was_sent_away(owner.post("/account/keys/new/", KEY))


def test_who_has_neither_password_nor_passkey_sets_one_first(owner: Client, bea: User) -> None:
    bea.set_unusable_password()
    bea.save()
    owner.force_login(bea)
    answer = an_hour_ago(owner).post("/account/keys/new/", KEY, follow=True)
    assert "Set a password first" in answer.content.decode() and not ApiKey.objects.exists()


def test_the_demo_s_people_are_not_asked_where_one_tap_signs_them_in(owner: Client, settings: Any) -> None:
    an_hour_ago(owner, **{BY_DEMO: True})
    assert not was_sent_away(owner.post("/account/keys/new/", KEY))
    settings.HTTPS = True
    assert was_sent_away(owner.post("/account/keys/new/", KEY))


def test_one_tap_into_the_demo_is_remembered(kennel: Club, bea: User) -> None:
    Club.objects.filter(pk=kennel.pk).update(is_demo=True)
    Membership.objects.create(club=kennel, user=bea, role=Role.MEMBER)
    client = Client()
    client.post("/demo/", {"role": "member"})
    assert client.session[BY_DEMO]
