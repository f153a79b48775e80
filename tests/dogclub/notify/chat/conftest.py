"""A club with a chat whose service is a listener on this machine, and one night with a finished match."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from pytest_django.fixtures import Settings

from clubs.models import Club, Night, Role
from dogclub.models import Chat
from tests.dogclub.notify.webhooks.listener import Listener, listening
from tests.factory import a_match, a_member, some_players

START = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)  # a Thursday


@pytest.fixture(autouse=True)
def inside(settings: Settings) -> None:
    """Allow posts to this machine, and record the job queue's messages."""
    settings.WEBHOOKS_MAY_STAY_INSIDE = True
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"
    settings.BASE_URL = "https://club.example"


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as one:
        yield one


@pytest.fixture
def chat(club: Club, listener: Listener) -> Chat:
    """A chat for all posts, set up by the owner a week before the night."""
    Club.objects.update(time_zone="UTC")
    with time_machine.travel(datetime(2026, 11, 19, tzinfo=UTC), tick=False):
        return Chat.objects.create(
            club=Club.objects.get(),
            service="slack",
            url=f"{listener.url}/services/T0/B0/secret",
            posts=Chat.Post.values,
            created_by=a_member(club, Role.OWNER),
        )


@pytest.fixture
def night(club: Club) -> Night:
    """A night that was closed two hours after its start."""
    with time_machine.travel(START, tick=False):
        night = Night.objects.create(club=club, starts_at=START)
        a_match(club, some_players(club, 4), plan=(1, 2, 1), seed=3, night=night)
        Night.objects.update(closed_at=datetime(2026, 11, 26, 21, 30, tzinfo=UTC))
    return night
