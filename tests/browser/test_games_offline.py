"""Top Dog, Pack o' Dogs and Clash of Corgis while the server is away: no entry is lost."""

import json
import signal
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.origins import wait_until_loaded
from tests.screens import Screens
from tests.server import Server, until

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium")]
SAME_SPOT = 400  # milliseconds: two taps on one spot within this time count as one
HANDS = ((4, 3, 2), (5, 5, 1), (0, 0, 13), (3, 3, 3))
WINNERS = (1, 0, 1, 1)
SEATED = """
import json
from django.test import Client
from games import ledger
from clubs.models import Role
from scoring import clash_of_corgis, pack_o_dogs, top_dog
from tests import factory
club = factory.a_club()
names = ("Maximiliana Bartholomew-Cholmondeley III", "Otto Pym", "Wilhelmina Featherstonehaugh-Oyelaran", "Bo")
players = factory.some_players(club, 4, names)
games = {
    "top": (top_dog.TOP_DOG, top_dog.Options(), 4), "pack": (pack_o_dogs.PACK_O_DOGS, pack_o_dogs.Options(games=3), 2),
    "corgis": (clash_of_corgis.CLASH_OF_CORGIS, clash_of_corgis.Options(best_of=9), 3),
}
found = {
    name + more: str(ledger.start(club, engine.key, players[:seats], options).pk)
    for name, (engine, options, seats) in games.items() for more in ("", " again")
}
client = Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
print(json.dumps({"session": client.cookies["sessionid"].value, **found}))
"""
WRITTEN = """
import json
from games.models import Entry
rows = Entry.objects.filter(match_id="{match}").order_by("number", "revision")
print(json.dumps([[row.number, row.revision, row.payload] for row in rows]))
"""


def tap(page: Page, selector: str) -> None:
    """Tap after a pause, so that the tap is not taken for a double tap."""
    page.wait_for_timeout(SAME_SPOT)
    page.locator(selector).first.tap()


def on_line(page: Page, number: int) -> None:
    """Assert that the page is at this line of the sheet."""
    expect(page.locator("#entry [name=number]")).to_have_value(str(number))


def top_dog(page: Page, at: int) -> None:
    """Enter round `at` (from 0) of HANDS."""
    for seat, hands in enumerate(HANDS[at]):
        page.locator(f"label[for=won-{seat}-{hands}]").tap()
    tap(page, "#go.btn-main")


def pack(page: Page, at: int) -> None:
    """Enter the round that WINNERS[at] wins, with a pack in every second one."""
    if at % 2 == 0:
        tap(page, "label[for=pack-1]")
    tap(page, f"#seat-{WINNERS[at]} .win")


def corgis(page: Page, at: int) -> None:
    """Enter the game that WINNERS[at] wins, and the cards left of seat 2."""
    tap(page, f"label[for=left-2-{at + 3}]")
    tap(page, f"#seat-{WINNERS[at]} .win")


PLAY: dict[str, Callable[[Page, int], None]] = {"top": top_dog, "pack": pack, "corgis": corgis}
# Keys tapped first after the server has gone, and again for the entry after the last one; and the inputs they check.
HALF = {
    "top": ("label[for=won-0-4]", "#won-0-4"),
    "pack": ("label[for=pack-1]", "#pack-1"),
    "corgis": ("label[for=left-2-3]", "#left-2-3"),
}


@pytest.fixture(scope="module")
def seated(shared_server: Server) -> dict[str, Any]:
    done = shared_server.manage("shell", "--verbosity=0", "-c", SEATED)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def entries(server: Server, match: str) -> list[Any]:
    """The match's entries in the database, as [number, revision, payload]."""
    done = server.manage("shell", "--verbosity=0", "-c", WRITTEN.format(match=match))
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def wins(seat: int, **more: Any) -> dict[str, Any]:
    return {"winner": seat, **more}


EXPECTED: dict[str, list[Any]] = {
    "top": [{"won": dict(zip("0123", (*hands, 13 - sum(hands)), strict=True))} for hands in HANDS],
    "pack": [wins(seat, pack=at % 2 == 0) for at, seat in enumerate(WINNERS)],
    "corgis": [wins(seat, cards_left={"2": at + 3}) for at, seat in enumerate(WINNERS)],
}


@pytest.mark.thorough
@pytest.mark.parametrize("game", list(PLAY))
def test_four_rounds_without_a_server_are_on_the_sheet_when_it_is_back(
    shared_server: Server, make_screens: Callable[[str], Screens], seated: dict[str, Any], game: str
) -> None:
    screens, (half, chosen) = make_screens(shared_server.url), HALF[game]
    page = screens.open("tablet", service_workers="block")
    page.context.add_cookies([{"name": "sessionid", "value": seated["session"], "url": shared_server.url}])
    page.goto(f"/m/{seated[game]}/table/")
    wait_until_loaded(page)
    shared_server.kill(signal.SIGKILL)
    try:
        tap(page, half)
        expect(page.locator("#main[data-what=ahead]")).to_be_visible()
        expect(page.locator(".meter .says")).to_contain_text("You are offline.")
        if game == "pack":
            tap(page, half)  # undo the first tap
        for at in range(4):
            on_line(page, at + 1)
            PLAY[game](page, at)
        expect(page.locator("#waiting")).to_contain_text("4 entries to send")
        on_line(page, 5)
        tap(page, half)
        expect(page.locator(chosen)).to_be_checked()
        page.close()  # its unsent entries are stored on the tablet
    finally:
        shared_server.start()
    page = screens.contexts[-1].new_page()
    page.goto(f"/m/{seated[game]}/table/")
    until(lambda: len(entries(shared_server, seated[game])) == len(EXPECTED[game]))
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#main:not([data-what=ahead])")).to_be_visible()
    assert entries(shared_server, seated[game]) == [[at + 1, 1, payload] for at, payload in enumerate(EXPECTED[game])]


@pytest.mark.thorough
@pytest.mark.parametrize("game", list(PLAY))
def test_a_page_stored_before_the_last_round_goes_on_after_it(
    shared_server: Server, make_screens: Callable[[str], Screens], seated: dict[str, Any], game: str
) -> None:
    page = make_screens(shared_server.url).open("tablet", service_workers="block")
    page.context.add_cookies([{"name": "sessionid", "value": seated["session"], "url": shared_server.url}])
    page.goto(f"/m/{seated[f'{game} again']}/table/")
    wait_until_loaded(page)
    stored = page.request.get(page.url).text()
    PLAY[game](page, 0)
    on_line(page, 2)
    expect(page.locator("#waiting")).to_be_hidden()

    def answer(route: Route) -> None:
        """Only the stored page is there."""
        if route.request.resource_type == "document":
            route.fulfill(body=stored, content_type="text/html; charset=utf-8")
        else:
            route.abort()

    page.route("**/table/", answer)
    page.reload()
    on_line(page, 2)
