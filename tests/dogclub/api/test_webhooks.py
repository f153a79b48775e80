"""Webhooks managed through the API, by the same rules as on the pages."""

from typing import Any

import pytest
from pytest_django.fixtures import Settings

from clubs.models import Role, Scope
from dogclub.jobs import enqueue
from dogclub.models import Job, Webhook
from dogclub.notify.webhooks.addresses import INSIDE
from dogclub.notify.webhooks.delivery import EVENTS, TEST
from dogclub.notify.webhooks.management import MAX_WEBHOOKS, NO_ADDRESS, SHOWN_DELIVERIES, TOO_MANY
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.dogclub.api.working import work, worker
from tests.dogclub.notify.webhooks.conftest import a_hook
from tests.dogclub.notify.webhooks.listener import listening
from tests.factory import a_club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("worker")]
HOOKS = "clubs/kennel/hooks"
ADDRESS = "https://dogs.example/told"
__all__ = ["worker"]


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def status_and_message(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_the_secret_is_in_the_answer_that_made_it_and_nowhere_else(program: Program) -> None:
    made = program.post(HOOKS, {"url": ADDRESS, "events": ["trophy.moved", "match.finished"]})
    row = Webhook.objects.get()
    assert made.status_code == 201
    assert made.json()["secret"] == row.secret
    assert made.json()["events"] == ["match.finished", "trophy.moved"]
    for path in (HOOKS, f"{HOOKS}/{row.pk}"):
        assert row.secret not in program.get(path).content.decode()


def test_without_a_word_on_events_it_is_told_of_everything(program: Program) -> None:
    assert program.post(HOOKS, {"url": ADDRESS}).json()["events"] == list(EVENTS)


BAD: dict[str, tuple[Any, str, str]] = {
    "no address": ({"events": ["match.finished"]}, "malformed", ""),
    "an address of nothing": ({"url": "dogs"}, "invalid", str(NO_ADDRESS)),
    "another kind of address": ({"url": "ftp://dogs.example/"}, "invalid", str(NO_ADDRESS)),
    "an address with a password": ({"url": "https://otto:bone@dogs.example/"}, "invalid", str(NO_ADDRESS)),
    "the machine itself": ({"url": "http://localhost:6379/"}, "invalid", str(INSIDE)),
    "the network inside": ({"url": "http://169.254.169.254/latest/"}, "invalid", str(INSIDE)),
    "no event": ({"url": ADDRESS, "events": []}, "malformed", ""),
    "an event nobody knows": ({"url": ADDRESS, "events": ["match.eaten"]}, "malformed", ""),
    "a secret of one’s own": ({"url": ADDRESS, "secret": "whsec_x"}, "unknown-key", ""),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_address_is_refused_in_the_words_of_the_page(case: str, program: Program, settings: Settings) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = False
    body, code, sentence = BAD[case]
    answer = program.post(HOOKS, body)
    assert status_and_message(answer) == (422, code)
    assert sentence in answer.json()["detail"]
    assert not Webhook.objects.exists()


def test_ten_are_enough(kennel: Kennel, program: Program) -> None:
    for number in range(MAX_WEBHOOKS):
        a_hook(kennel.club, f"{ADDRESS}/{number}")
    answer = program.post(HOOKS, {"url": ADDRESS})
    assert (*status_and_message(answer), answer.json()["detail"]) == (409, "refused", TOO_MANY)
    Webhook.objects.first().delete()  # type: ignore[union-attr]
    assert program.post(HOOKS, {"url": ADDRESS}).status_code == 201


def test_one_is_shown_with_what_was_sent_there_lately(kennel: Kennel, program: Program) -> None:
    hook, other = a_hook(kennel.club, ADDRESS), a_hook(kennel.club, f"{ADDRESS}/other")
    for each in (other, *([hook] * (SHOWN_DELIVERIES + 1))):
        enqueue("hook", kennel.club, asked={"hook": str(each.pk), "event": "match.finished", "data": {}})
    found = program.get(f"{HOOKS}/{hook.pk}").json()
    newest = Job.objects.filter(asked__hook=str(hook.pk)).first()
    assert newest
    assert len(found["deliveries"]) == SHOWN_DELIVERIES
    assert found["deliveries"][0] == {
        "id": str(newest.pk),
        "event": "match.finished",
        "state": "queued",
        "tries": 0,
        "asked_at": found["deliveries"][0]["asked_at"],
        "finished_at": None,
        "status": None,
        "answer": "",
        "problem": "",
    }


def test_a_test_is_sent_once_and_its_job_says_what_came_of_it(
    kennel: Kennel, program: Program, settings: Settings
) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = True
    with listening() as listener:
        one = f"{HOOKS}/{a_hook(kennel.club, listener.url).pk}"
        sent = program.post(f"{one}/test")
        assert sent.status_code == 202
        work(kind="hook")
    (delivery,) = program.get(one).json()["deliveries"]
    assert (delivery["id"], delivery["event"], delivery["state"]) == (sent.json()["id"], TEST, "done")
    assert delivery["status"] == 200
    assert program.get(f"clubs/kennel/jobs/{sent.json()['id']}").json()["state"] == "done"


def test_a_paused_one_is_told_again(kennel: Kennel, program: Program) -> None:
    hook = a_hook(kennel.club, ADDRESS)
    Webhook.objects.update(paused_at=hook.created_at, paused_because="It answered 500")
    one = f"{HOOKS}/{hook.pk}"
    assert program.get(one).json()["paused_because"] == "It answered 500"
    assert program.post(f"{one}/resume").json()["paused_at"] is None
    assert program.post(f"{one}/resume").status_code == 200


def test_a_removed_one_is_gone_and_kept_for_the_record(kennel: Kennel, program: Program) -> None:
    one = f"{HOOKS}/{a_hook(kennel.club, ADDRESS).pk}"
    assert program.delete(one).status_code == 204
    assert program.get(HOOKS).json()["hooks"] == []
    for path in (one, f"{one}/test", f"{one}/resume"):
        assert program.post(path).status_code in (404, 405)
    assert program.delete(one).status_code == program.get(one).status_code == 404
    assert Webhook.objects.get().removed_at


def test_looking_after_addresses_is_for_organisers(kennel: Kennel) -> None:
    one = f"{HOOKS}/{a_hook(kennel.club, ADDRESS).pk}"
    members = [kennel.person(role) for role in (Role.MEMBER, Role.SCOREKEEPER)]
    for program in (*members, kennel.program(Scope.RECORD)):
        assert {program.get(path).status_code for path in (HOOKS, one)} == {403}
        assert program.post(HOOKS, {"url": ADDRESS}).status_code == program.delete(one).status_code == 403
        assert program.post(f"{one}/test").status_code == program.post(f"{one}/resume").status_code == 403
    assert Program().get(HOOKS).status_code == Program().post(f"{one}/test").status_code == 401
    assert kennel.person(Role.ORGANISER).get(one).status_code == 200


def test_the_addresses_of_another_club_are_not_here(kennel: Kennel, program: Program) -> None:
    theirs = a_hook(a_club("friday"), ADDRESS)
    assert program.get(HOOKS).json()["hooks"] == []
    assert program.get(f"{HOOKS}/{theirs.pk}").status_code == 404
    assert program.delete(f"{HOOKS}/{theirs.pk}").status_code == 404
    assert program.get("clubs/friday/hooks").status_code == 404
