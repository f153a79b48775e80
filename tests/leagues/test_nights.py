"""The calendar of nights: added, moved while allowed, called off, listed by season."""

from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from clubs.calendar.nights import (
    AROUND,
    Refused,
    arrive,
    call_off,
    expect,
    go_home,
    late_by,
    season_of,
    stay_away,
    tonight,
)
from clubs.models import Attendance, Club, Night, Player, Role, Season
from tests.counting import queries
from tests.people import SignIn

pytestmark = pytest.mark.django_db
FORM = {"day": "2026-11-26", "time": "19:30", "place": "Kennel Lane 7", "name": "", "note": ""}
NOW = "2026-11-26T19:00:00Z"


@pytest.fixture
def organiser(sign_in: SignIn) -> Client:
    return sign_in(Role.ORGANISER)


def a_night(club: Club, start: str = "2026-11-26T19:30Z") -> Night:
    return Night.objects.create(club=club, starts_at=datetime.fromisoformat(start))


def bea(club: Club) -> Player:
    return Player.objects.create(club=club, name="Bea Marlowe")


def test_an_empty_calendar_says_what_to_do_first(organiser: Client, sign_in: SignIn) -> None:
    assert "Plan the first night" in organiser.get("/c/kennel/nights/").content.decode()
    page = sign_in(Role.MEMBER).get("/c/kennel/nights/").content.decode()
    assert "No night in the calendar yet" in page
    assert "nights/new/" not in page


def test_a_night_finds_its_season_by_its_day(organiser: Client, kennel: Club) -> None:
    season = Season.objects.create(
        club=kennel, name="Autumn 2026", starts_on=date(2026, 9, 1), ends_on=date(2026, 12, 31)
    )
    organiser.post("/c/kennel/nights/new/", FORM)
    night = Night.objects.get()
    assert (night.season, night.place, night.title) == (season, "Kennel Lane 7", "Thursday night")
    organiser.post(f"/c/kennel/nights/{night.pk}/edit/", FORM | {"day": "2027-01-07"})
    night.refresh_from_db()
    assert night.season is None
    assert season_of(kennel, date(2026, 9, 1)) == season


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("day", "", "Enter the day."),
        ("day", "yesterday", "Enter the day as"),
        ("day", "0001-01-01", "outside the calendar"),
        ("time", "", "Enter the start time."),
        ("time", "late", "Enter the time as"),
        ("name", "x" * 61, "At most 60 characters"),
        ("place", "x" * 81, "At most 80 characters"),
        ("note", "x" * 301, "At most 300 characters"),
        ("name", "Bea\x07", "unprintable character"),
    ],
)
def test_what_is_wrong_with_a_night_stands_at_its_field(organiser: Client, field: str, value: str, says: str) -> None:
    page = organiser.post("/c/kennel/nights/new/", FORM | {field: value})
    assert page.status_code == 422
    assert says in page.content.decode()
    assert not Night.objects.exists()


@pytest.mark.parametrize("repeat", ["", "weekly"])
def test_no_night_begins_at_an_hour_the_clocks_skip(organiser: Client, repeat: str) -> None:
    Club.objects.update(time_zone="Europe/London")
    skipped = FORM | {"day": "2027-03-28", "time": "01:30", "repeat": repeat, "until": "2027-04-25" if repeat else ""}
    page = organiser.post("/c/kennel/nights/new/", skipped)
    assert page.status_code == 422
    sentence = "The clocks go forward on 28 March 2027: there is no 01:30 on that day. Choose another time."
    assert sentence in page.content.decode()
    assert not Night.objects.exists()
    assert organiser.post("/c/kennel/nights/new/", skipped | {"time": "02:30"}).status_code != 422


@pytest.mark.parametrize(
    ("repeat", "first", "day"),
    [
        ("weekly", "2027-03-14", "28 March 2027"),
        ("two-weekly", "2027-02-28", "28 March 2027"),
        ("monthly", "2026-12-27", "28 March 2027"),
        ("last", "2027-01-10", "28 March 2027"),
    ],
)
def test_a_later_night_of_a_series_is_named_when_the_clocks_skip_its_hour(
    organiser: Client, repeat: str, first: str, day: str
) -> None:
    Club.objects.update(time_zone="Europe/London")
    form = FORM | {"day": first, "time": "01:30", "repeat": repeat, "until": "2027-04-25"}
    page = organiser.post("/c/kennel/nights/new/", form)
    assert page.status_code == 422
    assert f"The clocks go forward on {day}: there is no 01:30 on that day." in page.content.decode()
    assert organiser.post("/c/kennel/nights/new/", form | {"until": "2027-03-27"}).status_code != 422


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("day", "2027-02-30", "There is no 30 February 2027: enter a day up to the 28th."),
        ("day", "2028-02-30", "There is no 30 February 2028: enter a day up to the 29th."),
        ("day", "2027-13-01", "There is no month 13: enter one from 1 to 12."),
        ("day", "2027-04-31", "There is no 31 April 2027: enter a day up to the 30th."),
        ("day", "0000-04-01", "There is no year 0: enter the day as 2026-11-26."),
        ("day", "soon", "Enter the day as 2026-11-26."),
        ("until", "2027-04-31", "There is no 31 April 2027: enter a day up to the 30th."),
    ],
)
def test_a_day_that_no_calendar_has_is_named(organiser: Client, field: str, value: str, sentence: str) -> None:
    page = organiser.post("/c/kennel/nights/new/", FORM | {"repeat": "weekly", "until": "2027-04-25"} | {field: value})
    assert (page.status_code, sentence in page.content.decode()) == (422, True)
    assert f'value="{value}"' in page.content.decode()


def test_two_nights_do_not_start_at_the_same_moment(organiser: Client) -> None:
    for status in (302, 422):
        assert organiser.post("/c/kennel/nights/new/", FORM).status_code == status
    assert Night.objects.count() == 1


def test_the_next_night_is_proposed_a_week_later_at_the_same_place(organiser: Client) -> None:
    organiser.post("/c/kennel/nights/new/", FORM)
    with time_machine.travel("2026-12-01T12:00Z"):
        page = organiser.get("/c/kennel/nights/new/").content.decode()
    assert 'value="2026-12-03"' in page
    assert 'value="19:30"' in page
    assert 'value="Kennel Lane 7"' in page


def test_what_is_saved_says_whether_it_is_a_new_night(organiser: Client, kennel: Club) -> None:
    new = organiser.post("/c/kennel/nights/new/", FORM, follow=True).content.decode()
    assert "Night added." in new
    edit = f"/c/kennel/nights/{Night.objects.get().pk}/edit/"
    changed = organiser.post(edit, FORM | {"note": "Bring pencils."}, follow=True).content.decode()
    assert "Night added." not in changed
    assert "Saved." in changed


def test_the_start_may_move_until_somebody_is_here(organiser: Client, kennel: Club) -> None:
    night = a_night(kennel)
    edit = f"/c/kennel/nights/{night.pk}/edit/"
    assert organiser.post(edit, FORM | {"time": "20:00"}).status_code == 302
    arrive(night, [bea(kennel)])
    page = organiser.post(edit, FORM | {"time": "20:30"})
    assert page.status_code == 422
    assert "can’t change any more: somebody is here already" in page.content.decode()
    assert organiser.post(edit, FORM | {"time": "20:00", "note": "Bring pencils."}).status_code == 302
    night.refresh_from_db()
    assert (night.starts_at.hour, night.note) == (20, "Bring pencils.")


def test_a_night_is_called_off_and_on_again_but_not_over_somebody(organiser: Client, kennel: Club) -> None:
    night = a_night(kennel)
    off = f"/c/kennel/nights/{night.pk}/call-off/"
    organiser.post(off)
    night.refresh_from_db()
    assert night.called_off_at
    assert "called off" in organiser.get("/c/kennel/nights/").content.decode()
    organiser.post(off, {"on": "1"})
    arrive(night, [bea(kennel)])
    assert "close the night instead" in organiser.post(off, follow=True).content.decode()
    night.refresh_from_db()
    assert night.called_off_at is None
    with pytest.raises(Refused):
        call_off(night)


def test_the_list_has_the_next_night_first_and_the_old_ones_by_season(organiser: Client, kennel: Club) -> None:
    autumn = Season.objects.create(
        club=kennel, name="Autumn 2026", starts_on=date(2026, 9, 1), ends_on=date(2026, 12, 31)
    )
    for day, season in (("03", autumn), ("10", autumn)):
        night = a_night(kennel, f"2026-09-{day}T19:30Z")
        Night.objects.filter(pk=night.pk).update(season=season)
    a_night(kennel, "2026-08-06T19:30Z")
    for day in ("17", "10"):
        a_night(kennel, f"2026-12-{day}T19:30Z")
    with time_machine.travel("2026-11-01T12:00Z"):
        page = organiser.get("/c/kennel/nights/").content.decode()
    order = [
        page.index(day) for day in ("10 Dec", "17 Dec", "Autumn 2026", "10 Sep", "3 Sep", "Between seasons", "6 Aug")
    ]
    assert order == sorted(order)


def test_a_long_calendar_comes_in_pages_and_costs_the_same(organiser: Client, kennel: Club) -> None:
    a_night(kennel, "2020-01-01T19:30Z")
    before = queries(organiser, "/c/kennel/nights/")
    start = timezone.now() - timedelta(days=1000)
    Night.objects.bulk_create(Night(club=kennel, starts_at=start + timedelta(days=day)) for day in range(120))
    assert queries(organiser, "/c/kennel/nights/") == before
    assert "Page 1 of 3" in organiser.get("/c/kennel/nights/").content.decode()


@time_machine.travel(NOW, tick=False)
def test_tonight_is_the_night_whose_start_is_nearest(kennel: Club) -> None:
    assert tonight(kennel) is None
    for start in ("2026-11-25T19:30Z", "2026-12-03T19:30Z"):
        a_night(kennel, start)
    assert tonight(kennel) is None
    night = a_night(kennel)
    afternoon = a_night(kennel, "2026-11-26T14:00Z")
    assert tonight(kennel) == night
    assert tonight(kennel, afternoon.starts_at) == afternoon
    assert tonight(kennel, night.starts_at + AROUND) is None
    Night.objects.filter(pk=night.pk).update(closed_at=timezone.now())
    assert tonight(kennel) == afternoon


@time_machine.travel(NOW, tick=False)
def test_whoever_was_here_keeps_the_first_arrival(kennel: Club) -> None:
    night, dog = a_night(kennel), bea(kennel)
    arrive(night, [dog])
    with time_machine.travel("2026-11-26T20:00Z", tick=False):
        go_home(night, dog)
        assert Attendance.objects.get().state == "left"
        arrive(night, [dog])
    row = Attendance.objects.get()
    assert (row.state, row.left_at, row.arrived_at) == ("here", None, datetime.fromisoformat(NOW))


@time_machine.travel(NOW, tick=False)
def test_late_and_away_forget_an_arrival_that_was_a_slip(kennel: Club) -> None:
    night, dog = a_night(kennel), bea(kennel)
    arrive(night, [dog])
    expect(night, dog)
    row = Attendance.objects.get()
    assert (row.arrived_at, row.expected_at) == (None, datetime.fromisoformat("2026-11-26T20:00:00Z"))
    stay_away(night, dog)
    assert Attendance.objects.get().expected_at is None
    go_home(night, dog)
    assert Attendance.objects.get().state == "away"


def test_minutes_count_from_the_first_bark(kennel: Club) -> None:
    night = a_night(kennel)
    assert late_by(night, night.starts_at + timedelta(minutes=12, seconds=40)) == 12
    assert late_by(night, night.starts_at - timedelta(minutes=3)) == -3
