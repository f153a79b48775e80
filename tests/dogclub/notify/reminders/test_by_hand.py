"""The reminder that an organiser asks for: who gets it, at most once a day, and what the page says of it."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client, override_settings

from clubs.calendar.answers import give_answer, remind
from clubs.calendar.nights import Refused
from clubs.models import Club, Membership, Night, Player, Role
from tests.dogclub.notify.reminders.post_office import Letters, a_reader, later, look
from tests.factory import a_member

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)
MONDAY, EVE = datetime(2026, 11, 23, 12, 0, tzinfo=UTC), datetime(2026, 11, 25, 10, 0, tzinfo=UTC)
DAY = 24 * 60


@pytest.fixture
def club(kennel: Club) -> Club:
    Club.objects.update(time_zone="UTC")
    kennel.refresh_from_db()
    return kennel


@pytest.fixture
def night(club: Club) -> Night:
    return Night.objects.create(club=club, starts_at=START)


@pytest.fixture
def sam(club: Club) -> Membership:
    return a_reader(club, "Sam Kettle", night=True)


def ask(night: Night, moment: datetime) -> None:
    with time_machine.travel(moment, tick=False):
        remind(night)


def refused(night: Night, moment: datetime) -> str:
    with pytest.raises(Refused) as reason:
        ask(night, moment)
    return str(reason.value)


def test_only_who_is_silent_is_reminded_and_the_clock_still_reminds_later(
    letters: Letters, night: Night, sam: Membership
) -> None:
    otto = a_reader(night.club, "Otto Pym", night=True)
    assert otto.player
    with time_machine.travel(MONDAY, tick=False):
        give_answer(night, otto.player, "no")
    ask(night, MONDAY)
    assert [look(MONDAY), look(later(MONDAY, 5))] == [1, 0]
    assert [letter["To"] for letter in letters.came] == [sam.user.email]
    assert look(EVE) == 1


def test_no_more_than_one_reminder_a_day(letters: Letters, night: Night, sam: Membership) -> None:
    ask(night, MONDAY)
    assert look(MONDAY) == 1
    assert "again a day later" in refused(night, later(MONDAY, DAY - 1))
    evening = later(EVE, -14 * 60)
    ask(night, evening)
    assert [look(evening), look(EVE)] == [1, 0], "the clock adds none within a day"
    assert "25 November at 10:00" in refused(other_night(night.club), later(EVE, 60))


def other_night(club: Club) -> Night:
    """A night of which the clock has reminded."""
    return Night.objects.create(club=club, starts_at=START)


def test_one_asked_for_at_night_is_sent_in_the_morning(letters: Letters, night: Night, sam: Membership) -> None:
    late = MONDAY.replace(hour=22)
    ask(night, late)
    assert [look(late), look(late.replace(day=24, hour=8))] == [0, 1]


def test_it_is_refused_where_nobody_could_answer(letters: Letters, night: Night, sam: Membership) -> None:
    assert "too late" in refused(night, later(START, -119))
    assert sam.player
    with time_machine.travel(MONDAY, tick=False):
        give_answer(night, sam.player, "maybe")
    Player.objects.exclude(pk=sam.player.pk).delete()
    assert refused(night, MONDAY) == "Everybody has answered."
    Club.objects.update(is_demo=True)
    assert refused(Night.objects.get(), MONDAY) == "No email is sent from here."


@override_settings(MAIL_IS_SENT=True)
@time_machine.travel(MONDAY, tick=False)
def test_the_page_says_who_gets_it_and_who_cannot_be_reached(
    client: Client, club: Club, night: Night, sam: Membership
) -> None:
    Player.objects.create(club=club, name="Gus Tate")
    client.force_login(a_member(club, Role.ORGANISER))
    path = f"/c/{club.slug}/nights/{night.pk}/remind/"
    page = " ".join(client.get(path).content.decode().split())
    assert page.index("Gets the reminder") < page.index("Sam") < page.index("Cannot be reached") < page.index("Gus")
    night.refresh_from_db()
    assert night.reminded_at is None, "reading changes nothing"
    assert "on its way" in client.post(path, follow=True).content.decode()
    night.refresh_from_db()
    assert night.reminded_at == MONDAY
    assert "again a day later" in client.post(path, follow=True).content.decode()
    assert "Send reminder" not in client.get(path).content.decode()
