"""Where mail is sent, no response reveals whether an address has an account, except by email to that address."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.checks import run_checks
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, User
from dogclub.configuration.environment import mail_rules
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
KNOWN, UNKNOWN = "bea@kennel.example", "wilma@kennel.example"
CODE = re.compile(r"(?m)^[A-Z0-9]+(?:-[A-Z0-9]+)*$")


@pytest.fixture
def sent(settings: Any) -> None:
    """Settings as where EMAIL_URL is set. URLs are loaded first, because the other tests need those without mail."""
    reverse("account_login")
    for name, value in mail_rules(is_sent=True).items():
        setattr(settings, name, value)


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that are hashed during the test, in order."""
    seen: list[str] = []
    encode = MD5PasswordHasher.encode

    def listening(self: Any, password: str, salt: str) -> str:
        seen.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", listening)
    return seen


def sign_up(client: Client, address: str, path: str = "/accounts/signup/") -> Any:
    form = {"name": "Wilma", "email": address, "password1": "a quiet evening", "club": "Friday Paws"}
    return client.post(path, form)


def page_after(client: Client, answer: Any) -> str:
    """The page that the response redirects to, without the CSRF tokens, which differ between browsers."""
    page = client.get(answer["Location"]).content.decode()
    return re.sub(r'(name="csrfmiddlewaretoken" value|"X-CSRFToken": )[="]+[^"]+"', "", page)


@pytest.mark.usefixtures("sent")
@pytest.mark.parametrize("path", ["/accounts/signup/", "/start/"])
def test_making_an_account_answers_the_same_for_both(path: str, bea: User, hashed: list[str]) -> None:
    one, other = Client(), Client()
    before = sign_up(one, UNKNOWN, path)
    new, hashed[:] = list(hashed), []
    after = sign_up(other, KNOWN, path)
    assert (before.status_code, before["Location"]) == (after.status_code, after["Location"])
    assert before["Location"] == "/accounts/confirm-email/"
    assert len(new) == len(hashed) == 1
    assert page_after(one, before).replace(UNKNOWN, "") == page_after(other, after).replace(KNOWN, "")
    assert [letter.to for letter in mail.outbox] == [[UNKNOWN], [KNOWN]]
    assert one.get("/account/").status_code == other.get("/account/").status_code == 302


@pytest.mark.usefixtures("sent")
def test_a_wrong_code_answers_the_same_for_both(bea: User) -> None:
    answers = []
    for address in (KNOWN, UNKNOWN):
        client = Client()
        there = sign_up(client, address)["Location"]
        tries = [client.post(there, {"code": "NO-CODE"}) for _ in range(4)]
        answers.append([(each.status_code, each.headers.get("Location")) for each in tries])
    assert answers[0] == answers[1]


@pytest.mark.usefixtures("sent")
def test_the_code_opens_the_account_and_goes_on_where_one_wanted(kennel: Club) -> None:
    client = Client()
    there = sign_up(client, UNKNOWN, "/start/")["Location"]
    found = CODE.search(str(mail.outbox[-1].body))
    assert found
    assert client.post(there, {"code": found.group()})["Location"] == "/start/friday-paws/players/"
    assert EmailAddress.objects.get().verified
    assert Membership.objects.get().user.check_password("a quiet evening")
    assert client.get("/account/").status_code == 200


@pytest.mark.usefixtures("sent")
def test_somebody_who_took_the_address_first_loses_it_to_the_mailbox() -> None:
    stranger, owner = Client(), Client()
    sign_up(stranger, UNKNOWN)
    sign_up(owner, UNKNOWN)
    assert "already" in str(mail.outbox[-1].body)
    owner.post("/accounts/password/reset/", {"email": UNKNOWN})
    link = next(word for word in str(mail.outbox[-1].body).split() if "/password/reset/key/" in word)
    there = owner.get(link)["Location"]
    owner.post(there, {"password1": "another-evening", "password2": "another-evening"})
    assert owner.post("/accounts/login/", {"login": UNKNOWN, "password": "another-evening"})["Location"] == "/"
    stranger.post("/accounts/login/", {"login": UNKNOWN, "password": "a quiet evening"})
    assert stranger.get("/account/").status_code == 302


@pytest.mark.usefixtures("sent")
def test_who_never_confirmed_is_asked_for_a_code_at_the_next_sign_in(bea: User) -> None:
    client = Client()
    there = client.post("/accounts/login/", {"login": KNOWN, "password": PASSWORD})["Location"]
    assert there == "/accounts/confirm-email/"
    found = CODE.search(str(mail.outbox[-1].body))
    assert found
    assert client.post(there, {"code": found.group()})["Location"] == "/"
    assert client.get("/account/").status_code == 200
    assert Client().post("/accounts/login/", {"login": KNOWN, "password": PASSWORD})["Location"] == "/"


@pytest.mark.usefixtures("sent")
def test_a_new_password_a_code_and_a_sign_in_answer_the_same_for_both(bea: User, hashed: list[str]) -> None:
    EmailAddress.objects.create(user=bea, email=KNOWN, verified=True, primary=True)
    for path, field in (("password/reset/", "email"), ("login/code/", "email"), ("login/", "login")):
        answers = []
        for address in (KNOWN, UNKNOWN):
            hashed.clear()
            mail.outbox.clear()
            answer = Client().post(f"/accounts/{path}", {field: address, "password": "wrong"})
            answers.append((answer.status_code, answer.headers.get("Location"), len(mail.outbox), len(hashed)))
        assert answers[0] == answers[1], path


@pytest.mark.usefixtures("sent")
def test_one_mailbox_does_not_get_letters_without_end(bea: User) -> None:
    for _ in range(9):
        sign_up(Client(), KNOWN)
    assert len(mail.outbox) == 6


def test_where_no_mail_is_sent_the_form_says_that_an_address_is_taken(bea: User) -> None:
    assert "An account with this email already exists" in sign_up(Client(), KNOWN).content.decode()


@pytest.mark.parametrize("is_sent", [True, False])
def test_the_settings_go_together(is_sent: bool, settings: Any) -> None:
    for name, value in mail_rules(is_sent=is_sent).items():
        setattr(settings, name, value)
    assert run_checks(include_deployment_checks=False) == []
