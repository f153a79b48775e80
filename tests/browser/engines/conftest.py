"""Run the tests of a file in each browser engine in turn."""

from collections.abc import Iterator

import pytest

from tests.browser.engines.driver import ENGINES, Browser
from tests.machine import lacks


@pytest.fixture(scope="module", params=ENGINES)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser of each engine in turn; skipped where the machine lacks it."""
    needed = "chromedriver" if request.param == "chromium" else request.param
    if reason := lacks(needed):
        pytest.skip(reason)
    with ENGINES[request.param](tmp_path_factory.mktemp("profile")) as one:
        yield one
