"""Under HTTPS a real browser keeps the cookies that are for this host alone, and everything goes on with them."""

import socket
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.line import Line
from tests.browser.origins import hand, stands, told, waits
from tests.browser.tablets import signed_by_itself
from tests.screens import SCREENS
from tests.server import Server

pytestmark = pytest.mark.needs("chromium")
MAKE = """
from clubs.models import Membership, Role, User
from tests import factory
club = factory.a_club()
user = User.objects.create_user("otto@kennel.example", "a-bone-in-the-garden", name="Otto")
Membership.objects.create(club=club, user=user, role=Role.SCOREKEEPER)
print(factory.a_match(club, factory.some_players(club, 4), hands=0).pk)
"""


class BehindHttps(Server):
    """It leads everything over to HTTPS, so that a plain question has no answer."""

    def answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 5):
            return True
        return False


def test_signing_in_and_the_table_go_on_with_them(server: Server, browser: Browser, tmp_path: Path) -> None:
    server.kill()
    (tmp_path / "tls.pem").write_bytes(signed_by_itself("localhost"))
    house = BehindHttps(server.var, server.database_url, dict(server.extra), port=server.port)
    [match] = told(house, MAKE)
    with Line(house.port, certificate=tmp_path / "tls.pem") as line:
        address = f"https://localhost:{line.port}"
        house.extra |= {"BASE_URL": address}
        house.start()
        server.process = house.process
        context = browser.new_context(base_url=address, ignore_https_errors=True, **SCREENS["tablet"])
        page = context.new_page()
        page.goto("/accounts/login/")
        page.get_by_label("Email").fill("otto@kennel.example")
        page.get_by_label("Password", exact=True).fill("a-bone-in-the-garden")
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url("**/c/kennel/")
        page.goto(f"/m/{match}/table/")
        stands(page)
        hand(page, 0, 0, 0, 0)  # which the server takes with the token of that name
        waits(page, 0)
        cookies = {cookie["name"]: cookie for cookie in context.cookies()}
        assert {"__Host-sessionid", "__Host-csrftoken"} <= set(cookies)
        assert all(name.startswith("__Host-") and cookie["secure"] for name, cookie in cookies.items())
        context.close()
