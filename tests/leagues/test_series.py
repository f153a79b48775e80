"""Nights that repeat: previewed, saved, skipped, moved and ended."""

from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from clubs.calendar.nights import arrive, call_off, expect
from clubs.models import Club, Night, Player, Role, Season
from leagues.series.pattern import days_of
from tests.people import SignIn

pytestmark = pytest.mark.django_db
NEW = "/c/kennel/nights/new/"
FORM = {"day": "2026-11-26", "time": "19:30", "place": "Kennel Lane 7", "name": "", "note": "", "repeat": "weekly"}
THREE = FORM | {"until": "2026-12-10"}


@pytest.fixture(autouse=True)
def now() -> object:
    """Stop the clock at noon (UTC) on 25 November 2026."""
    with time_machine.travel("2026-11-25T12:00Z", tick=False) as moment:
        yield moment


@pytest.fixture
def organiser(sign_in: SignIn, kennel: Club) -> Client:
    return sign_in(Role.ORGANISER)


def a_week_on() -> datetime:
    return timezone.make_aware(datetime.fromisoformat("2026-12-03T19:30"))


def nights() -> list[Night]:
    """All nights, by their start."""
    return list(Night.objects.order_by("starts_at"))


@pytest.mark.parametrize(
    ("repeat", "until", "days"),
    [
        ("weekly", date(2026, 12, 10), ["11-26", "12-03", "12-10"]),
        ("two-weekly", date(2026, 12, 23), ["11-26", "12-10"]),
        ("monthly", date(2027, 2, 25), ["11-26", "12-24", "01-28", "02-25"]),
        ("last", date(2027, 1, 31), ["11-26", "12-31", "01-28"]),
    ],
)
def test_each_way_of_repeating(repeat: str, until: date, days: list[str]) -> None:
    assert [f"{day:%m-%d}" for day in days_of(date(2026, 11, 26), repeat, until)] == days


def test_a_month_without_a_fifth_thursday_has_no_night() -> None:
    days = days_of(date(2026, 10, 29), "monthly", date(2027, 4, 30))
    assert [f"{day:%m-%d}" for day in days] == ["10-29", "12-31", "04-29"]


def test_the_dates_are_looked_at_before_they_are_saved(organiser: Client, kennel: Club) -> None:
    Night.objects.create(club=kennel, starts_at=a_week_on())
    season = Season.objects.create(club=kennel, name="A", starts_on=date(2026, 12, 1), ends_on=date(2027, 5, 31))
    page = organiser.post(NEW, FORM | {"until": "2027-05-27"}).content.decode()
    assert "Save 26 nights" in page
    assert page.count("in the calendar already") == 1
    assert Night.objects.count() == 1
    organiser.post(NEW, FORM | {"until": "2027-05-27", "sure": "1"})
    rows = nights()
    assert len(rows) == 27
    assert {f"{timezone.localtime(row.starts_at):%a %H:%M}" for row in rows} == {"Thu 19:30"}
    assert (rows[0].season, rows[-1].season, rows[-1].place) == (None, season, "Kennel Lane 7")
    assert len({row.series for row in rows}) == 2
    again = organiser.post(NEW, FORM | {"until": "2027-05-27", "sure": "1"})
    assert again.status_code == 422
    assert "The club already has a night on each of these days." in again.content.decode()
    assert "0 new" in again.content.decode()
    assert Night.objects.count() == 27


@pytest.mark.parametrize(
    ("until", "says"),
    [
        ("", "Enter the date of the last night."),
        ("soon", "Enter the date as"),
        ("2026-11-27", "There is no second night by then."),
        ("2026-11-20", "The last night is before the first."),
        ("2027-11-28", "At most a year at once."),
    ],
)
def test_what_cannot_be_a_series_is_said_and_nothing_saved(organiser: Client, until: str, says: str) -> None:
    answer = organiser.post(NEW, FORM | {"until": until, "sure": "1"})
    assert (answer.status_code, Night.objects.count()) == (422, 0)
    assert says in answer.content.decode()


def test_one_night_of_a_series_is_skipped_and_reinstated(organiser: Client, sign_in: SignIn) -> None:
    page = organiser.post(NEW, THREE | {"sure": "1"})
    night = nights()[1]
    off = f"/c/kennel/nights/{night.pk}/call-off/"
    assert organiser.post(off, {"series": "1"})["Location"] == f"/c/kennel/nights/{night.pk}/series/"
    shown = organiser.get(page["Location"]).content.decode()
    assert "2 still to come" in " ".join(shown.split())
    assert "Skipped" in shown
    organiser.post(off, {"series": "1", "reason": " Christmas  Eve "})
    assert "Skipped: Christmas Eve" in organiser.get(page["Location"]).content.decode()
    assert "Called off: Christmas Eve." in organiser.get(f"/c/kennel/nights/{night.pk}/").content.decode()
    organiser.post(off, {"series": "1", "on": "1"})
    assert "Skipped" not in organiser.get(page["Location"]).content.decode()
    member = sign_in(Role.MEMBER).get(page["Location"]).content.decode()
    assert "End after this" not in member
    assert f"/nights/{night.pk}/" in member


def test_a_series_ends_after_a_night_and_spares_what_somebody_answered(organiser: Client, kennel: Club) -> None:
    organiser.post(NEW, THREE | {"sure": "1"})
    first, second, third = nights()
    expect(third, Player.objects.create(club=kennel, name="Bea Marlowe"))
    end = f"/c/kennel/nights/{first.pk}/series-end/"
    Player.objects.create(club=kennel, name="Otto Pym").night_answers.create(
        night=third, answer="yes", number=1, answered_at=timezone.now()
    )
    asked = " ".join(organiser.get(end).content.decode().split())
    assert "2 nights after it go" in asked
    assert "Otto counts on it." in asked
    assert organiser.post(end, follow=True).status_code == 200
    third.refresh_from_db()
    assert third.called_off_at
    assert nights() == [first, third]
    assert second not in nights()


def test_only_nights_called_off_now_are_counted_when_a_series_ends(organiser: Client, kennel: Club) -> None:
    organiser.post(NEW, FORM | {"until": "2026-12-24", "sure": "1"})
    first, off, begun, *answered = nights()
    bea = Player.objects.create(club=kennel, name="Bea Marlowe")
    for each in (off, *answered):
        expect(each, bea)
    call_off(off, "Holiday")
    arrive(begun, [bea])
    page = organiser.post(f"/c/kennel/nights/{first.pk}/series-end/", follow=True).content.decode()
    assert "2 nights with answers called off." in page
    assert [row.reason for row in nights()] == ["", "Holiday", "", *["The series has ended"] * 2]


def test_a_series_keeps_its_hour_when_the_clocks_change(organiser: Client, kennel: Club) -> None:
    kennel.time_zone = "Europe/London"
    kennel.save()
    organiser.post(NEW, FORM | {"day": "2027-03-25", "until": "2027-04-01", "sure": "1"})
    assert [f"{row.starts_at:%m-%d %H:%M}" for row in nights()] == ["03-25 19:30", "04-01 18:30"]
    page = organiser.get(f"/c/kennel/nights/{nights()[0].pk}/series/").content.decode()
    words = " ".join(page.split())
    assert "Times are Europe/London" in words
    assert "Nights stay at 19:30 when the clocks change on 28 March." in words


def test_a_night_that_moves_is_the_same_one_in_calendars(organiser: Client) -> None:
    organiser.post(NEW, THREE | {"sure": "1"})
    was = _events(organiser)
    moved = nights()[1]
    organiser.post(f"/c/kennel/nights/{moved.pk}/edit/", FORM | {"day": "2026-12-04"})
    now = _events(organiser)
    assert now.keys() == was.keys()
    assert [now[uid]["sequence"] - was[uid]["sequence"] for uid in was] == [0, 1, 0]
    moved.refresh_from_db()
    assert moved.series == nights()[0].series


def _events(client: Client) -> dict[str, Any]:
    found: Any = Calendar.from_ical(client.get("/c/kennel/nights.ics").content)
    return {str(event["uid"]): event for event in found.events}


def test_nobody_ends_what_is_no_series(organiser: Client, kennel: Club) -> None:
    night = Night.objects.create(club=kennel, starts_at=timezone.now())
    assert organiser.post(f"/c/kennel/nights/{night.pk}/series-end/").status_code == 404
    assert organiser.get(f"/c/kennel/nights/{night.pk}/series/").status_code == 404
