"""The page of a club's chat: the address is a secret, a test shows what came of it, and saving ends a stop."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.models import Club, Night, Role
from dogclub.jobs.run import run
from dogclub.models import Chat, Job
from tests.dogclub.notify.webhooks.listener import Listener
from tests.nights import keeper

pytestmark = pytest.mark.django_db
URL = "https://discord.com/api/webhooks/118400000001/abcdefghijklmnop"
PAGE = "/c/kennel/chat/"


@pytest.fixture
def organiser(client: Client, club: Club) -> Client:
    return keeper(client, club, Role.ORGANISER)


def form(**fields: object) -> dict[str, object]:
    return {"service": "discord", "url": URL, "posts": ["results"], **fields}


def test_the_address_is_encrypted_and_never_shown_whole(organiser: Client) -> None:
    assert organiser.post(PAGE, form()).status_code == 302
    row = Chat.objects.get()
    assert (row.url, row.service, row.posts) == (URL, "discord", ["results"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT url FROM dogclub_chat")
        assert "abcdefgh" not in str(cursor.fetchall())
    page = organiser.get(PAGE).content.decode()
    assert "https://discord.com/api/webhooks/1184…/…" in page
    assert "abcdefgh" not in page
    assert "118400000001" not in page


def test_what_is_posted_changes_without_the_address(organiser: Client) -> None:
    organiser.post(PAGE, form())
    assert organiser.post(PAGE, form(url="", posts=["draw", "night"])).status_code == 302
    row = Chat.objects.get()
    assert (row.url, row.posts) == (URL, ["draw", "night"])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"url": ""}, "Enter a URL that begins with https://"),
        ({"url": "https://hooks.slack.com/services/T0/B0/x"}, "This is no address for posts of Discord."),
        ({"service": "slack"}, "This is no address for posts of Slack."),
        ({"service": "mattermost", "url": "https://127.0.0.1/hooks/x"}, "in the server’s own network"),
        ({"service": "mattermost", "url": "http://chat.example/hooks/x"}, "Use https://"),
        ({"service": "pigeon"}, "is not one of the available choices"),
        ({"posts": []}, "Choose at least one."),
    ],
)
def test_what_is_wrong_is_said_beside_it(
    organiser: Client, settings: Settings, fields: dict[str, object], words: str
) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = False
    response = organiser.post(PAGE, form(**fields))
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Chat.objects.exists()


def test_another_service_needs_its_own_address(organiser: Client) -> None:
    organiser.post(PAGE, form())
    assert organiser.post(PAGE, form(service="slack", url="")).status_code == 422
    assert Chat.objects.get().service == "discord"


def test_a_test_shows_that_it_arrived(organiser: Client, chat: Chat, listener: Listener) -> None:
    organiser.post(PAGE, {"do": "test"})
    run(Job.objects.get().pk)
    assert listener.heard[0].said["text"] == "A test from The Thursday Kennel"
    page = organiser.get(PAGE).content.decode()
    assert "A test" in page
    assert "200 Woof." in page


def test_a_test_that_fails_stops_nothing(organiser: Client, chat: Chat, listener: Listener) -> None:
    listener.answers = [(404, "no_service")]
    organiser.post(PAGE, {"do": "test"})
    run(Job.objects.get().pk)
    assert Chat.objects.get().paused_at is None
    assert "It answered 404: no_service" in organiser.get(PAGE).content.decode()


def test_tests_are_limited(organiser: Client, chat: Chat) -> None:
    statuses = [organiser.post(PAGE, {"do": "test"}).status_code for _ in range(21)]
    assert statuses == [302] * 20 + [429]


def test_a_stop_is_said_here_and_under_manage_and_saving_ends_it(organiser: Client, chat: Chat) -> None:
    Chat.objects.update(paused_at=timezone.now(), paused_because="It answered 404: no_service", service="matrix")
    assert "It answered 404: no_service" in organiser.get(PAGE).content.decode()
    manage = organiser.get("/c/kennel/manage/").content.decode()
    assert re.search(r'class="is-wrong">(<bdi>)?Stopped', manage)
    assert organiser.post(PAGE, form(service="matrix", url="", posts=["results"])).status_code == 302
    row = Chat.objects.get()
    assert (row.paused_at, row.paused_because) == (None, "")
    assert "Posts to Matrix" in organiser.get("/c/kennel/manage/").content.decode()


def test_stopping_forgets_the_address(organiser: Client, chat: Chat) -> None:
    organiser.post(PAGE, {"do": "stop"})
    assert not Chat.objects.exists()


def test_an_unknown_wish_is_refused(organiser: Client, chat: Chat) -> None:
    assert organiser.post(PAGE, {"do": "shout"}).status_code == 400


def test_the_preview_is_what_will_be_posted(organiser: Client, night: Night) -> None:
    page = organiser.get(PAGE).content.decode()
    assert "Night report, Thursday 26 November" in page
    assert f'src="/c/kennel/nights/{night.pk}/report/picture.png"' in page
