"""Sending a reminder through a real mail server: once, by day, to members for whom it is still due."""

import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from clubs.branding import keep_logo, logo_of, read_logo
from clubs.calendar.answers import give_answer
from clubs.members.membership import leave_club
from clubs.models import Club, Membership, Night, NightAnswer, Role, User
from dogclub.models import Job, RefusedAddress, Reminder
from dogclub.notify.reminders import delivery
from dogclub.notify.reminders.delivery import enqueue_due
from dogclub.notify.reminders.email import reachable as everybody
from tests import pseudo
from tests.dogclub.notify.reminders.post_office import Letters, a_reader, later, look, work
from tests.factory import a_club, a_member
from tests.nights import some_dogs
from tests.pictures import a_picture

pytestmark = pytest.mark.django_db
EVE = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)  # 10:00 in London, the day before
START = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)


@pytest.fixture
def club(kennel: Club) -> Club:
    Club.objects.update(time_zone="Europe/London")
    kennel.refresh_from_db()
    a_member(kennel, Role.OWNER)
    return kennel


@pytest.fixture
def night(club: Club) -> Night:
    return Night.objects.create(club=club, starts_at=START, place="The Old Ferry")


@pytest.fixture
def sam(club: Club) -> Membership:
    return a_reader(club, "Sam Kettle", night=True)


def text_of(letter: Any, kind: str = "plain") -> str:
    part = letter.get_body((kind,))
    assert part
    return str(part.get_content())


def test_the_evening_before_it_asks_once_and_two_links_answer(letters: Letters, night: Night, sam: Membership) -> None:
    for dog in some_dogs(night.club, 10):
        give_answer_at(night, dog)
    assert look(later(EVE, -1)) == 0
    assert look(EVE) == 1
    assert look(later(EVE, 5)) == 0
    (letter,) = letters.came
    assert (letter["To"], letter["Subject"]) == ("sam@kennel.example", "Are you coming on Thursday, 26 November?")
    for kind in ("plain", "html"):
        said = " ".join(text_of(letter, kind).split())
        assert "Are you coming on Thursday, Sam?" in said
        assert "With you that makes 11: two tables, of 6 and 5." in said
        assert re.findall(r"\?answer=(\w+)", said) == ["yes", "maybe", "no"]
        assert "Unsubscribe from these" in said
    assert not re.search(r"<|&\w+;", text_of(letter))
    html = text_of(letter, "html")
    assert f"<title>{letter['Subject']}</title>" in html
    assert not re.search(r"<img|<link|<script|@import|url\(|<table", html)
    found = re.search(r"https://club\.example(/answer/[^?\s]+)\?answer=yes", text_of(letter))
    assert found
    with time_machine.travel(later(EVE, 30), tick=False):
        assert Client().post(found[1], {"answer": "yes"}).status_code == 302
    assert NightAnswer.objects.get(player=sam.player).answer == "yes"


def give_answer_at(night: Night, player: Any) -> None:
    with time_machine.travel(later(EVE, -600), tick=False):
        give_answer(night, player, "yes")


def test_a_club_whose_reminders_cannot_be_enqueued_stops_no_other(
    letters: Letters, night: Night, sam: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = a_club("broken")
    monkeypatch.setattr(delivery, "_with_something", lambda _: [broken, night.club])

    def reachable(club: Club) -> list[Membership]:
        if club == broken:
            raise KeyError("a row of another program")
        return everybody(club)

    monkeypatch.setattr(delivery, "reachable", reachable)
    assert enqueue_due(EVE) == 1


def test_an_email_is_mirrored_in_a_language_from_right_to_left(letters: Letters, night: Night, sam: Membership) -> None:
    User.objects.filter(pk=sam.user_id).update(language=pseudo.CODE)
    with pseudo.offered(right_to_left=True):
        look(EVE)
    (letter,) = letters.came
    html = text_of(letter, "html")
    assert f'<html lang="{pseudo.CODE}" dir="rtl">' in html
    assert "margin-left: 3px" in html and "margin-right: 3px" not in html


def test_it_has_the_club_s_name_logo_and_colour_and_asks_nothing_of_a_server(
    letters: Letters, night: Night, sam: Membership
) -> None:
    picture = a_picture((300, 150))
    keep_logo(night.club, read_logo(io.BytesIO(picture), len(picture)))
    Club.objects.update(colour="#d9822b")
    look(EVE)
    (letter,) = letters.came
    html = text_of(letter, "html")
    assert "solid #ac651f" in html and "border-color: #d9822b" in html
    assert re.findall(r"<img[^>]*src=\"([^\"]*)\"", html) == ["cid:club-logo"] and 'width="56" height="28"' in html
    assert not re.search(r"<link|<script|@import|url\(", html)
    logo = next(part for part in letter.walk() if part.get_content_type() == "image/png")
    assert (logo["Content-ID"], logo.get_content_disposition()) == ("<club-logo>", "inline")
    assert logo.get_payload(decode=True) == logo_of(Club.objects.get())
    assert text_of(letter).startswith("The Thursday Kennel")


def test_the_mailbox_turns_it_off_by_itself(letters: Letters, night: Night, sam: Membership) -> None:
    look(EVE)
    (letter,) = letters.came
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["Auto-Submitted"] == "auto-generated"
    found = re.fullmatch(r"<https://club\.example(/reminders/off/[^>]+)>", str(letter["List-Unsubscribe"]).strip())
    assert found
    client = Client(enforce_csrf_checks=True)
    assert client.get(found[1]).status_code == 200
    sam.email_settings.refresh_from_db()
    assert sam.email_settings.night
    assert client.post(found[1], {"do": "off"}).status_code == 403
    assert client.post(found[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    sam.email_settings.refresh_from_db()
    assert not sam.email_settings.night


def test_what_falls_into_the_night_waits_for_the_morning(letters: Letters, club: Club, sam: Membership) -> None:
    Night.objects.create(club=club, starts_at=datetime(2026, 11, 26, 21, 0, tzinfo=UTC))
    Club.objects.update(time_zone="Asia/Tokyo")  # the night starts there at 6:00 on the 27th
    for hour in (23, 0, 7):
        assert look(datetime(2026, 11, 25, (hour - 9) % 24, 59, tzinfo=UTC)) == 0
    assert look(datetime(2026, 11, 26, 1, 0, tzinfo=UTC)) == 1
    assert len(letters.came) == 1


def test_a_job_that_comes_late_sends_nothing_at_night(letters: Letters, night: Night, sam: Membership) -> None:
    with time_machine.travel(later(EVE, 600), tick=False):
        assert enqueue_due() == 1
    with time_machine.travel(later(EVE, 700), tick=False):  # 21:40
        work()
    assert letters.came == []
    assert look(later(EVE, 22 * 60)) == 1
    assert len(letters.came) == 1


def test_none_to_those_for_whom_it_is_settled(letters: Letters, night: Night, sam: Membership) -> None:
    with time_machine.travel(EVE, tick=False):
        assert enqueue_due() == 1
        assert sam.player
        give_answer(night, sam.player, "maybe")
        work()
    assert letters.came == []
    assert not Reminder.objects.exists()
    NightAnswer.objects.all().delete()
    Night.objects.update(called_off_at=EVE)
    assert look(EVE) == 0
    Night.objects.update(called_off_at=None)
    with time_machine.travel(EVE, tick=False):
        assert enqueue_due() == 1
        leave_club(sam)
        work()
        assert enqueue_due() == 0
    assert letters.came == []


def test_none_where_no_mail_is_sent_nor_from_the_demo_nor_to_an_address_nobody_confirmed(
    letters: Letters, settings: Settings, night: Night, sam: Membership
) -> None:
    settings.MAIL_IS_SENT = False
    assert look(EVE) == 0
    settings.MAIL_IS_SENT = True
    Club.objects.update(is_demo=True)
    assert look(EVE) == 0
    Club.objects.update(is_demo=False)
    EmailAddress.objects.update(verified=False)
    assert look(EVE) == 0
    EmailAddress.objects.update(verified=True)
    assert look(EVE) == 1


def test_a_worker_killed_before_it_sends_is_followed_by_another(
    letters: Letters, night: Night, sam: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    dies_in(monkeypatch, "_claimed")
    look(EVE)
    assert letters.came == []
    monkeypatch.undo()
    again()
    assert len(letters.came) == 1
    again()
    assert len(letters.came) == 1


def test_a_worker_killed_while_it_sends_never_sends_twice(
    letters: Letters, night: Night, sam: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    dies_in(monkeypatch, "_hand_over")
    look(EVE)
    monkeypatch.undo()
    again()
    assert letters.came == []  # this email is lost, which is better than one sent twice
    assert Reminder.objects.get().sent_at
    assert look(later(EVE, 400)) == 0


class Killed(BaseException):
    """Derived from BaseException so that no handler of the code under test catches it, as none catches a kill."""


def dies_in(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Simulate a worker that is killed in this function of `delivery`."""

    def die(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(delivery, step, die)
    original = work

    def survive() -> None:
        with pytest.raises(Killed):
            original()

    monkeypatch.setattr("tests.dogclub.notify.reminders.post_office.work", survive)


def again() -> None:
    """Put the job back into the queue, as the sweep does after a lost lease, and run it."""
    Job.objects.filter(kind="reminder").update(state=Job.State.QUEUED, lease=None, due_at=EVE)
    with time_machine.travel(later(EVE, 10), tick=False):
        work()


def test_what_the_server_did_not_take_is_tried_again(letters: Letters, night: Night, sam: Membership) -> None:
    letters.answers["sam@kennel.example"] = "450 Try later"
    look(EVE)
    assert Reminder.objects.get().sent_at is None
    letters.answers.clear()
    letters.to_data = ["452 Disk full"]
    again()
    assert letters.came == []
    again()
    assert len(letters.came) == 1
    assert not RefusedAddress.objects.exists()


def test_a_line_that_breaks_after_the_text_sends_nothing_twice(
    letters: Letters, night: Night, sam: Membership, caplog: pytest.LogCaptureFixture
) -> None:
    letters.hangs_up = True
    look(EVE)
    letters.hangs_up = False
    again()
    assert len(letters.came) == 1
    assert "not sent again" in caplog.text


def test_a_server_that_is_away_is_asked_again(
    letters: Letters, settings: Settings, night: Night, sam: Membership
) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 9
    look(EVE)
    assert Job.objects.get(kind="reminder").problem.startswith("The mail server is out of reach")
    settings.EMAIL_PORT = port
    again()
    assert len(letters.came) == 1


def test_an_address_that_bounces_is_told_and_not_tried_until_it_is_confirmed_again(
    letters: Letters, night: Night, sam: Membership
) -> None:
    letters.answers["sam@kennel.example"] = "550 No such mailbox"
    look(EVE)
    letters.answers.clear()
    assert look(later(EVE, 5)) == 0
    client = Client()
    client.force_login(sam.user)
    page = " ".join(client.get(f"/c/{night.club.slug}/reminders/").content.decode().split())
    assert "The mail server refuses this address" in page
    assert "“550 No such mailbox”" in page
    client.post(f"/c/{night.club.slug}/reminders/", {"do": "check"})
    found = re.search(r"https://club\.example(/reminders/address/\S+)", str(mail.outbox[0].body))
    assert found
    assert client.get(found[1]).status_code == 200
    assert RefusedAddress.objects.exists()
    assert "Address confirmed" in Client().post(found[1]).content.decode()
    assert client.get(found[1][:-9] + "/").status_code == 410
    assert "refuses" not in client.get(f"/c/{night.club.slug}/reminders/").content.decode()
    assert look(later(EVE, 10)) == 1
    assert len(letters.came) == 1


def test_what_was_given_up_is_asked_for_again_while_it_is_due(letters: Letters, night: Night, sam: Membership) -> None:
    with time_machine.travel(EVE, tick=False):
        enqueue_due()
    Job.objects.all().delete()
    assert look(later(EVE, 60)) == 0
    assert look(EVE + timedelta(hours=4)) == 1
    assert len(letters.came) == 1


def test_looking_costs_no_more_for_ten_members_than_for_one(
    letters: Letters, night: Night, sam: Membership, django_assert_max_num_queries: Any
) -> None:
    look(EVE)
    for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ian"):
        a_reader(night.club, name, night=True)
    look(EVE)
    assert len(letters.came) == 10
    with time_machine.travel(later(EVE, 5), tick=False), django_assert_max_num_queries(12):
        assert enqueue_due() == 0
