"""Boards of a browser without SharedWorker, as on Android, share one stream: one page leads, and hands over when it
closes or is hidden.
"""

from collections.abc import Iterator

import pytest

from tests.browser.engines.driver import CHROMIUM_FIRST, ENGINES, Browser
from tests.browser.engines.every_page import listening
from tests.browser.engines.test_boards import SEEN
from tests.browser.engines.test_every_engine import hand
from tests.browser.origins import run_code
from tests.browser.test_twelve_boards import metrics
from tests.server import Server, running, until

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite"), CHROMIUM_FIRST]
SEATED = f"""
from django.test import Client
from clubs.models import Role
from tests import factory
club, client = factory.a_club(), Client()
players = factory.some_players(club, 5)
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
print(client.session.session_key, *(factory.a_match(club, players, hands=6).pk for _ in range({len(ENGINES)})))
"""
BOARDS = 3
IS_LIVE = "document.querySelector('.live')?.textContent.startsWith('Live') ?? false"
LOCKS = "navigator.locks.query().then(({ held, pending }) => [...held, ...pending].map(({ clientId }) => clientId))"


@pytest.fixture(scope="module")
def shared_server(migrated: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(migrated, tmp_path_factory.mktemp("shared") / "var", listening) as one:
        yield one


@pytest.fixture(scope="module")
def seats(shared_server: Server) -> list[str]:
    """A session, and a match for each engine."""
    return run_code(shared_server, SEATED)[-1 - len(ENGINES) :]


def follows_by_one_stream(browser: Browser, shared_server: Server, pages: int) -> str:
    """Wait until `pages` pages share one stream, and return the client id of the leader."""
    browser.until(f"{LOCKS}.then(clients => clients.length === {pages})")
    until(lambda: "dogclub_live_streams 1.0" in metrics(shared_server))
    return str(browser.value(LOCKS)[0])


def test_a_page_leads_and_hands_over(browser: Browser, shared_server: Server, seats: list[str]) -> None:
    match = seats.pop()
    browser.sign_in(shared_server.url, seats[0])
    browser.open(f"{shared_server.url}/m/{match}/table/?hand=7")
    browser.value("void (localStorage.without = 'SharedWorker')")
    first, boards = browser.handle(), []
    for _ in range(BOARDS):
        boards.append(browser.window())
        browser.open(f"{shared_server.url}/m/{match}/wall/")
        assert browser.value("typeof SharedWorker") == "undefined"
        browser.until(IS_LIVE)
    leader = follows_by_one_stream(browser, shared_server, BOARDS)

    browser.switch(boards[0])
    browser.close()
    browser.switch(boards[2])
    browser.until(f"{LOCKS}.then(([first]) => first !== {leader!r})")
    second = follows_by_one_stream(browser, shared_server, BOARDS - 1)

    browser.switch(boards[1])
    browser.value(f"{SEEN}(true)")
    browser.switch(boards[2])
    browser.until(f"{LOCKS}.then(([first]) => first !== {second!r})")
    follows_by_one_stream(browser, shared_server, BOARDS - 2)

    browser.switch(boards[1])
    browser.value(f"{SEEN}(false)")
    follows_by_one_stream(browser, shared_server, BOARDS - 1)
    browser.switch(first)
    browser.open(f"{shared_server.url}/m/{match}/table/?hand=7")
    hand(browser)
    for board in boards[1:]:
        browser.switch(board)
        browser.until("document.querySelector('.now .fig').textContent === '8'")
        browser.close()
    browser.switch(first)
    browser.value("void localStorage.clear()")
