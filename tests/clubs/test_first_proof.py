"""First proof: an account that a stranger made with somebody else's address passes to the owner of the mailbox, without
the keys and factors made before.
"""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client

from clubs import api_keys
from clubs.models import ApiKey, Club, Membership, Role, Scope, User
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
MAIL = "bea@kennel.example"
GOOD = {"label": "spreadsheet", "scope": "results", "days": "365"}


@pytest.fixture
def squatted(bea: User) -> User:
    """An account that a stranger made with Bea's address: a key, a passkey, an authenticator app and recovery codes."""
    EmailAddress.objects.create(user=bea, email=MAIL, primary=True, verified=False)
    everything(bea)
    return bea


def everything(user: User) -> None:
    """Give the account an API key and one second factor of each type."""
    api_keys.make("mine", Scope.RESULTS, of=user, by=user)
    for kind in Authenticator.Type:
        Authenticator.objects.create(user=user, type=kind, data={"name": "Theirs"})


def left(user: User) -> tuple[int, int]:
    """How many API keys still work, and how many second factors the account has."""
    return ApiKey.objects.filter(revoked_at=None).count(), Authenticator.objects.filter(user=user).count()


def word_of_the_mail(pattern: str) -> str:
    """The first match of this pattern in the last email sent."""
    found = re.search(pattern, str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found.group()


def confirm(client: Client, address: EmailAddress) -> None:
    client.post(f"/accounts/confirm-email/{EmailConfirmationHMAC.create(address).key}/")


def reset(client: Client) -> Any:
    """Reset the password by the emailed link; the response to the new password."""
    client.post("/accounts/password/reset/", {"email": MAIL})
    there = client.get(word_of_the_mail(r"/accounts/password/reset/key/\S+"))["Location"]
    return client.post(there, {"password1": "another-evening", "password2": "another-evening"})


def test_a_reset_ends_what_the_stranger_made_and_proves_the_mailbox(squatted: User) -> None:
    stranger, owner = Client(), Client()
    stranger.force_login(squatted)
    reset(owner)
    assert left(squatted) == (0, 0)
    assert EmailAddress.objects.get().verified
    assert stranger.get("/account/").status_code == 302
    assert "keys, passkeys" in owner.get("/accounts/login/").content.decode().lower()
    assert owner.post("/accounts/login/", {"login": MAIL, "password": "another-evening"})["Location"] == "/"


def test_a_reset_of_ones_own_ends_keys_and_leaves_the_second_step(squatted: User) -> None:
    EmailAddress.objects.update(verified=True)
    reset(Client())
    assert left(squatted) == (0, len(Authenticator.Type))


def test_a_key_the_stranger_made_for_a_club_ends_as_well(squatted: User, kennel: Club) -> None:
    Membership.objects.create(club=kennel, user=squatted, role=Role.OWNER)
    api_keys.make("the club's", Scope.ORGANISE, of=kennel, by=squatted)
    reset(Client())
    assert left(squatted) == (0, 0)


def test_a_confirmation_from_another_browser_ends_the_stranger_s_password_too(squatted: User) -> None:
    stranger, owner = Client(), Client()
    stranger.force_login(squatted)
    confirm(owner, EmailAddress.objects.get())
    assert left(squatted) == (0, 0)
    assert stranger.get("/account/").status_code == 302
    assert stranger.post("/accounts/login/", {"login": MAIL, "password": PASSWORD}).status_code == 200


def test_a_code_by_mail_is_such_a_proof_and_signs_in(squatted: User) -> None:
    owner = Client()
    owner.post("/accounts/login/code/", {"email": MAIL})
    code = word_of_the_mail(r"(?m)^[A-Z0-9]+(-[A-Z0-9]+)*$")
    assert owner.post("/accounts/login/code/confirm/", {"code": code}).status_code == 302
    assert left(squatted) == (0, 0)
    assert owner.get("/account/").status_code == 200
    assert Client().post("/accounts/login/", {"login": MAIL, "password": PASSWORD}).status_code == 200


def test_whoever_is_signed_in_and_confirms_keeps_the_password(squatted: User) -> None:
    client = Client()
    client.force_login(squatted)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": MAIL, "action_send": ""})
    client.post(word_of_the_mail(r"/accounts/confirm-email/\S+"))
    assert left(squatted) == (0, 0)
    assert Client().post("/accounts/login/", {"login": MAIL, "password": PASSWORD}).status_code == 302


def test_somebody_with_a_passkey_and_no_password_is_not_locked_out_by_confirming(squatted: User) -> None:
    squatted.set_unusable_password()
    squatted.save()
    client = Client()
    client.force_login(squatted)
    confirm(client, EmailAddress.objects.get())
    assert left(squatted) == (0, len(Authenticator.Type))


def test_a_second_address_ends_nothing(bea: User) -> None:
    EmailAddress.objects.create(user=bea, email=MAIL, primary=True, verified=True)
    second = EmailAddress.objects.create(user=bea, email="b@kennel.example")
    everything(bea)
    client = Client()
    client.force_login(bea)
    confirm(client, second)
    assert left(bea) == (1, len(Authenticator.Type))


def test_where_mail_is_sent_an_address_nobody_proved_goes_when_another_is_confirmed(
    squatted: User, settings: Any
) -> None:
    settings.MAIL_IS_SENT = True
    theirs = EmailAddress.objects.create(user=squatted, email="stranger@kennel.example")
    stranger = Client()
    stranger.force_login(squatted)
    confirm(stranger, theirs)
    assert [address.email for address in EmailAddress.objects.all()] == ["stranger@kennel.example"]
    squatted.refresh_from_db()
    assert squatted.email == "stranger@kennel.example"


@pytest.mark.both_databases
@pytest.mark.parametrize("page", ["/account/keys/", "/c/kennel/keys/"])
def test_where_mail_is_sent_keys_need_a_confirmed_address(page: str, bea: User, kennel: Club, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    Membership.objects.create(club=kennel, user=bea, role=Role.OWNER)
    client = Client()
    client.force_login(bea)
    assert "Confirm your email first" in client.get(page).content.decode()
    assert client.post(f"{page}new/", GOOD).status_code == 403
    assert ApiKey.objects.count() == 0
    EmailAddress.objects.create(user=bea, email=MAIL, primary=True, verified=True)
    assert client.post(f"{page}new/", GOOD).status_code == 200
    assert ApiKey.objects.count() == 1
