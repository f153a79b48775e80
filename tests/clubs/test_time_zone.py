"""A club's own time zone: chosen, validated, and used wherever a date or time is shown or read."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from clubs.links.tokens import sign
from clubs.models import Attendance, Club, Night, Role, SpectatorLink
from clubs.models.calendar import club_day
from clubs.settings.forms import SettingsForm
from clubs.time_zone import clock_of
from games.consequences.follow import rebuild
from tests.factory import a_club, a_match, some_players
from tests.people import SignIn

pytestmark = pytest.mark.django_db
START = datetime(2099, 7, 2, 18, 30, tzinfo=UTC)
FORM = {"name": "Kennel", "confirm": "0", "grace_minutes": "10", "all_time": "wins", "sharing": "members"}


@pytest.fixture
def auckland(kennel: Club) -> Club:
    kennel.time_zone = "Pacific/Auckland"
    kennel.save()
    return kennel


def test_an_owner_chooses_one(kennel: Club, sign_in: SignIn) -> None:
    owner = sign_in(Role.OWNER)
    page = owner.get("/c/kennel/settings/").content.decode()
    assert '<optgroup label="Europe">' in page
    assert f"The server’s: {settings.TIME_ZONE}" in page
    assert owner.post("/c/kennel/settings/", FORM | {"time_zone": "Pacific/Auckland"}).status_code == 302
    kennel.refresh_from_db()
    assert kennel.time_zone == "Pacific/Auckland"


def test_planned_nights_move_with_it_where_that_is_ticked(auckland: Club, sign_in: SignIn) -> None:
    planned, begun, over = (Night.objects.create(club=auckland, starts_at=START) for _ in range(3))
    Attendance.objects.create(night=begun, player=some_players(auckland, 1)[0], arrived_at=START)
    Night.objects.filter(pk=over.pk).update(closed_at=START)
    owner = sign_in(Role.OWNER)
    owner.post("/c/kennel/settings/", FORM | {"time_zone": "Europe/Lisbon"})
    assert set(Night.objects.values_list("starts_at", flat=True)) == {START}
    owner.post("/c/kennel/settings/", FORM | {"time_zone": "Pacific/Auckland", "move_nights": "on"})
    planned.refresh_from_db()
    # The planned night stays at 19:30: it was so in Lisbon and is so in Auckland.
    assert (planned.starts_at, planned.revision) == (datetime(2099, 7, 2, 7, 30, tzinfo=UTC), 1)
    assert {*Night.objects.exclude(pk=planned.pk).values_list("starts_at", "revision")} == {(START, 0)}


@pytest.mark.parametrize("wrong", ["Kennel/Basket", "../etc/passwd", "Europe", "Europe/Lisbon\0"])
def test_what_is_no_time_zone_is_refused(kennel: Club, sign_in: SignIn, wrong: str) -> None:
    refused = sign_in(Role.OWNER).post("/c/kennel/settings/", FORM | {"time_zone": wrong})
    assert "Choose a time zone from the list" in refused.content.decode()
    kennel.refresh_from_db()
    assert (kennel.time_zone, kennel.name) == ("", "The Thursday Kennel")


def test_pages_show_and_read_the_clubs_time(auckland: Club, sign_in: SignIn) -> None:
    night = Night.objects.create(club=auckland, starts_at=START)
    organiser = sign_in(Role.ORGANISER)
    page = organiser.get(f"/c/kennel/nights/{night.pk}/edit/").content.decode()
    assert 'value="2099-07-03"' in page
    assert 'value="06:30"' in page
    organiser.post("/c/kennel/nights/new/", {"day": "2099-08-06", "time": "19:30"})
    assert Night.objects.latest("pk").starts_at == datetime(2099, 8, 6, 7, 30, tzinfo=UTC)


def test_the_next_request_has_the_clock_of_its_own_club(auckland: Club, sign_in: SignIn) -> None:
    sign_in(Role.ORGANISER).get("/c/kennel/")
    assert timezone.get_current_timezone_name() == settings.TIME_ZONE


def test_the_feed_is_in_utc_which_every_calendar_reads(auckland: Club, client: Client) -> None:
    Night.objects.create(club=auckland, starts_at=START)
    link = SpectatorLink.objects.create(club=auckland, label="Calendar")
    address = f"/watch/{sign(link.pk, 'feed')}/nights.ics"
    found = client.get(address)
    event: Any = Calendar.from_ical(found.content).events[0]
    assert event.start == START
    assert event.start.utcoffset() == timedelta(0)


def test_the_day_is_the_clubs(auckland: Club) -> None:
    with clock_of(auckland):
        assert f"{club_day(START)}" == "2099-07-03"
    assert f"{club_day(START)}" == "2099-07-02"


def test_standings_are_ranked_anew_by_the_new_clock() -> None:
    club = a_club()
    players = some_players(club, 5)
    for hour in (14, 19):
        a_match(club, players, hands=None, seed=hour, started_at=datetime(2026, 1, 8, hour, tzinfo=UTC))
    club.refresh_from_db()
    assert club.standings_clock == "UTC from 05:00"
    form = SettingsForm(FORM | {"name": club.name, "time_zone": "Pacific/Auckland"}, initial={"time_zone": ""})
    assert form.is_valid()
    with clock_of(club):
        form.save(club)
    assert Club.objects.get(pk=club.pk).standings_clock == "Pacific/Auckland from 05:00"
    assert rebuild(club, check=True) == []
