"""The chat of a club through the API, by the same rules as on its page."""

import pytest

from clubs.models import Role
from dogclub.models import Chat, Job
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.dogclub.api.working import worker

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("worker")]
CHAT = "clubs/kennel/chat"
URL = "https://discord.com/api/webhooks/118400000001/abcdefghijklmnop"
__all__ = ["worker"]


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def test_a_chat_is_chosen_read_and_stopped(program: Program) -> None:
    assert program.get(CHAT).status_code == 404
    made = program.put(CHAT, {"service": "discord", "url": URL, "posts": ["results", "night"]})
    assert made.status_code == 200
    assert made.json()["address"] == "https://discord.com/api/webhooks/1184…/…"
    assert made.json()["posts"] == ["night", "results"]
    assert "abcdefgh" not in program.get(CHAT).content.decode()
    assert program.delete(CHAT).status_code == 204
    assert not Chat.objects.exists()


def test_saving_ends_a_pause_and_keeps_the_address(program: Program) -> None:
    program.put(CHAT, {"service": "discord", "url": URL})
    Chat.objects.update(paused_at="2026-11-26T21:31:00Z", paused_because="It answered 404")
    assert program.get(CHAT).json()["paused_because"] == "It answered 404"
    changed = program.put(CHAT, {"service": "discord", "posts": ["draw"]})
    assert (changed.json()["paused_at"], Chat.objects.get().url) == (None, URL)


@pytest.mark.parametrize("body", [{"service": "slack", "url": URL}, {"service": "discord"}])
def test_an_address_that_does_not_fit_is_refused(program: Program, body: dict[str, str]) -> None:
    refused = program.put(CHAT, body)
    error = refused.json()["error"]
    assert (refused.status_code, error["code"], error["field"]) == (422, "invalid", "url")


def test_a_test_is_a_job(program: Program) -> None:
    assert program.post(f"{CHAT}/test").status_code == 404
    program.put(CHAT, {"service": "discord", "url": URL})
    sent = program.post(f"{CHAT}/test")
    assert sent.status_code == 202
    assert Job.objects.get(pk=sent.json()["id"]).asked["post"] == "test"


def test_members_may_not_see_it(kennel: Kennel) -> None:
    assert kennel.person(Role.MEMBER).get(CHAT).status_code == 403
