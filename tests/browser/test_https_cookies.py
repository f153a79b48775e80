"""Over HTTPS a browser accepts the cookies with the prefix __Host-, and signing in and scoring work with them."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from games.access import DEVICE_COOKIE  # not for access, and may be set some seconds later
from tests.browser.line import Line
from tests.browser.origins import hand, run_code, wait_until_loaded, waits
from tests.browser.tablets import signed_by_itself
from tests.screens import SCREENS
from tests.server import Server, free_port, running

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]
MAKE = """
from clubs.models import Membership, Role, User
from tests import factory
club = factory.a_club()
user = User.objects.create_user("otto@kennel.example", "a-bone-in-the-garden", name="Otto")
Membership.objects.create(club=club, user=user, role=Role.SCOREKEEPER)
print(factory.a_match(club, factory.some_players(club, 4), hands=0).pk)
"""


class BehindHttps(Server):
    """A server that redirects all requests to HTTPS, so an open port counts as ready."""

    def answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 5):
            return True
        return False


@pytest.fixture
def shared_server(migrated: Server, tmp_path: Path) -> Iterator[Server]:
    """A running server whose address is that of an HTTPS proxy."""
    certificate, port = tmp_path / "tls.pem", free_port()
    certificate.write_bytes(signed_by_itself("localhost"))
    with Line(port, certificate=certificate) as line:
        own = {"BASE_URL": f"https://localhost:{line.port}"}
        with running(migrated, tmp_path / "var", lambda var, url: BehindHttps(var, url, own, port=port)) as one:
            yield one


def test_signing_in_and_the_table_go_on_with_them(shared_server: Server, browser: Browser) -> None:
    [match] = run_code(shared_server, MAKE)
    context = browser.new_context(
        base_url=shared_server.extra["BASE_URL"], ignore_https_errors=True, **SCREENS["tablet"]
    )
    page = context.new_page()
    page.goto("/accounts/login/")
    page.get_by_label("Email").fill("otto@kennel.example")
    page.get_by_label("Password", exact=True).fill("a-bone-in-the-garden")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/c/kennel/")
    page.goto(f"/m/{match}/table/")
    wait_until_loaded(page)
    hand(page, 0, 0, 0, 0)  # sent with the CSRF token of the __Host- cookie
    waits(page, 0)
    cookies = {cookie["name"]: cookie for cookie in context.cookies()}
    assert {"__Host-sessionid", "__Host-csrftoken"} <= set(cookies)
    assert all(cookie["secure"] for cookie in cookies.values())
    assert [name for name in cookies if not name.startswith("__Host-") and name != DEVICE_COOKIE] == []
    context.close()
