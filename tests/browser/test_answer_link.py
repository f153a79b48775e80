"""A link in an email changes nothing by being opened, scripts or not: a person presses the button of its page."""

import pytest
from allauth.account.models import EmailAddress
from django.core.signing import TimestampSigner
from playwright.sync_api import expect

from clubs.calendar.answers import answer_token
from clubs.models import NightAnswer, Player
from dogclub.models import EmailSettings, RefusedAddress, Reminder
from dogclub.notify.reminders.delivery import SALT
from dogclub.notify.reminders.email import off_token
from tests.factory import a_club, a_member
from tests.nights import a_night
from tests.screens import Screens, axe

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]


@pytest.mark.thorough
def test_opening_a_link_changes_nothing_and_its_button_does(screens: Screens) -> None:
    club = a_club()
    sam = a_member(club, player=Player.objects.create(club=club, name="Sam Kettle")).memberships.get()
    answer = f"/answer/{answer_token(a_night(club, minutes=600), sam)}/"
    off = f"/reminders/off/{off_token(sam, Reminder.Kind.NIGHT)}/?do=off"
    mailbox = EmailAddress.objects.create(user=sam.user, email=sam.user.email, primary=True, verified=True)
    RefusedAddress.objects.create(address=mailbox, why="550 No such mailbox")
    check = f"/reminders/address/{TimestampSigner(salt=SALT).sign(str(mailbox.pk))}/"
    page = screens.open("phone")
    for path in (f"{answer}?answer=yes", f"{answer}?answer=no", off, check):
        page.goto(path, wait_until="networkidle")
        assert axe(page) == []
    assert (NightAnswer.objects.count(), EmailSettings.objects.count(), RefusedAddress.objects.count()) == (0, 0, 1)
    page.locator("button.btn-main").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Address confirmed")
    page.goto(off)
    page.locator("button.btn-main").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Turned off")
    assert not EmailSettings.objects.get().night
    page.goto(f"{answer}?answer=yes")
    page.locator("button.btn-main").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are coming")
    page.goto(f"{answer}?answer=no")
    expect(page.get_by_text("Nothing is recorded yet")).to_be_visible()
    page.locator("button.btn-main").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are not coming")
    page.go_back()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are not coming")
    assert NightAnswer.objects.get().answer == "no"
