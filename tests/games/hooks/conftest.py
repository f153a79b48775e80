"""A club with five players, a program that listens, and a house that lets it be told on this very machine."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from games.hooks.events import EVENTS
from games.hooks.signing import new_secret
from games.models import Hook
from leagues.models import Club, Player
from tests.games.factory import some_players
from tests.games.hooks.listener import Listener, listening


@pytest.fixture(autouse=True)
def inside(settings: Settings) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = True
    settings.JOB_QUEUE = "tests.games.jobs.doings.EARS"


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as one:
        yield one


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


@pytest.fixture
def hook(club: Club, listener: Listener) -> Hook:
    """Told of everything."""
    return a_hook(club, listener.url)


def a_hook(club: Club, url: str, *events: str) -> Hook:
    return Hook.objects.create(club=club, url=url, secret=new_secret(), events=list(events or EVENTS))
