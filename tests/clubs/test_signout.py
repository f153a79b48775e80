"""The `signout` management command, for one account and for all."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from clubs.models import User
from tests.clubs.test_sessions import PHONE, browser, is_in
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def otto(db: None) -> User:
    return User.objects.create_user("otto@kennel.example", PASSWORD, name="Otto Pym")


def test_a_person_is_signed_out_of_every_browser(bea: User, otto: User, capsys: pytest.CaptureFixture[str]) -> None:
    theirs = [browser(bea), browser(bea, PHONE)]
    another = browser(otto)
    call_command("signout", bea.email.upper())
    assert capsys.readouterr().out == f"Signed out {bea.email}: 2 sessions ended.\n"
    assert [is_in(one) for one in (*theirs, another)] == [False, False, True]


def test_everybody_is_signed_out(bea: User, otto: User, capsys: pytest.CaptureFixture[str]) -> None:
    everybody: list[Client] = [browser(bea), browser(otto)]
    call_command("signout", "--everybody")
    assert capsys.readouterr().out == "Signed out everybody: 2 sessions ended.\n"
    assert not any(is_in(one) for one in everybody)


def test_an_unknown_address_is_said() -> None:
    with pytest.raises(CommandError, match=r"No account has the email rex@example\.com\."):
        call_command("signout", "rex@example.com")
