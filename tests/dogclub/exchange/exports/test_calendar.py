"""The iCalendar feed of nights: its events, and who may read it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from clubs.calendar.nights import call_off, reinstate
from clubs.links.tokens import sign
from clubs.models import Club, Night, Role, SpectatorLink
from dogclub.exchange.exports.pages import FEED_PURPOSE, LABEL
from leagues.models import Playoff
from tests.counting import queries
from tests.factory import a_club, a_member
from tests.nights import a_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club(history_is_open=True)


def read(client: Client, club: Club) -> Calendar:
    answer = client.get(reverse("nights-ics", args=[club.slug]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(answer.content)
    assert isinstance(found, Calendar)
    return found


def events(client: Client, club: Club) -> list[Any]:
    return list(read(client, club).events)


def first_of(content: bytes) -> Any:
    found: Any = Calendar.from_ical(content)
    return found.events[0]


def edit(client: Client, night: Night, **fields: Any) -> None:
    local = timezone.localtime(night.starts_at)
    form = {
        "day": f"{local:%Y-%m-%d}",
        "time": f"{local:%H:%M}",
        "place": night.place,
        "name": night.name,
        "note": night.note,
    }
    answer = client.post(reverse("night-edit", args=[night.club.slug, night.pk]), form | fields)
    assert answer.status_code == 302


def test_a_night_is_an_event_in_utc_which_every_calendar_reads(client: Client, club: Club) -> None:
    start = datetime(2099, 7, 2, 18, 30, tzinfo=UTC)
    night = Night.objects.create(club=club, starts_at=start, place="Bark & Co; upstairs, left", note="Bring\ncake, 🎂")
    Club.objects.update(time_zone="Europe/Berlin")
    (event,) = events(client, club)
    assert event.start == start
    content = client.get(reverse("nights-ics", args=[club.slug])).content
    assert b"DTSTART:20990702T183000Z" in content
    assert b"TZID" not in content
    assert str(event["location"]) == "Bark & Co; upstairs, left"
    assert str(event["description"]) == "Bring\ncake, 🎂"
    assert str(event["summary"]) == f"{night.title}, {club.name}"
    assert str(event["url"]) == f"http://testserver{night.get_absolute_url()}"
    assert (str(event["status"]), int(event["sequence"])) == ("CONFIRMED", 0)
    assert event.end - event.start == timedelta(hours=4)


def test_a_calendar_says_in_which_language_it_is(client: Client, club: Club) -> None:
    for language, said in (("de", "DE"), ("en-US", "EN")):
        answer = client.get(reverse("nights-ics", args=[club.slug]), headers={"Accept-Language": language})
        assert f"PRODID:-//Dog Club//Nights//{said}".encode() in answer.content


def test_a_change_keeps_the_id_and_raises_the_number(client: Client, club: Club) -> None:
    night = a_night(club, 60 * 24)
    before = events(client, club)[0]
    client.force_login(a_member(club, Role.ORGANISER))
    edit(client, night)
    assert int(events(client, club)[0]["sequence"]) == 0
    Night.objects.update(changed_at=night.changed_at - timedelta(hours=1))
    edit(client, night, place="Elsewhere")
    after = events(client, club)[0]
    assert after["uid"] == before["uid"]
    assert int(after["sequence"]) == 1
    assert after["last-modified"].dt >= before["last-modified"].dt
    assert str(after["location"]) == "Elsewhere"


def test_the_id_does_not_hang_on_the_address_it_was_asked_by(client: Client, club: Club, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    a_night(club, 60)
    address = reverse("nights-ics", args=[club.slug])
    found = [client.get(address, headers={"host": host}).content for host in ("kennel.local", "192.168.0.7")]
    first, second = (first_of(content) for content in found)
    assert first["url"] != second["url"]
    assert first["uid"] == second["uid"]


def test_a_night_called_off_is_cancelled_and_may_come_back(client: Client, club: Club) -> None:
    night = a_night(club, 60 * 24)
    call_off(night)
    (event,) = events(client, club)
    assert (str(event["status"]), int(event["sequence"])) == ("CANCELLED", 1)
    assert str(event["summary"]).startswith("Called off: ")
    reinstate(night)
    (event,) = events(client, club)
    assert (str(event["status"]), int(event["sequence"])) == ("CONFIRMED", 2)


def test_play_offs_are_named_until_they_are_called_off(client: Client, club: Club) -> None:
    night = a_night(club, 60, note="Bring pens.")
    playoff = Playoff.objects.create(club=club, night=night, kind=Playoff.Kind.GROUPS, game="dirty-dog")
    (event,) = events(client, club)
    assert str(event["description"]) == "Bring pens.\nDirty Dog: groups and final tables."
    assert int(event["sequence"]) == 1
    playoff.called_off_at = timezone.now()
    playoff.save()
    (event,) = events(client, club)
    assert str(event["description"]) == "Bring pens."
    assert int(event["sequence"]) == 2


def test_nights_of_long_ago_are_left_out(client: Client, club: Club) -> None:
    a_night(club, -60 * 24 * 500)
    a_night(club, -60 * 24 * 300)
    assert len(events(client, club)) == 1


def test_a_club_without_nights_has_a_calendar(client: Client, club: Club) -> None:
    assert events(client, club) == []
    assert str(read(client, club)["x-wr-calname"]) == f"{club.name}: nights"


def test_who_has_it_already_is_told_so(client: Client, club: Club) -> None:
    night = a_night(club, 60)
    address = reverse("nights-ics", args=[club.slug])
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    call_off(night)
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_who_has_it_in_other_words_gets_it_anew(client: Client, club: Club) -> None:
    night = a_night(club, 60)
    Playoff.objects.create(club=club, night=night, kind=Playoff.Kind.GROUPS, game="dirty-dog")
    address = reverse("nights-ics", args=[club.slug])
    tag = client.get(address)["ETag"]
    german = client.get(address, headers={"If-None-Match": tag, "Accept-Language": "de"})
    assert german.status_code == 200
    assert str(first_of(german.content)["summary"]) != str(events(client, club)[0]["summary"])
    club.terms = {"game-dirty-dog": "Bad Dog"}
    club.save()
    renamed = client.get(address, headers={"If-None-Match": tag})
    assert renamed.status_code == 200
    assert "Bad Dog" in str(first_of(renamed.content)["description"])


def test_many_nights_cost_no_more_than_one(client: Client, club: Club) -> None:
    a_night(club, 60)
    address = reverse("nights-ics", args=[club.slug])
    few = queries(client, address)
    for day in range(2, 50):
        night = a_night(club, 60 * 24 * day)
        Playoff.objects.create(club=club, night=night, kind=Playoff.Kind.GROUPS, game="dirty-dog")
    assert queries(client, address) == few


def test_a_closed_club_opens_a_door_and_may_close_it(client: Client) -> None:
    club = a_club("shut")
    a_night(club, 60)
    assert client.get(reverse("nights-ics", args=[club.slug])).status_code == 302
    client.force_login(a_member(club, Role.ORGANISER))
    page = reverse("feeds", args=[club.slug])
    assert "webcal:" not in client.get(page).content.decode()
    for _ in range(2):
        assert client.post(reverse("feeds-open", args=[club.slug])).status_code == 302
    row = SpectatorLink.objects.get(club=club, label=LABEL)
    address = reverse("link-nights", args=[sign(row.pk, FEED_PURPOSE)])
    text = client.get(page).content.decode()
    assert f'href="webcal://testserver{address}"' in text
    stranger = Client()
    assert first_of(stranger.get(address).content)["url"]
    assert stranger.get(reverse("link-results", args=[sign(row.pk, FEED_PURPOSE), "rss"])).status_code == 200
    client.post(reverse("watch-revoke", args=[club.slug, row.pk]))
    assert stranger.get(address).status_code == 410
    assert "webcal:" not in client.get(page).content.decode()


def test_only_its_own_key_fits_the_door(client: Client) -> None:
    row = SpectatorLink.objects.create(club=a_club("shut"), label=LABEL)
    for token in (sign(row.pk, "watch"), sign(row.pk, FEED_PURPOSE) + "x", "nonsense"):
        assert client.get(reverse("link-nights", args=[token])).status_code == 404
    assert client.get(reverse("watch", args=[sign(row.pk, FEED_PURPOSE)])).status_code == 404


def test_members_see_the_door_but_do_not_make_one(client: Client) -> None:
    club = a_club("shut")
    client.force_login(a_member(club))
    assert "Ask an organiser" in client.get(reverse("feeds", args=[club.slug])).content.decode()
    assert client.post(reverse("feeds-open", args=[club.slug])).status_code == 403


def test_one_night_is_a_file_with_the_same_entry(client: Client, club: Club) -> None:
    night = a_night(club, minutes=600, place="The barn")
    a_night(club, minutes=900)
    answer = client.get(reverse("night-ics", args=[club.slug, night.pk]))
    assert answer["Content-Disposition"] == 'inline; filename="night.ics"'
    found: Any = Calendar.from_ical(answer.content)
    (event,) = found.events
    assert event["uid"] in {each["uid"] for each in events(client, club)}
    assert event["location"] == "The barn"


def test_a_night_of_another_club_is_no_file(client: Client, club: Club) -> None:
    other = a_night(a_club("other-kennel", history_is_open=True), minutes=600)
    assert client.get(reverse("night-ics", args=[club.slug, other.pk])).status_code == 404
