"""Secrets of second factors are encrypted: a copy of the database alone does not pass the second step."""

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client

from clubs.accounts.second_factors import SEALED, MFAAdapter
from clubs.models import User
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_one_moment() -> Iterator[None]:
    """Freeze the clock of the TOTP codes: a code is valid for thirty seconds, and a sign-in could span two of them."""
    with mock.patch("allauth.mfa.totp.internal.auth.time") as clock:
        clock.time.return_value = 1_795_856_400.0
        yield


def code_for(secret: str) -> str:
    """The TOTP code for this secret at this moment."""
    return str(format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time()))))


def sign_in(user: User, code: str) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    client.post("/accounts/2fa/authenticate/", {"code": code})
    return client


def is_in(client: Client) -> bool:
    """Whether the client is signed in."""
    return client.get("/account/").status_code == 200


def test_the_secrets_are_nowhere_in_the_rows(bea: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(bea, secret)
    codes = RecoveryCodes.activate(bea).generate_codes()
    kept = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in kept and not any(code in kept for code in codes)
    assert kept.count(SEALED) == 2
    assert is_in(sign_in(bea, code_for(secret)))
    assert is_in(sign_in(bea, codes[3]))


def test_what_was_in_clear_still_opens_and_is_encrypted_then(bea: User) -> None:
    secret = generate_totp_secret()
    row = Authenticator.objects.create(user=bea, type="totp", data={"secret": secret})
    spare = Authenticator.objects.create(user=bea, type="recovery_codes", data={"seed": "ab" * 40, "used_mask": 0})
    codes = RecoveryCodes(spare).generate_codes()
    assert is_in(sign_in(bea, code_for(secret))) and is_in(sign_in(bea, codes[0]))
    row.refresh_from_db()
    spare.refresh_from_db()
    assert row.data["secret"].startswith(SEALED) and spare.data["seed"].startswith(SEALED)
    assert MFAAdapter().decrypt(row.data["secret"]) == secret
    assert RecoveryCodes(spare).generate_codes() == codes
    assert not is_in(sign_in(bea, codes[0])) and is_in(sign_in(bea, codes[1]))


def test_the_same_secret_is_never_kept_the_same_way(bea: User) -> None:
    assert MFAAdapter().encrypt("bone") != MFAAdapter().encrypt("bone")


def test_under_another_secret_key_no_code_opens(bea: User, settings: Any) -> None:
    secret = generate_totp_secret()
    TOTP.activate(bea, secret)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another " * 10
    assert not is_in(sign_in(bea, code_for(secret)))
    settings.SECRET_KEY_FALLBACKS = [old]
    assert is_in(sign_in(bea, code_for(secret)))
