"""Four tables without a network, 80 entries each: tablets are killed, connections reset, and the club's figures are
those of the same evening recorded online.
"""

import itertools
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import evening
from tests.browser.by_script import HEARD, IS_KEPT, Scorekeeper
from tests.browser.line import Line
from tests.browser.origins import ORIGINS
from tests.browser.tablets import Tablet
from tests.server import Server, until

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.needs("chromium"),
    pytest.mark.timeout(600),  # the browser starts eleven times
]
ALL = 2 * evening.HANDS
STALE_TOKEN = "Failed to load resource: the server responded with a status of 403 (Forbidden)"
CUTS = (*[""] * 8, "in the middle", *[""] * 8, "answer lost")


def result_of(club: Server, what: str) -> Any:
    """Call a function of tests.browser.evening on the server and return the JSON it printed."""
    done = club.manage("shell", "--verbosity=0", "-c", f"from tests.browser import evening; evening.{what}()")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout or "null")


@pytest.fixture
def keepers(club: Server, browser: Browser, certificate: Path, tmp_path: Path) -> Iterator[list[Scorekeeper]]:
    """Scorekeepers at their tables, every second one over TLS, with the network still available."""
    seated = result_of(club, "seat")
    with ExitStack() as open_:
        found = []
        for table, match in enumerate(seated["matches"]):
            origin, tablet = ORIGINS[table % 2], Tablet(browser.browser_type, tmp_path / f"tablet-{table}")
            line = Line(club.port, certificate=certificate if origin.startswith("https") else None)
            open_.enter_context(line)
            open_.callback(tablet.kill)
            found.append(Scorekeeper(tablet, line, origin, match, seated["session"], evening.hands(table)))
            found[-1].sits_down()
        yield found


def test_four_tables_without_a_network_come_to_the_same(club: Server, keepers: list[Scorekeeper]) -> None:
    kept = write_without_a_network(keepers)
    for table, one in enumerate(keepers):
        the_network_is_back(one)
        dies_while_it_sends(one)
        if table == evening.TABLES // 2:
            club.kill()
            club.start()
    for one in keepers:
        all_has_gone_up(one)
    result_of(club, "write_online")
    came = result_of(club, "comes_to")
    offline, online = came[evening.OFFLINE], came[evening.ONLINE]
    assert offline["ids"] == kept == [one.kept() for one in keepers]
    assert offline["lines"] == online["lines"]
    assert offline["digest"] == online["digest"]
    # The stored page had a token whose cookie was gone; the tablet asked for a new one by itself.
    expected = [{STALE_TOKEN} if one.is_trusted else set() for one in keepers]
    assert [set(one.tablet.troubles) for one in keepers] == expected


def write_without_a_network(keepers: list[Scorekeeper]) -> list[list[str]]:
    """Enter all hands offline, while tablets with cached pages are killed; return the ids of the entries by tablet."""
    trusted = [one for one in keepers if one.is_trusted]
    for one in trusted:
        one.wait_for(IS_KEPT)
    for one in keepers:
        one.line.close()
    for one in keepers:
        one.by_thumb(1)
        one.writes_on()
    for hands, one in enumerate(trusted, start=8):
        dies_while_it_writes(one, hands)
    for one in keepers:
        one.has_written(evening.HANDS)
        expect(one.page.locator("#waiting")).to_contain_text(f"{ALL} entries to send")
        expect(one.page.locator("main")).to_contain_text("All hands are entered.")
    return [one.kept() for one in keepers]


def dies_while_it_writes(one: Scorekeeper, hands: int) -> None:
    """Kill the tablet while it enters hands, and start it again without a network: it has kept all entries. Chromium
    writes cookies to the disk within 30 seconds, so a power cut may take the one of the page's token; here it does.
    """
    one.has_written(hands)
    before = one.kept()
    one.tablet.kill()
    one.sits_down()
    one.page.context.clear_cookies(name="csrftoken")
    assert one.kept()[: len(before)] == before
    one.writes_on()


def the_network_is_back(one: Scorekeeper) -> None:
    """Open the line again, with failures. A tablet that cannot cache pages is killed before and started again."""
    one.line.cuts = itertools.cycle(CUTS)
    if not one.is_trusted:
        one.tablet.kill()
    one.line.is_open = True
    if one.is_trusted:
        one.value(HEARD)
    else:
        one.sits_down()


def dies_while_it_sends(one: Scorekeeper) -> None:
    """Kill the tablet once it has sent a quarter of its entries, and start it again."""
    until(lambda: one.waiting() < ALL * 3 / 4)
    one.line.hang_up()
    one.tablet.kill()
    one.sits_down()


def all_has_gone_up(one: Scorekeeper) -> None:
    """Wait until the tablet has sent all entries."""
    one.value(HEARD)
    until(lambda: not one.waiting())
    expect(one.page.locator("#waiting")).to_be_hidden()
    assert one.line.seen > ALL  # entries that were cut off were sent again
