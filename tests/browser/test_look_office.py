"""The management pages, jobs in every state and webhooks pass axe and fit every screen, in both themes."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubs.models import Club, Player, Role, User
from dogclub.jobs import enqueue
from dogclub.models import Job, Webhook
from dogclub.notify.webhooks.delivery import TEST
from tests.browser.look import signed_in
from tests.browser.test_large_text import NAMES, PHONE, WIDTH, large
from tests.browser.test_look_pages import looked_at
from tests.dogclub.notify.webhooks.conftest import a_hook
from tests.factory import a_club, a_member, some_players
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
State = Job.State
STEPS = [
    {"label": "Call-outs", "done": 9, "of": 9, "words": "nothing differed", "is_done": True},
    {"label": "Trophies", "done": 28, "of": 44, "words": "", "is_done": False},
    {"label": "Standings", "done": 0, "of": 0, "words": "", "is_done": False},
]


@pytest.fixture
def organiser() -> User:
    club = a_club()
    players: list[Player] = some_players(club, 5, NAMES)
    return a_member(club, Role.ORGANISER, players[2])


@pytest.fixture
def pages(organiser: User) -> list[str]:
    """The paths of a job that waits, one that runs, one that is done with a file and one that failed, and of a paused
    webhook with two deliveries.
    """
    club = Club.objects.get()
    now = timezone.now()
    begun = {"percent": 63, "started_at": now - timedelta(seconds=68), "beat_at": now, "steps": STEPS}
    file = {"file": "jobs/x", "file_name": "Thursday Kennel, autumn 2026.pdf", "size": 9_400_000, "sha256": "5e" * 32}
    states = (
        {"problem": "The database was busy with something long.", "tries": 1},
        {"state": State.RUNNING, "now": "sheets of 29 October", **begun},
        {"state": State.DONE, "percent": 100, "finished_at": now, **file, "result": {"words": ["Two put right."]}},
        {"state": State.FAILED, "percent": 63, "finished_at": now, "problem": "The sheet of match 4 cannot be read."},
    )
    jobs = [enqueue("rebuild", club, organiser) for _ in states]
    for job, fields in zip(jobs, states, strict=True):
        Job.objects.filter(pk=job.pk).update(**fields)
    hook = a_hook(club, "https://a-very-long-name-of-a-house.dogs.example/of/programs/that/listen?to=everything")
    Webhook.objects.update(paused_at=now, paused_because="It answered 500: Internal Server Error")
    arrived = {"state": State.DONE, "tries": 1, "result": {"status": 200, "answer": "Woof."}}
    failed = {"state": State.FAILED, "tries": 9, "problem": "It answered 500: Internal Server Error"}
    for fields in (arrived, failed):
        told = enqueue("hook", club, asked={"hook": str(hook.pk), "event": TEST, "data": {}})
        Job.objects.filter(pk=told.pk).update(**fields)
    addresses = [job.get_absolute_url() for job in jobs]
    return ["/c/kennel/office/", *addresses, "/c/kennel/hooks/", f"/c/kennel/hooks/{hook.pk}/"]


@pytest.mark.thorough
def test_the_office_passes_axe_and_fits(screens: Screens, organiser: User, pages: list[str]) -> None:
    troubles = []
    for number, path in enumerate(pages):
        troubles += looked_at(screens, organiser, f"office-{number}", path)
    assert troubles == []


@pytest.mark.thorough
def test_large_text_is_read_by_scrolling_down(screens: Screens, organiser: User, pages: list[str]) -> None:
    assert [path for path in pages if large(screens, organiser, path).evaluate(WIDTH) > PHONE] == []


def test_a_job_shows_its_end_by_itself(screens: Screens, organiser: User, pages: list[str]) -> None:
    page = signed_in(screens, organiser, "tablet", "light", pages[2])
    page.get_by_text("Trophies, 28 of 44.").wait_for()
    Job.objects.filter(state=State.RUNNING).update(state=State.DONE, percent=100, finished_at=timezone.now())
    page.get_by_text("Done.").wait_for()
    expect(page.locator("[hx-trigger]")).to_have_count(0)
