from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.dogclub.notify.reminders.post_office import Letters, post_office


@pytest.fixture
def letters(settings: Settings, db: None) -> Iterator[Letters]:
    with post_office(settings) as came:
        yield came
