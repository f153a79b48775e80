"""Pages of the demo club in Firefox and WebKit: they fit the screen, no script fails, every font loads."""

from collections.abc import Iterator

import pytest

from tests.browser.engines import every_page
from tests.browser.engines.driver import BUT_CHROMIUM, Browser
from tests.server import Server, running

pytestmark = [pytest.mark.release, pytest.mark.only("sqlite"), BUT_CHROMIUM]


@pytest.fixture(scope="module")
def demo(demo_installation: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, list[str]]]:
    """The URL of the demo club's server, the owner's session key, and the paths of the pages to check."""
    with running(demo_installation, tmp_path_factory.mktemp("demo") / "var", every_page.listening) as server:
        yield server.url, *every_page.listed(server, every_page.PICKED)


def test_the_pages_fit_every_width_and_complain_of_nothing(browser: Browser, demo: tuple[str, str, list[str]]) -> None:
    url, session, addresses = demo
    browser.bare()
    browser.sign_in(url, session)
    by_day = list(every_page.wrong(browser, url, addresses[::2], ["light"]))
    assert by_day + list(every_page.wrong(browser, url, addresses[1::2], ["dark"])) == []
