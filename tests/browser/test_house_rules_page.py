"""The rules of a club are set by taps: the example follows each tap before anything is saved (HR-DD-21)."""

import pytest
from playwright.sync_api import expect

from clubs.models import Role
from tests import factory
from tests.browser.taps import at_the_table
from tests.screens import Screens, axe_in_both_themes

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]


@pytest.mark.variants
@pytest.mark.parametrize("screen", ["tablet", "phone"])
def test_the_example_follows_each_tap_before_it_is_saved(screens: Screens, screen: str) -> None:
    club = factory.a_club()
    factory.some_players(club, 5)
    page = at_the_table(screens, factory.a_member(club, Role.ORGANISER), "/c/kennel/house-rules/", screen)
    example = page.locator(".rules-example")
    expect(example).to_contain_text("Dirty Dog as written.")
    page.get_by_text("20 + 10 a trick, minus 10 a trick of difference").click()
    expect(example).to_contain_text("+40")
    page.get_by_text("Own points").click()
    page.get_by_label("A bid made", exact=True).fill("10")
    page.get_by_label("A bid made", exact=True).press("Tab")
    expect(example).to_contain_text("+12")
    page.get_by_text("In no hand").click()
    expect(example).to_contain_text("The Rule is off")
    assert axe_in_both_themes(page) == []
    club.refresh_from_db()
    assert club.house_rules == {}
    page.get_by_label("These rules are called").fill("Kennel rules")
    page.get_by_role("button", name="Save, from the next match on").click()
    expect(page.get_by_text("§2 Kennel rules Played now.")).to_be_visible()
    club.refresh_from_db()
    assert club.house_rules["dirty-dog"]["now"] == 2
