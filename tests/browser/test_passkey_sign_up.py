"""Create an account without a password: a code from the mailbox, then a passkey, which also signs in."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.tablets import with_authenticator
from tests.postman import Kennel, kennel
from tests.screens import Screens, axe
from tests.server import Server, free_port, running, until

__all__ = ["kennel"]
pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]
MAIL = "wilma@dogs.example"


@pytest.fixture
def server(migrated: Server, kennel: Kennel, tmp_path: Path) -> Iterator[Server]:
    """A server with a mail server, at a host name, because passkeys do not work with IP addresses."""
    port = free_port()
    own = {"EMAIL_URL": kennel.url, "BASE_URL": f"http://localhost:{port}"}
    with running(migrated, tmp_path / "var", lambda var, url: Server(var, url, own, port=port)) as one:
        yield one


def test_a_passkey_is_enough_for_an_account(
    make_screens: Callable[[str], Screens], server: Server, kennel: Kennel
) -> None:
    page = with_authenticator(make_screens(server.extra["BASE_URL"]).open("tablet", path="/accounts/signup/"))
    page.click("text=Use a passkey instead")
    expect(page.locator("#id_password1")).to_have_count(0)
    page.fill("#id_name", "Wilma")
    page.fill("#id_email", MAIL)
    page.click("button:has-text('Create account')")
    page.wait_for_url("**/confirm-email/")
    assert axe(page) == []
    until(lambda: bool(kennel.letters))
    code = re.search(r"(?m)^[A-Z0-9]+(?:-[A-Z0-9]+)+\r?$", kennel.letters[0])
    assert code, kennel.letters[0]
    page.fill("#id_code", code.group().strip())
    page.click("text=Continue")
    page.wait_for_url("**/2fa/webauthn/signup/")
    assert axe(page) == []
    page.click("text=Create passkey")
    expect(page.get_by_role("link", name="Account", exact=True)).to_be_visible()
    page.context.clear_cookies()
    page.goto("/accounts/login/?next=/account/")
    page.click("#passkey_login")
    expect(page.get_by_text(MAIL)).to_be_visible()
