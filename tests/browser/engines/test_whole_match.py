"""A whole match of Dirty Dog in every engine: signing in, taps, an undo, a late arrival, the finish."""

import pytest

from scoring.records import score
from tests.browser.engines.driver import ENGINES, Browser
from tests.browser.origins import run_code
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite")]
SEATED = f"""
from clubs.models import Membership, Role, User
from games import ledger
from scoring.dirty_dog import Options
from tests import factory
club = factory.a_club()
user = User.objects.create_user("otto@kennel.example", "a-bone-in-the-garden", name="Otto")
Membership.objects.create(club=club, user=user, role=Role.SCOREKEEPER)
players = factory.some_players(club, 4)
print(players[3].pk, *(ledger.start(club, "dirty-dog", players[:3], Options(plan=(1, 2, 1))).pk
  for _ in range({len(ENGINES)})))
"""
# The bids by seat, and the tricks of the seats that did not take what they bid.
FIRST = {0: 0, 1: 0, 2: 0}, {0: 1}
SECOND = {0: 1, 1: 0, 2: 0, 3: 0}, {0: 0, 3: 2}
THIRD = {0: 0, 1: 0, 2: 1, 3: 1}, {3: 0}
NOW = "document.querySelector('.seat.is-now')?.dataset.seat"
RECORD = "fetch(location.pathname.replace('finish/', 'record.json')).then(answer => answer.json())"


@pytest.fixture(scope="module")
def seats(shared_server: Server) -> list[str]:
    """The id of the player who arrives late, and a match for each engine."""
    return run_code(shared_server, SEATED)[-1 - len(ENGINES) :]


def sign_in(browser: Browser, shared_server: Server) -> None:
    browser.open(f"{shared_server.url}/accounts/login/")
    browser.type("[name=login]", "otto@kennel.example")
    browser.type("[name=password]", "a-bone-in-the-garden")
    browser.tap("form button.btn-main")
    browser.until("location.pathname === '/c/kennel/'")


def play(browser: Browser, bids: dict[int, int], missed: dict[int, int]) -> None:
    """Enter a hand: the bids by seat, and the tricks of the seats that missed."""
    browser.shows("#main[data-what=bids]")
    for _ in bids:
        seat = int(browser.value(NOW))
        number(browser, seat, bids[seat])
        browser.until(f"{NOW} !== '{seat}'")
    browser.shows("#main[data-what=tricks]")
    take(browser, missed)


def take(browser: Browser, missed: dict[int, int]) -> None:
    """Enter the tricks of the seats that missed, and save them."""
    for seat, took in missed.items():
        number(browser, seat, took)
    browser.tap("#go.btn-main")
    browser.shows("#main:not([data-what=tricks])")


def number(browser: Browser, seat: int, value: int) -> None:
    browser.tap(f'#seat-{seat} .num[value="{seat}-{value}"]')


def go_on(browser: Browser) -> None:
    """Leave the page of a scored hand, where there is one."""
    browser.pause()
    if browser.value("Boolean(document.querySelector('#main[data-what=result]'))"):
        browser.tap("#go")


def test_a_whole_match_with_an_undo_and_a_late_arrival(
    browser: Browser, shared_server: Server, seats: list[str]
) -> None:
    late, match = seats[0], seats.pop()
    sign_in(browser, shared_server)
    browser.open(f"{shared_server.url}/m/{match}/table/?hand=1")
    play(browser, *FIRST)
    browser.tap("#back")  # undo the tricks
    browser.shows("#main[data-what=tricks]")
    take(browser, FIRST[1])
    browser.tap(".more summary")
    browser.tap(".more a[href$='/late/']")
    browser.tap(f"[value=player-{late}]")
    browser.tap("main form .btn-main")
    play(browser, *SECOND)
    go_on(browser)
    play(browser, *THIRD)
    browser.shows("#go[href$='/finish/']")  # it comes with the server's answer, which may take its time
    go_on(browser)
    browser.until("location.pathname.endsWith('/finish/')")
    sheet = score(browser.value(RECORD))
    assert (sheet["finished"], sheet["needs"]) == (True, [])
    assert sorted(sheet["totals"].values()) == [-4, 3, 15, 16]
    assert browser.value("document.querySelector('main').innerText.includes('16')")
