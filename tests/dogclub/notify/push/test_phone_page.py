"""The page of notifications: a browser is turned on and off, and everything is chosen and tested there."""

import pytest
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from clubs.models import Club, Role, User
from dogclub.models import Chat, EmailSettings, Job, PushDevice, PushSettings
from dogclub.notify.push.devices import MOST_DEVICES, fingerprint
from tests.dogclub.notify.push.push_service import Browser
from tests.factory import a_member

pytestmark = pytest.mark.django_db
PAGE, ENDPOINT = "/c/kennel/phone/", "https://push.example/send/abcdefgh"


@pytest.fixture
def user(client: Client, club: Club) -> User:
    user = a_member(club, Role.MEMBER)
    client.force_login(user)
    return user


def turn_on(client: Client, endpoint: str = ENDPOINT) -> int:
    fields = {"do": "on", **Browser().subscription(endpoint)}
    return client.post(PAGE, fields, headers={"user-agent": "Firefox/133.0 (Android 14)"}).status_code


def test_a_browser_is_turned_on_encrypted_and_off(client: Client, user: User) -> None:
    assert turn_on(client) == 302
    row = PushDevice.objects.get()
    assert (row.user, row.endpoint, row.label) == (user, ENDPOINT, "Firefox, Android")
    with connection.cursor() as cursor:
        cursor.execute("SELECT endpoint, auth FROM dogclub_pushdevice")
        assert "push.example" not in str(cursor.fetchall())
    page = client.get(PAGE).content.decode()
    assert f'data-known="{row.fingerprint}"' in page
    assert "Firefox, Android" in page
    client.post(PAGE, {"do": "forget", "endpoint": ENDPOINT})
    assert not PushDevice.objects.exists()


def test_a_shared_browser_is_of_whoever_turned_it_on_last(client: Client, user: User, club: Club) -> None:
    turn_on(client)
    other = a_member(club, Role.OWNER)
    client.force_login(other)
    turn_on(client)
    assert PushDevice.objects.get().user == other


def test_nobody_turns_anothers_browser_off(client: Client, user: User, club: Club) -> None:
    turn_on(client)
    client.force_login(a_member(club, Role.OWNER))
    client.post(PAGE, {"do": "forget", "endpoint": ENDPOINT})
    assert PushDevice.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"p256dh": "xx"},
        {"auth": ""},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://push.example/" + "x" * 500},
    ],
)
def test_a_subscription_that_is_none_is_refused(
    client: Client, user: User, settings: Settings, fields: dict[str, str]
) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = False
    body = {"do": "on", **Browser().subscription(ENDPOINT), **fields}
    assert client.post(PAGE, body).status_code == 400
    assert not PushDevice.objects.exists()


def test_the_oldest_browsers_are_forgotten(client: Client, user: User) -> None:
    for number in range(MOST_DEVICES + 2):
        turn_on(client, f"{ENDPOINT}{number}")
    assert PushDevice.objects.count() == MOST_DEVICES
    assert PushDevice.objects.first().endpoint == f"{ENDPOINT}2"  # type: ignore[union-attr]


def test_kinds_and_quiet_hours_are_chosen(client: Client, user: User) -> None:
    assert client.post(PAGE, {"seat": "on", "quiet_from": "23", "quiet_until": "7"}).status_code == 302
    row = PushSettings.objects.get()
    assert (row.night, row.seat, row.quiet_from, row.quiet_until) == (False, True, 23, 7)
    client.post(PAGE, {"do": "off"})
    assert not PushSettings.objects.get().seat
    assert client.post(PAGE, {"quiet_from": "24", "quiet_until": "7"}).status_code == 422


def test_emails_are_chosen_in_the_same_table(client: Client, user: User, club: Club) -> None:
    page = client.get(PAGE).content.decode()
    assert 'name="emails-night" id="id_emails-night" checked' in page
    assert "emails-digest" not in page and "emails-seat" not in page
    hours = {"quiet_from": "23", "quiet_until": "7"}
    client.post(PAGE, {"emails": "on", "emails-report": "on", "night": "on", **hours})
    emails = EmailSettings.objects.get()
    assert (emails.night, emails.report, emails.digest_hour) == (False, True, 9)
    client.post(PAGE, hours)  # a page of before knew no emails
    assert EmailSettings.objects.get().report
    client.post(PAGE, {"do": "off"})
    assert not EmailSettings.objects.get().report


def test_where_results_go_to_a_chat_it_says_so(client: Client, user: User, club: Club) -> None:
    assert "posted to the club’s" not in client.get(PAGE).content.decode()
    Chat.objects.create(club=club, service="discord", url="https://discord.com/api/webhooks/1/x", posts=["results"])
    assert "posted to the club’s Discord" in client.get(PAGE).content.decode()


def test_a_test_goes_to_this_browser_alone_and_not_too_often(client: Client, user: User) -> None:
    turn_on(client)
    turn_on(client, f"{ENDPOINT}2")
    statuses = [client.post(PAGE, {"do": "test", "endpoint": ENDPOINT}).status_code for _ in range(21)]
    assert statuses == [302] * 20 + [429]
    device = PushDevice.objects.get(fingerprint=fingerprint(ENDPOINT))
    assert {job.asked["device"] for job in Job.objects.all()} == {device.pk}


def test_it_is_found_beside_the_emails(client: Client, user: User) -> None:
    assert f'href="{PAGE}"' in client.get("/c/kennel/reminders/").content.decode()
