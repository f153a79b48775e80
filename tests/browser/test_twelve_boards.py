"""Twelve boards and a table in one browser, which opens only six connections: all share one stream and follow."""

import re
import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from benchmarks.live_boards import BOARDS, open_boards
from tests.browser.origins import hand, run_code
from tests.screens import Screens
from tests.server import Server, until

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite"), pytest.mark.needs("chromium")]
SEATED = """
from django.test import Client
from clubs.models import Role
from tests import factory
club = factory.a_club()
match = factory.a_match(club, factory.some_players(club, 4), hands=0)
client = Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
print(client.session.session_key, match.get_absolute_url(), club.get_absolute_url())
"""


def metrics(server: Server) -> str:
    """The server's metrics in Prometheus format."""
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=60) as answer:
        return str(answer.read().decode())


def test_all_follow_by_one_stream(server: Server, make_screens: Callable[[str], Screens]) -> None:
    session, match, club = run_code(server, SEATED)[-3:]
    table = make_screens(server.url).open("tablet")
    table.context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])
    boards = open_boards(table.context, match, club)
    table.goto(f"{match}table/")
    until(lambda: "dogclub_live_streams 1.0" in metrics(server))  # opened again by the last board
    hand(table, 0, 0, 0, 0)
    for board in boards:
        expect(board.locator(".now .fig, .lead p").first).to_have_text(re.compile("^2$|1 of 24 hands"))
    assert len(boards) == BOARDS
