"""A club with five players, a webhook listener, and settings that permit webhooks to this machine."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from clubs.models import Club, Player
from dogclub.models import Webhook
from dogclub.notify.webhooks.delivery import EVENTS, new_secret
from tests.dogclub.notify.webhooks.listener import Listener, listening
from tests.factory import some_players


@pytest.fixture(autouse=True)
def inside(settings: Settings) -> None:
    """Allow webhooks to internal addresses, and record the job queue's messages."""
    settings.WEBHOOKS_MAY_STAY_INSIDE = True
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as one:
        yield one


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


@pytest.fixture
def hook(club: Club, listener: Listener) -> Webhook:
    """A webhook for all events."""
    return a_hook(club, listener.url)


def a_hook(club: Club, url: str, *events: str) -> Webhook:
    return Webhook.objects.create(club=club, url=url, secret=new_secret(), events=list(events or EVENTS))
