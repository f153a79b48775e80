"""The pages of webhooks: adding one, its secret, deliveries, a test message, pausing and removing."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.models import Club
from dogclub.jobs.run import run
from dogclub.models import Job, Webhook
from dogclub.notify.webhooks.addresses import INSIDE
from dogclub.notify.webhooks.management import MAX_WEBHOOKS, NO_ADDRESS, TOO_MANY
from tests.dogclub.notify.webhooks.conftest import a_hook
from tests.dogclub.notify.webhooks.listener import Listener
from tests.factory import a_club

pytestmark = pytest.mark.django_db
HOOKS = "/c/kennel/hooks/"
BOTH = ["match.finished", "trophy.moved"]


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(HOOKS + path, body)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_the_secret_is_shown_once(organiser: Client) -> None:
    answer = post(organiser, "new/", url="https://dogs.example/told", events=BOTH)
    hook = Webhook.objects.get()
    assert (hook.url, hook.events) == ("https://dogs.example/told", BOTH)
    assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{32}", hook.secret)
    assert hook.secret in text(answer)
    assert answer["Cache-Control"] == "private, no-store"
    for page in (HOOKS, f"{HOOKS}{hook.pk}/"):
        assert hook.secret not in text(organiser.get(page))


WRONG = [
    ({"url": "", "events": BOTH}, NO_ADDRESS),
    ({"url": "ftp://dogs.example/", "events": BOTH}, NO_ADDRESS),
    ({"url": "https://otto:bone@dogs.example/", "events": BOTH}, NO_ADDRESS),
    ({"url": "javascript:alert(1)", "events": BOTH}, NO_ADDRESS),
    ({"url": "http://\u2603.example/", "events": BOTH}, NO_ADDRESS),
    ({"url": "http://169.254.169.254/latest/", "events": BOTH}, INSIDE),
    ({"url": "http://localhost:6379/", "events": BOTH}, INSIDE),
    ({"url": "http://[::1]/", "events": BOTH}, INSIDE),
    ({"url": "https://dogs.example/"}, "Choose at least one."),
    ({"url": "https://dogs.example/", "events": ["match.eaten"]}, "Select a valid choice"),
]


@pytest.mark.parametrize(("body", "words"), WRONG)
def test_what_is_wrong_is_said_and_nothing_written(
    organiser: Client, settings: Settings, body: dict[str, Any], words: str
) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = False
    answer = post(organiser, "new/", **body)
    assert answer.status_code == 422
    assert str(words) in text(answer)
    assert not Webhook.objects.exists()


def test_there_are_enough_of_them_some_time(organiser: Client, club: Club) -> None:
    for number in range(MAX_WEBHOOKS):
        a_hook(club, f"https://dogs.example/{number}")
    answer = post(organiser, "new/", url="https://dogs.example/", events=BOTH)
    assert (answer.status_code, str(TOO_MANY) in text(answer)) == (422, True)


def test_a_test_is_sent_and_its_answer_shown(organiser: Client, hook: Webhook, listener: Listener) -> None:
    listener.answers = [(201, "<b>Thanks</b>")]
    post(organiser, f"{hook.pk}/test/")
    run(Job.objects.get().pk)
    assert listener.events == ["hook.test"]
    assert listener.heard[0].is_signed_with(hook.secret)
    answer = organiser.get(f"{HOOKS}{hook.pk}/").content.decode()
    assert "201 &lt;b&gt;Thanks&lt;/b&gt;" in answer


def test_a_test_that_fails_says_why_at_once(organiser: Client, hook: Webhook, listener: Listener) -> None:
    listener.answers = [(503, "Asleep")]
    post(organiser, f"{hook.pk}/test/")
    run(Job.objects.get().pk)
    assert Job.objects.get().state == Job.State.FAILED
    assert "It answered 503: Asleep" in text(organiser.get(f"{HOOKS}{hook.pk}/"))


def test_a_paused_one_says_why_and_can_be_told_again(organiser: Client, hook: Webhook) -> None:
    Webhook.objects.update(paused_at=timezone.now(), paused_because="It answered 500.")
    assert "It answered 500." in text(organiser.get(f"{HOOKS}{hook.pk}/"))
    assert "paused" in text(organiser.get(HOOKS))
    post(organiser, f"{hook.pk}/resume/")
    hook.refresh_from_db()
    assert (hook.paused_at, hook.paused_because) == (None, "")


def test_a_removed_one_is_not_there_any_more(organiser: Client, hook: Webhook) -> None:
    assert post(organiser, f"{hook.pk}/remove/").headers["Location"] == HOOKS
    assert organiser.get(f"{HOOKS}{hook.pk}/").status_code == 404
    assert hook.url not in text(organiser.get(HOOKS))


def test_that_of_another_club_is_not_there(organiser: Client) -> None:
    other = a_hook(a_club("friday"), "https://dogs.example/")
    assert organiser.get(f"{HOOKS}{other.pk}/").status_code == 404
    assert post(organiser, f"{other.pk}/remove/").status_code == 404


def test_deliveries_are_not_listed_in_the_office(organiser: Client, hook: Webhook) -> None:
    post(organiser, f"{hook.pk}/test/")
    assert "Calling a webhook" not in text(organiser.get("/c/kennel/office/"))
