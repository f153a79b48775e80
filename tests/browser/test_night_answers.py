"""The page of answers shows what others answer, and keeps what the user has typed meanwhile."""

import pytest
from playwright.sync_api import expect

from clubs.calendar.answers import give_answer
from clubs.models import Night, NightAnswer, Player
from tests.browser.look import signed_in
from tests.factory import a_club, a_member
from tests.nights import a_night, some_dogs
from tests.screens import Screens, axe

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]


@pytest.mark.thorough
def test_what_others_answer_shows_and_what_is_typed_stays(screens: Screens) -> None:
    club = a_club()
    night: Night = a_night(club, minutes=600, places=2)
    dogs = some_dogs(club, 2)
    user = a_member(club, player=Player.objects.create(club=club, name="Sam Kettle"))
    page = signed_in(screens, user, "phone", "light", f"{night.get_absolute_url()}answers/")
    page.get_by_label("Note").fill("I bring crisps")
    give_answer(night, dogs[0], "yes", "by bike")
    expect(page.locator(".answer-lists")).to_contain_text("by bike")
    give_answer(night, dogs[1], "yes")
    expect(page.get_by_role("heading", level=1)).to_contain_text("is full")
    expect(page.get_by_label("Note")).to_have_value("I bring crisps")
    assert axe(page) == []
    page.get_by_role("button", name="Join the waiting list").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are on the waiting list")
    assert NightAnswer.objects.get(player__name="Sam Kettle").note == "I bring crisps"
