"""The same evening in every engine: a table with and without the server, boards that follow, and the back button after
signing out.
"""

from collections.abc import Iterator

import pytest

from tests.browser.engines.driver import ENGINES, Browser
from tests.browser.origins import run_code
from tests.browser.test_twelve_boards import metrics
from tests.server import Server, until

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite")]
HOW_MANY = len(ENGINES)  # sessions and matches of each kind
SEATED = f"""
from django.test import Client
from clubs.models import Role
from games import ledger
from scoring.dogs_of_war import DOGS_OF_WAR, Options
from tests import factory
from tests.games.dogs_of_war import tallying, years
club = factory.a_club()
players, keeper = factory.some_players(club, 5), factory.a_member(club, Role.SCOREKEEPER)
for _ in range({HOW_MANY}):
    client = Client()
    client.force_login(keeper)
    war = tallying.written(ledger.start(club, DOGS_OF_WAR.key, players, Options()), [years.PAIRS])
    print(client.session.session_key, war.pk, *(factory.a_match(club, players, hands=6).pk for _ in range(2)))
"""
ENTRIES = """
from games.models import Entry
rows = Entry.objects.filter(match="%s", number__gt=12).order_by("received_at", "pk")
print(*(f"{entry.number}-{entry.kind}" for entry in rows))
"""
IS_KEPT = """Promise.all(["", "beside/"].map(more => caches.match(location.pathname + more, { ignoreVary: true })))
  .then(found => found.every(Boolean))"""
# The deferred scripts have loaded, and the script for offline hands.
IS_COMPLETE = """Boolean(document.querySelector("#entries")) &&
  performance.getEntriesByType("resource").some(({ name }) => name.includes("/dirty_dog.offline."))"""
IS_NEXT = "document.querySelector('.seat.is-now')?.matches('#seat-{seat}') ?? false"
BOARDS = 7  # more than the six connections a browser opens to a server
BIDS = (1, 1, 1, 0, 0)


@pytest.fixture(scope="module")
def seats(shared_server: Server) -> list[list[str]]:
    """A session, a match of Dogs of War and two matches of six hands, for each engine."""
    words = run_code(shared_server, SEATED)[-4 * HOW_MANY :]
    return [words[at : at + 4] for at in range(0, len(words), 4)]


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """The server, which a failed test may have left stopped."""
    yield shared_server
    if not shared_server.answers():
        shared_server.start()


@pytest.fixture(scope="module")
def seat(browser: Browser, shared_server: Server, seats: list[list[str]]) -> list[str]:
    """Sign in, and return the ids of this engine's matches: one of Dogs of War, two of Dirty Dog."""
    session, *matches = seats.pop()
    browser.sign_in(shared_server.url, session)
    return matches


def bids(browser: Browser, then: str = "tricks") -> None:
    """Bid one three times and zero twice; then the page must show the step `then`."""
    bid(browser, *BIDS)
    browser.shows(f"#main[data-what={then}]")


def bid(browser: Browser, *numbers: int) -> None:
    """Tap these bids for the seats whose turn it is."""
    for number in numbers:
        browser.shows(".seat.is-now")
        seat = browser.value("document.querySelector('.seat.is-now').id.slice(5)")
        browser.tap(f'#seat-{seat} .num[value="{seat}-{number}"]')
        browser.until(f"!({IS_NEXT.format(seat=seat)})")


def hand(browser: Browser) -> None:
    """Enter a hand: bids, then tricks."""
    bids(browser)
    take(browser)


def take(browser: Browser) -> None:
    """Enter tricks by which the last bidder misses, and save them."""
    browser.shows("#main[data-what=tricks]")
    browser.tap(".num.is-fit")
    browser.tap("#go.btn-main")
    browser.shows("#main:not([data-what=tricks])")


def next_hand(browser: Browser) -> None:
    browser.pause()
    browser.shows("#main[data-what=bids]")


def test_a_table_goes_on_without_the_server_and_opens_again(browser: Browser, server: Server, seat: list[str]) -> None:
    match = seat[1]
    table = f"{server.url}/m/{match}/table/?hand=7"
    browser.open(table)
    bids(browser)
    browser.tap("#back")
    browser.shows("#main[data-what=bids]")
    browser.open(table)
    browser.until(IS_KEPT)
    browser.until(IS_COMPLETE)
    bid(browser, *BIDS[:2])
    server.kill()
    bid(browser, *BIDS[2:])
    take(browser)
    browser.until("document.querySelector('#waiting')?.textContent.includes('2 entries') ?? false")
    next_hand(browser)
    hand(browser)
    browser.leave("location.reload()")
    browser.until("performance.getEntriesByType('navigation')[0].type === 'reload'")
    browser.shows(f"#seat-{9 % len(BIDS)}.is-now")  # hand 9 begins with it, the page kept from before with another
    next_hand(browser)
    hand(browser)

    server.start()
    browser.value("void dispatchEvent(new Event('online'))")
    browser.until("document.querySelector('#waiting').hidden")
    written = ["13-bids", "13-bids", "13-bids", "14-tricks", "15-bids", "16-tricks", "17-bids", "18-tricks"]
    assert run_code(server, ENTRIES % match) == written


def test_more_boards_than_connections_follow_one_table(
    browser: Browser, shared_server: Server, seat: list[str]
) -> None:
    first, match = browser.handle(), seat[2]
    boards = []
    for _ in range(BOARDS):
        boards.append(browser.window())
        browser.open(f"{shared_server.url}/m/{match}/wall/")
        browser.until("document.querySelector('.live')?.textContent.startsWith('Live')")
    browser.switch(first)
    browser.open(f"{shared_server.url}/m/{match}/table/?hand=7")
    until(lambda: "dogclub_live_streams 1.0" in metrics(shared_server))
    hand(browser)
    for board in boards:
        browser.switch(board)
        browser.until("document.querySelector('.now .fig').textContent === '8'")
        browser.close()
    browser.switch(first)


def test_a_tracker_shows_what_was_tapped(browser: Browser, shared_server: Server, seat: list[str]) -> None:
    browser.open(f"{shared_server.url}/m/{seat[0]}/table/")
    browser.shows(".push .track")
    for figure in (5, 10):
        browser.tap("[data-to=tracker-0][data-add='5']")
        browser.until(f"document.querySelector('.push .track').innerText.startsWith('{figure}')")
        browser.pause()
    assert browser.value("document.querySelectorAll('.push .track > span').length") == 2


def test_back_shows_nobodys_names_after_signing_out(browser: Browser, shared_server: Server, seat: list[str]) -> None:
    browser.open(f"{shared_server.url}/c/kennel/players/")
    browser.until("document.body.innerText.includes('Bea Marlowe')")
    browser.open(f"{shared_server.url}/account/")
    browser.leave("document.querySelector('form[action*=logout]').requestSubmit()")
    browser.until("Boolean(document.querySelector('.me a[href*=login]'))")
    browser.leave("history.go(-2)")
    browser.shows("#id_password")
