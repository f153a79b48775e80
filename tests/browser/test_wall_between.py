"""The wall between two matches, on every screen size, with names that are hard to fit."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from playwright.sync_api import expect

from clubs.models import Club, Night, Season
from leagues.models import NightDraw
from tests.browser.look import AWKWARD, signed_in
from tests.browser.test_club_wall import IN_SIGHT, shown
from tests.factory import a_club, a_match, a_member, some_players
from tests.screens import Screens, axe_in_both_themes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
NOW = datetime(2026, 11, 26, 20, 33, tzinfo=UTC)
# The stream sends nothing, so the minutes are updated by the page's timer, which this script speeds up.
HURRY = """const usual = window.setTimeout;
window.setTimeout = (call, delay, ...rest) => usual(call, delay > 15_000 ? 200 : delay, ...rest);"""


def a_drawn_night() -> Club:
    """A club with a season of two matches, and a night with two drawn tables that starts 12 minutes after NOW."""
    club = a_club(time_zone="UTC")
    players = some_players(club, 10, AWKWARD)
    first = NOW.date() - timedelta(days=60)
    season = Season.objects.create(club=club, name="Autumn", starts_on=first, ends_on=first + timedelta(days=90))
    for back in (2, 1):
        day = NOW - timedelta(weeks=back)
        a_match(club, players, plan=(1, 2), seed=back, season=season, started_at=day, finished_at=day)
    night = Night.objects.create(club=club, season=season, starts_at=NOW + timedelta(minutes=12))
    keys = [player.pk for player in players]
    NightDraw.objects.create(night=night, game="dirty-dog", tables=[keys[:5], keys[5:]])
    return club


def test_it_fits_every_screen_and_passes_axe(screens: Screens) -> None:
    with time_machine.travel(NOW):
        page = signed_in(screens, a_member(a_drawn_night()), "wall", "light", "/c/kennel/wall/")
        expect(page.get_by_text("in 12 minutes")).to_be_visible()
        expect(page.locator(".standings-of-wall li")).to_have_count(10)
        for width, height in ((1920, 1080), (1280, 720), (1080, 1920), (820, 1180), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(IN_SIGHT) == []
        assert axe_in_both_themes(page) == []


def test_the_minutes_count_down_and_a_dealt_table_takes_its_place(screens: Screens) -> None:
    with time_machine.travel(NOW) as clock:
        club = a_drawn_night()
        page = signed_in(screens, a_member(club), "wall", "light", "/c/kennel/")
        page.add_init_script(HURRY)
        page.goto("/c/kennel/wall/")
        for minutes in (5, 9):  # the first one may come with the stream’s first message, the second cannot
            clock.move_to(NOW + timedelta(minutes=minutes))
            expect(page.get_by_text(f"It is 20:{33 + minutes}.")).to_be_visible()
            expect(page.get_by_text(f"in {12 - minutes} minutes")).to_be_visible()
        a_match(club, list(club.players.all()[:5]), hands=1, table="1")
        expect(shown(page).locator(".board li")).to_have_count(5)
        expect(page.locator("#between")).to_have_count(0)
