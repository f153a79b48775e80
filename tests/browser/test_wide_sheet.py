"""A sheet wider than the tablet has a shadow at its side, and can be scrolled by keyboard too."""

import io

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.look import a_kennel, signed_in
from tests.screens import Screens

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
AT_THE_END = "at => at.scrollLeft + at.clientWidth >= at.scrollWidth - 1"


def shade_at_the_right(page: Page) -> int:
    """The difference in brightness between the right edge of the sheet and the paper next to it."""
    box = page.get_by_role("region", name="Sheet").bounding_box()
    assert box
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L")
    right, top = int(box["x"] + box["width"]), int(box["y"])
    beside = picture.crop((right + 3, top, right + 4, top + 1)).tobytes()
    column = picture.crop((right - 2, top + 2, right - 1, top + 6)).tobytes()
    return abs(min(beside) - min(column))


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_ten_players_on_a_tablet_have_a_shade_until_the_end(screens: Screens, theme: str) -> None:
    kennel = a_kennel()
    page = signed_in(screens, kennel.user, "tablet", theme, kennel.ten.get_absolute_url())
    sheet = page.get_by_role("region", name="Sheet")
    expect(sheet).to_be_visible()
    assert not sheet.evaluate(AT_THE_END)
    assert shade_at_the_right(page) > 20
    sheet.evaluate("at => { at.scrollLeft = at.scrollWidth }")
    assert sheet.evaluate(AT_THE_END)
    assert shade_at_the_right(page) < 5
    sheet.focus()
    expect(sheet).to_be_focused()
