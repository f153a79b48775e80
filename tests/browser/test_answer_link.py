"""A link in an email records the answer once: by script when its page opens, or by the page's main button."""

import pytest
from playwright.sync_api import expect

from clubs.calendar.answer_links import answer_token
from clubs.models import Night, NightAnswer, Player
from dogclub.models import EmailSettings, Reminder
from dogclub.reminders.unsubscribe import off_token
from tests.factory import a_club, a_member
from tests.nights import a_night
from tests.screens import Screens, axe

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]


@pytest.mark.thorough
def test_a_tap_is_sent_at_once_and_not_again_by_going_back(screens: Screens) -> None:
    club = a_club()
    sam = a_member(club, player=Player.objects.create(club=club, name="Sam Kettle")).memberships.get()
    night: Night = a_night(club, minutes=600)
    address = f"/answer/{answer_token(night, sam)}/"
    page = screens.open("phone", path=f"{address}?answer=yes")
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are coming")
    assert axe(page) == []
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are not coming")
    page.go_back()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are not coming")
    assert NightAnswer.objects.get().answer == "no"
    plain = screens.open("phone", path=f"{address}?answer=maybe", java_script_enabled=False)
    plain.locator("button.btn-main").click()
    expect(plain.get_by_role("heading", level=1)).to_contain_text("You may be coming")
    off = screens.open("phone", path=f"/reminders/off/{off_token(sam, Reminder.Kind.NIGHT)}/?do=off")
    expect(off.get_by_role("heading", level=1)).to_have_text("Turned off")
    assert axe(off) == []
    assert not EmailSettings.objects.get().night
