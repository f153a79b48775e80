"""The race of a season, two players compared, and a player's own page pass axe and do not scroll sideways."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import expect

from clubs.models import Confirm, Night, Player, User
from tests.browser.look import AWKWARD, signed_in
from tests.browser.test_look_pages import found_on
from tests.factory import a_club, a_match, a_member, some_players
from tests.leagues.test_race import nights_of
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
LOOKS = [("tablet", "light"), ("tablet", "dark"), ("phone", "light"), ("phone", "dark")]


@pytest.fixture
def season() -> tuple[User, list[Player]]:
    cache.clear()
    club = a_club()
    players = some_players(club, 10, AWKWARD)
    nights_of(club, players, 4)
    return a_member(club), players


@pytest.mark.thorough
def test_the_race_of_a_season(screens: Screens, season: tuple[User, list[Player]]) -> None:
    page = signed_in(screens, season[0], "tablet", "light", "/c/kennel/standings/race/")
    expect(page.locator("circle.here").first).to_be_visible()
    assert found_on(page, "race", LOOKS) == []


@pytest.mark.thorough
def test_two_players(screens: Screens, season: tuple[User, list[Player]]) -> None:
    user, players = season
    address = f"/c/kennel/head-to-head/?player={players[2].pk}&against={players[5].pk}"
    page = signed_in(screens, user, "tablet", "light", address)
    expect(page.locator(".pair-name")).to_have_count(2)
    fields = page.locator(".pair-choice select")
    expect(fields).to_have_count(4)
    boxes = [each for at in range(4) if (each := fields.nth(at).bounding_box())]
    first, second, third, fourth = (round(each["y"]) for each in boxes)
    assert first == second < third == fourth  # two by two, wide enough for names
    assert min(each["width"] for each in boxes) > 300
    assert found_on(page, "two players", LOOKS) == []


@pytest.mark.thorough
def test_my_page(screens: Screens, season: tuple[User, list[Player]]) -> None:
    user, players = season
    user.memberships.update(player=players[2])
    club = players[0].club
    Night.objects.create(club=club, starts_at=timezone.now() + timedelta(days=2), place="The back room 🦴")
    club.confirm = Confirm.EVERY_SEAT
    club.save()
    for table in ("1", "2"):
        a_match(club, players, plan=(1, 2), table=table)
    page = signed_in(screens, user, "tablet", "light", "/c/kennel/me/")
    expect(page.locator(".to-confirm li")).to_have_count(2)
    assert found_on(page, "mine", LOOKS) == []
    page.get_by_role("button", name="Confirm both matches").click()
    expect(page.locator(".to-confirm")).to_have_count(0)
    page.locator(".main-bar").get_by_role("button", name="Yes").click()
    expect(page.locator(".next-night .is-set")).to_have_text("Yes")
    assert found_on(page, "mine, answered", LOOKS) == []
