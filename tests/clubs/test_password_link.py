"""A forgotten password where no mail is sent: what pages say, and the link that an owner makes for a member."""

import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs import api_keys
from clubs.accounts.adapter import IN_FILES
from clubs.members.membership import change_role
from clubs.models import Club, Membership, Role, Scope, User
from clubs.security import security_event
from tests.factory import a_club, a_member
from tests.people import SignIn

pytestmark = pytest.mark.django_db

NEW = "lantern gravel seven otters"
FORM = {"password1": NEW, "password2": NEW}


@pytest.fixture(autouse=True)
def without_mail(settings: Settings) -> None:
    settings.EMAIL_BACKEND = IN_FILES


@pytest.fixture
def owner(kennel: Club, sign_in: SignIn) -> Client:
    return sign_in(Role.OWNER)


@pytest.fixture
def sam(kennel: Club) -> Membership:
    user = a_member(kennel, Role.SCOREKEEPER)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    return user.memberships.select_related("club", "user").get()


def made(owner: Client, sam: Membership) -> str:
    """The path of a new link."""
    page = owner.post(f"/c/kennel/people/{sam.pk}/password/")
    found = re.search(r'value="http://testserver(/accounts/password/link/[^"]+)"', page.content.decode())
    assert found
    assert page["Cache-Control"] == "no-store"
    return found[1]


def signs_in(user: User, password: str) -> bool:
    return Client().post("/accounts/login/", {"login": user.email, "password": password}).status_code == 302


@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/login/code/"])
def test_pages_that_would_send_something_say_what_to_do_instead(path: str, bea: User) -> None:
    for answer in (Client().get(path), Client().post(path, {"email": bea.email})):
        page = answer.content.decode()
        assert "No email leaves this machine" in page
        assert "./run changepassword EMAIL" in page
        assert 'name="email"' not in page
    assert mail.outbox == []


def test_nothing_else_promises_an_email(owner: Client, kennel: Club, bea: User, settings: Settings) -> None:
    def promises() -> list[bool]:
        login = Client().post("/accounts/login/", {"login": bea.email, "password": "wrong"}).content.decode()
        return [
            "Email me a code" in login,
            "emailed to you" in login,
            "Email me when" in owner.get("/c/kennel/archive/").content.decode(),
            "get an email" in " ".join(owner.get("/c/kennel/delete/").content.decode().split()),
            "Codes and links go" in owner.get("/accounts/email/").content.decode(),
        ]

    assert promises() == [False] * 5
    settings.EMAIL_BACKEND = "dogclub.notify.mail.QueuedMail"
    assert promises() == [True] * 5


def test_an_owners_link_sets_a_new_password_once(owner: Client, sam: Membership) -> None:
    events: list[tuple[str, Any, str]] = []

    def hear(sender: Any, kind: str, subject: Any, detail: str, **_: Any) -> None:
        events.append((kind, subject, detail))

    row, _ = api_keys.make("a board", Scope.RESULTS, of=sam.user, by=sam.user)
    Authenticator.objects.create(user=sam.user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    there, anybody = Client(), Client()
    there.force_login(sam.user)
    security_event.connect(hear)
    link = made(owner, sam)
    page = anybody.get(link)
    assert (page.status_code, "private" in page["Cache-Control"]) == (200, True)
    assert sam.user.email in page.content.decode()
    assert anybody.post(link, {"password1": "short", "password2": "short"}).status_code == 422
    other = made(owner, sam)
    assert anybody.post(link, FORM)["Location"] == "/accounts/login/"
    assert events == [
        ("password-link-made", sam.user, ""),
        ("password-link-made", sam.user, ""),
        ("password-reset", sam.user, "link"),
    ]
    assert "_auth_user_id" not in anybody.session
    assert there.get("/account/").status_code == 302
    row.refresh_from_db()
    assert row.revoked_at
    assert Authenticator.objects.filter(user=sam.user).exists()
    assert not EmailAddress.objects.get().verified
    for used in (link, other):
        assert anybody.get(used).status_code == 410
        assert anybody.post(used, {"password1": f"{NEW} x", "password2": f"{NEW} x"}).status_code == 410
    Authenticator.objects.all().delete()
    assert signs_in(sam.user, NEW)


def of_two_clubs(sam: Membership, settings: Settings) -> None:
    Membership.objects.create(club=a_club("other"), user=sam.user)


def with_a_mailbox(sam: Membership, settings: Settings) -> None:
    EmailAddress.objects.update(verified=True)


def an_owner(sam: Membership, settings: Settings) -> None:
    change_role(sam, Role.OWNER)


def of_staff(sam: Membership, settings: Settings) -> None:
    User.objects.filter(pk=sam.user_id).update(is_superuser=True)


def where_mail_is_sent(sam: Membership, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "dogclub.notify.mail.QueuedMail"


def of_the_demo(sam: Membership, settings: Settings) -> None:
    Club.objects.filter(pk=sam.club_id).update(is_demo=True)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (of_two_clubs, "For this account only"),
        (with_a_mailbox, "For this account only"),
        (of_staff, "For this account only"),
        (an_owner, "For an owner only"),
        (where_mail_is_sent, "sends a link by email"),
        (of_the_demo, "belong to nobody"),
    ],
)
def test_an_account_that_is_more_than_the_clubs_gets_none(
    owner: Client,
    sam: Membership,
    settings: Settings,
    change: Callable[[Membership, Settings], None],
    words: str,
) -> None:
    link, address = made(owner, sam), f"/c/kennel/people/{sam.pk}/"
    assert "Make a link" in owner.get(address).content.decode()
    change(sam, settings)
    page = owner.get(address).content.decode()
    assert words in page
    assert "Make a link" not in page
    refused = owner.post(f"{address}password/", follow=True)
    assert words in refused.content.decode()
    assert "/accounts/password/link/" not in refused.content.decode()
    assert Client().post(link, FORM).status_code == 410
    sam.user.refresh_from_db()
    assert not sam.user.check_password(NEW)


def test_a_link_ends_with_a_day_a_sign_in_and_its_maker(owner: Client, sam: Membership, kennel: Club) -> None:
    link = made(owner, sam)
    assert Client().get(f"{link[:-2]}x/").status_code == 410
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert Client().get(link).status_code == 410
    assert Client().get(link).status_code == 200
    User.objects.filter(pk=sam.user_id).update(last_login=timezone.now())
    assert Client().get(link).status_code == 410
    link = made(owner, sam)
    Membership.objects.filter(club=kennel, role=Role.OWNER).update(role=Role.ORGANISER)
    assert Client().get(link).status_code == 410


def test_an_owner_confirms_who_they_are_first(owner: Client, sam: Membership) -> None:
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        asked = owner.post(f"/c/kennel/people/{sam.pk}/password/")
    assert "/accounts/password/link/" not in asked.content.decode()
    me = Membership.objects.exclude(pk=sam.pk).get(club=sam.club)
    assert owner.post(f"/c/kennel/people/{me.pk}/password/").status_code == 403


def test_a_command_sets_one_for_anybody(bea: User, monkeypatch: pytest.MonkeyPatch) -> None:
    there = Client()
    there.force_login(bea)
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW)
    call_command("changepassword", bea.email.upper(), stdout=StringIO())
    assert there.get("/account/").status_code == 302
    assert signs_in(bea, NEW)
    with pytest.raises(CommandError, match="No account has the email nobody"):
        call_command("changepassword", "nobody@kennel.example")
