"""Password guessing: refused before a password is hashed, by account and by address."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from time_machine import TimeMachineFixture

from clubs.accounts.adapter import account_tried
from clubs.models import User

pytestmark = pytest.mark.django_db
MAIL, SECOND, PASSWORD = "bea@dogs.example", "bea@work.example", "a-bone-in-the-garden"


@pytest.fixture
def bea() -> User:
    return User.objects.create_user(MAIL, PASSWORD)


@pytest.fixture
def hashed(bea: User, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list to which every password that is hashed is added."""
    seen: list[str] = []
    encode = MD5PasswordHasher.encode

    def listening(self: Any, password: str, salt: str) -> str:
        seen.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", listening)
    return seen


def sign_in(client: Client, password: str, mail: str = MAIL, address: str = "10.0.0.1") -> int:
    form = {"login": mail, "password": password}
    return client.post("/accounts/login/", form, REMOTE_ADDR=address).status_code


def test_the_right_password_opens(client: Client, bea: User) -> None:
    assert sign_in(client, PASSWORD) == 302
    assert client.session["_auth_user_id"] == str(bea.pk)


def test_after_five_wrong_ones_nothing_is_hashed(client: Client, hashed: list[str]) -> None:
    for guess in range(12):
        assert sign_in(client, f"guess {guess}") in (200, 429)
    assert 1 <= len(hashed) <= 6
    before = len(hashed)
    assert sign_in(client, PASSWORD) in (200, 429)
    assert len(hashed) == before
    assert "_auth_user_id" not in client.session


def test_an_account_that_does_not_exist_is_guarded_as_well(client: Client, hashed: list[str]) -> None:
    for guess in range(12):
        sign_in(client, f"guess {guess}", "nobody@dogs.example")
    assert len(hashed) <= 6


def test_one_address_cannot_try_everybody(client: Client, hashed: list[str]) -> None:
    for number in range(40):
        sign_in(client, "password1", f"member{number}@dogs.example")
    assert len(hashed) <= 31


def test_the_others_at_the_club_still_get_in(client: Client, hashed: list[str]) -> None:
    for guess in range(8):
        sign_in(client, f"guess {guess}", "otto@dogs.example")
    assert sign_in(Client(), PASSWORD) == 302


def test_after_a_while_one_may_try_again(client: Client, bea: User, time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-11-19 20:00", tick=False)
    for guess in range(8):
        sign_in(client, f"guess {guess}")
    time_machine.move_to("2026-11-19 20:16", tick=False)
    assert sign_in(Client(), PASSWORD) == 302


def test_a_stranger_s_guesses_do_not_lock_the_owner_out(client: Client, bea: User) -> None:
    for guess in range(12):
        sign_in(client, f"guess {guess}", address="10.9.9.9")
    assert sign_in(Client(), PASSWORD, address="10.0.0.1") == 302


@pytest.mark.thorough
def test_a_thousand_addresses_have_few_guesses_between_them(bea: User, hashed: list[str]) -> None:
    assert sign_in(Client(), PASSWORD, address="10.0.0.1") == 302
    hashed.clear()
    for number in range(90):
        sign_in(Client(), "guess", address=f"10.1.0.{number}")
    assert len(hashed) == 60
    assert sign_in(Client(), PASSWORD, address="10.2.0.1") == 200
    assert sign_in(Client(), PASSWORD, address="10.0.0.1") == 302  # an address from which she has signed in


@pytest.mark.thorough
def test_a_good_sign_in_costs_no_guess(bea: User) -> None:
    for number in range(61):
        assert sign_in(Client(), PASSWORD, address=f"10.1.0.{number}") == 302


def test_another_address_of_the_account_brings_no_guesses_of_its_own(bea: User, hashed: list[str]) -> None:
    EmailAddress.objects.create(user=bea, email=SECOND, verified=True)
    for guess in range(5):
        sign_in(Client(), f"guess {guess}")
    assert len(hashed) == 5
    assert sign_in(Client(), PASSWORD, SECOND) in (200, 429)
    for number in range(60):
        sign_in(Client(), "guess", (MAIL, SECOND)[number % 2], address=f"10.1.0.{number}")
    assert len(hashed) == 60
    assert sign_in(Client(), PASSWORD, SECOND, address="10.2.0.1") == 200
    assert len(hashed) == 60


def test_where_one_signed_in_with_one_address_the_other_is_not_locked_out(bea: User) -> None:
    EmailAddress.objects.create(user=bea, email=SECOND, verified=True)
    assert sign_in(Client(), PASSWORD, SECOND, address="10.0.0.1") == 302
    for number in range(60):
        sign_in(Client(), "guess", address=f"10.1.0.{number}")
    assert sign_in(Client(), PASSWORD, SECOND, address="10.0.0.1") == 302


def test_an_address_somebody_else_only_claims_leaves_its_owner_s_count_alone(bea: User) -> None:
    EmailAddress.objects.create(user=bea, email=SECOND, verified=True)
    other = User.objects.create_user("otto@dogs.example", PASSWORD)
    EmailAddress.objects.create(user=other, email=SECOND, verified=False)
    assert account_tried(SECOND.upper()) == MAIL
    EmailAddress.objects.filter(user=bea).update(verified=False)
    assert account_tried(SECOND) == SECOND
    assert account_tried("nobody@dogs.example") == "nobody@dogs.example"
