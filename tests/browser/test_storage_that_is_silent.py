"""A tablet whose storage never answers: the page says so, and works from memory."""

import pytest
from playwright.sync_api import expect

from tests.browser.line import Line
from tests.browser.origins import ONLINE, Tablet, at_the_table, hand, is_at, waits

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]


def test_entries_go_on_from_memory(line: Line, tablet: Tablet, match: str) -> None:
    context = tablet()
    context.add_init_script("indexedDB.open = () => ({});")
    page = at_the_table(context, match)
    line.close()
    hand(page, 0, 0, 0, 0)
    expect(page.locator("#meter .says")).to_contain_text(
        "This tablet cannot store entries: its storage does not answer."
    )
    waits(page, 2)
    line.is_open = True
    page.evaluate(ONLINE)
    is_at(page, 2)
    waits(page, 0)
