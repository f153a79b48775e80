"""Real requests to a real listener: signed, retried, paused after days of failure, and never to internal addresses."""

import json
import socket
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.models import Club, Player
from dogclub.jobs.run import run
from dogclub.models import Job, Webhook
from dogclub.notify.webhooks.addresses import INSIDE, UNKNOWN_HOST, UNRESOLVED, is_outside, is_plainly_inside
from dogclub.notify.webhooks.delivery import DELIVERY, FINISHED, GONE, new_secret
from dogclub.notify.webhooks.http_post import post
from tests.dogclub.notify.webhooks.conftest import a_hook
from tests.dogclub.notify.webhooks.listener import Listener
from tests.factory import a_match
from tests.loops import on_its_own
from tests.server import free_port

pytestmark = pytest.mark.django_db
State = Job.State


def deliver() -> list[Job]:
    """Run all jobs that are due, oldest first, and return all jobs."""
    for job in Job.objects.filter(state=State.QUEUED, due_at__lte=timezone.now()).order_by("asked_at"):
        run(job.pk)
    return list(Job.objects.order_by("asked_at"))


def again(job: Job) -> Job:
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now())
    run(job.pk)
    return Job.objects.get(pk=job.pk)


@pytest.fixture
def finished(hook: Webhook, club: Club, players: list[Player]) -> Job:
    """A queued delivery of a finished match."""
    Webhook.objects.update(events=[FINISHED])
    a_match(club, players[:4], plan=(1, 2, 1), seed=3)
    return Job.objects.get()


def test_it_arrives_signed(finished: Job, hook: Webhook, listener: Listener, club: Club, players: list[Player]) -> None:
    deliver()
    (told,) = listener.heard
    assert told.is_signed_with(hook.secret)
    assert not told.is_signed_with(new_secret())
    assert told.headers["webhook-id"] == told.said["id"] == str(finished.pk)
    assert told.headers["host"] == listener.url.removeprefix("http://")
    assert abs(int(told.headers["webhook-timestamp"]) - timezone.now().timestamp()) < 120
    assert (told.said["event"], told.said["club"]) == (FINISHED, {"slug": "kennel", "name": club.name})
    assert [seat["name"] for seat in told.said["data"]["seats"]] == [player.label for player in players[:4]]
    assert told.said["data"]["address"].startswith("http://localhost:8000/m/")


def test_everything_that_happens_arrives_in_order(
    hook: Webhook, listener: Listener, club: Club, players: list[Player]
) -> None:
    a_match(club, players[:4], plan=(1, 2, 1), seed=3)
    a_match(club, players[:4], plan=(1, 2, 1), seed=4)
    written = [job.asked["event"] for job in Job.objects.order_by("asked_at")]
    assert written.count(FINISHED) == 2
    deliver()
    assert listener.events == written
    moments = [told.said["at"] for told in listener.heard]
    assert moments == sorted(moments)


def test_no_secret_leaves_the_house(finished: Job, hook: Webhook, listener: Listener) -> None:
    deliver()
    (told,) = listener.heard
    assert hook.secret not in told.body.decode()
    assert "@" not in told.body.decode()


def test_what_the_other_side_said_is_kept(finished: Job, listener: Listener) -> None:
    listener.answers = [(202, "Good dog.\0\n" + "x" * 90_000)]
    (job,) = deliver()
    assert (job.state, job.result["status"], job.result["answer"][:9]) == (State.DONE, 202, "Good dog.")
    assert len(job.result["answer"]) == 200


@pytest.mark.parametrize("status", [500, 404, 301, 302, 307])
def test_anything_but_a_yes_is_tried_again(finished: Job, listener: Listener, status: int) -> None:
    listener.answers = [(status, "No.")]
    (job,) = deliver()
    assert (job.state, job.problem) == (State.QUEUED, f"It answered {status}: No.")
    assert again(job).state == State.DONE
    assert len(listener.heard) == 2
    assert len({told.headers["webhook-id"] for told in listener.heard}) == 1


def test_pauses_grow_to_half_a_day() -> None:
    pauses = [DELIVERY.pause_after(tries) for tries in range(1, DELIVERY.tries)]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (timedelta(seconds=30), timedelta(hours=12))
    assert sum(pauses, timedelta()) > timedelta(days=1)


def test_what_fails_for_days_is_paused_and_says_why(finished: Job, hook: Webhook, listener: Listener) -> None:
    listener.answers = [(500, "No.")] * DELIVERY.tries
    for _ in range(DELIVERY.tries - 1):
        assert again(finished).state == State.QUEUED
    assert again(finished).state == State.FAILED
    hook.refresh_from_db()
    assert hook.paused_at
    assert hook.paused_because == "It answered 500: No."


def test_nothing_is_sent_to_a_paused_or_removed_address(finished: Job, hook: Webhook, listener: Listener) -> None:
    Webhook.objects.update(paused_at=timezone.now())
    assert "paused" in again(finished).problem
    Job.objects.update(state=State.QUEUED)
    Webhook.objects.update(removed_at=timezone.now())
    assert "removed" in again(finished).problem
    assert listener.heard == []


def test_gone_means_removed(finished: Job, hook: Webhook, listener: Listener) -> None:
    listener.answers = [(410, "")]
    (job,) = deliver()
    hook.refresh_from_db()
    assert (job.state, job.problem) == (State.FAILED, str(GONE))
    assert hook.removed_at


def test_nobody_there_is_tried_again(finished: Job, hook: Webhook) -> None:
    Webhook.objects.update(url=f"http://127.0.0.1:{free_port()}/")
    (job,) = deliver()
    assert (job.state, job.problem) == (State.QUEUED, "It could not be reached (ConnectError).")


def test_a_listener_that_never_ends_is_left(
    finished: Job, hook: Webhook, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dogclub.notify.webhooks.http_post.STEP_TIMEOUT", 0.0)
    (job,) = deliver()
    assert job.problem == "It took too long to answer."


def test_an_erased_club_tells_nobody(finished: Job, club: Club, listener: Listener) -> None:
    from games import ledger

    ledger.erase(club)
    run(finished.pk)
    assert listener.heard == []
    assert not Job.objects.exists()


INSIDES = [
    "fec0::1",
    "64:ff9b:1::909:909",
    "::127.0.0.1",
    "::ffff:0:10.0.0.1",
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.20",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
    "2001:0:7f00:1::",
]


@pytest.mark.parametrize("address", INSIDES)
def test_inside_is_told_from_outside(address: str) -> None:
    assert not is_outside(address)


@pytest.mark.parametrize("address", ["9.9.9.9", "2620:fe::fe", "64:ff9b::909:909"])
def test_outside_is_outside(address: str) -> None:
    assert is_outside(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost", "LOCALHOST.", "printer.local", "db.internal"])
def test_what_is_plainly_inside_is_refused_at_once(settings: Settings, host: str) -> None:
    assert not is_plainly_inside(host)
    settings.WEBHOOKS_MAY_STAY_INSIDE = False
    assert is_plainly_inside(host)
    assert not is_plainly_inside("dogs.example")


def test_a_name_that_leads_inside_is_refused(
    finished: Job, hook: Webhook, listener: Listener, settings: Settings
) -> None:
    """The host name is resolved when the request is sent, not only when the webhook is saved."""
    settings.WEBHOOKS_MAY_STAY_INSIDE = False
    Webhook.objects.update(url=listener.url.replace("127.0.0.1", "localhost"))
    (job,) = deliver()
    assert (job.state, job.problem) == (State.FAILED, str(INSIDE))
    assert listener.heard == []


def test_the_address_that_was_looked_at_is_the_one_that_is_called(
    finished: Job, hook: Webhook, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def known(host: str, port: Any, **_: Any) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("dogclub.notify.webhooks.addresses.socket.getaddrinfo", known)
    Webhook.objects.update(url=listener.url.replace("127.0.0.1", "dogs.example"))
    (job,) = deliver()
    assert job.state == State.DONE
    assert asked[0] == "dogs.example"
    assert listener.heard[0].headers["host"].startswith("dogs.example:")


@pytest.mark.parametrize("why", [socket.EAI_AGAIN, socket.EAI_NONAME])
def test_a_name_that_cannot_be_resolved_is_tried_again(
    finished: Job, hook: Webhook, listener: Listener, monkeypatch: pytest.MonkeyPatch, why: int
) -> None:
    """A regression test: while the router was restarting, the message of a result was lost at the first try."""

    def unknown(*_: Any, **__: Any) -> list[Any]:
        raise socket.gaierror(why, "Temporary failure in name resolution")

    with monkeypatch.context() as away:
        away.setattr("dogclub.notify.webhooks.addresses.socket.getaddrinfo", unknown)
        (job,) = deliver()
    assert (job.state, job.problem) == (State.QUEUED, str(UNRESOLVED))
    assert job.due_at > timezone.now()
    Job.objects.update(due_at=timezone.now())
    assert [job.state for job in deliver()] == [State.DONE]


def test_a_name_server_that_does_not_answer_holds_no_thread(
    finished: Job, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()

    def slow(*_: Any, **__: Any) -> list[Any]:
        answers.wait(60)
        raise OSError

    monkeypatch.setattr("dogclub.notify.webhooks.addresses.socket.getaddrinfo", slow)
    monkeypatch.setattr("dogclub.notify.webhooks.http_post.NAME_TIMEOUT", 0.05)
    (job,) = deliver()
    answers.set()
    assert (job.state, job.problem) == (State.QUEUED, str(UNRESOLVED))


def test_an_address_that_means_nothing_is_refused_once(finished: Job, hook: Webhook) -> None:
    """Full-width digits in an IP address: no form accepts them any more, but a row may contain them."""
    Webhook.objects.update(url="http://\uff11\uff12\uff17.0.0.1/told")
    (job,) = deliver()
    assert (job.state, job.problem) == (State.FAILED, str(UNKNOWN_HOST))


def test_two_addresses_hear_the_same(finished: Job, club: Club, players: list[Player], listener: Listener) -> None:
    other = a_hook(club, listener.url, FINISHED)
    a_match(club, players[:4], plan=(1, 2, 1), seed=4)
    deliver()
    assert len(listener.heard) == 3
    assert [told.is_signed_with(other.secret) for told in listener.heard].count(True) == 1
    bodies = [json.loads(told.body)["data"]["match"] for told in listener.heard]
    assert len(set(bodies)) == 2


def test_it_is_sent_whatever_loop_is_running(hook: Webhook, listener: Listener) -> None:
    async def call() -> int:
        return post(hook.url, b"{}", {}).status

    assert on_its_own(call()) == 200
    assert len(listener.heard) == 1
