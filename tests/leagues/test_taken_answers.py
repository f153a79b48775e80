"""The set-up of a night counts all who answered yes as here: shown first, written with the next tap, and undone."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.calendar.answers import give_answer
from clubs.models import Attendance, Club, Night, Player
from tests.nights import a_night, keeper, some_dogs, state, tap, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Night:
    return a_night(club, minutes=60)


@pytest.fixture
def dogs(night: Night) -> list[Player]:
    """Three players: two answered yes, one of them with a guest; one answered maybe."""
    anna, ben, carl = some_dogs(night.club, 3)
    give_answer(night, anna, "yes", guests="Hal")
    give_answer(night, ben, "yes")
    give_answer(night, carl, "maybe")
    return [anna, ben, carl]


@pytest.fixture
def organiser(client: Client, club: Club) -> Client:
    keeper(client, club)
    return client


def here() -> list[str]:
    """The names of all who are stored as here."""
    return sorted(row.player.name for row in Attendance.objects.filter(state="here").select_related("player"))


def shown_here(page: str) -> int:
    """How many tiles of the page are marked as here."""
    return len(re.findall(r'class="tap is-here[^"]*"\s+id="tile-', page))


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_they_are_here_on_the_page_before_anything_is_written(
    organiser: Client, night: Night, dogs: list[Player]
) -> None:
    page = organiser.get(url(night, "setup/")).content.decode()
    assert shown_here(page) == 3
    assert "Whoever said yes is here. Undo" in words(page)
    assert "3 here" in words(page) and "Draw the seats for three" in words(page)
    assert "who said yes</button>" not in page
    assert not Attendance.objects.exists()


def test_any_tap_writes_them_down_with_it(organiser: Client, night: Night, dogs: list[Player]) -> None:
    setup = organiser.get(url(night, "setup/"))
    after = tap(organiser, night, setup, f"here:{dogs[2].pk}")
    assert here() == ["DogA", "DogB", "DogC", "Hal"]
    assert Attendance.objects.get(player__name="Hal").host == dogs[0]
    assert "Whoever said yes is here. Undo" in words(after.content.decode())


def test_who_is_tapped_once_is_late_as_anybody_who_is_here(organiser: Client, night: Night, dogs: list[Player]) -> None:
    tap(organiser, night, organiser.get(url(night, "setup/")), f"late:{dogs[1].pk}")
    assert here() == ["DogA", "Hal"]
    assert Attendance.objects.get(player=dogs[1]).state == "late"


def test_the_draw_has_them_at_once(organiser: Client, night: Night, dogs: list[Player]) -> None:
    after = tap(organiser, night, organiser.get(url(night, "setup/")), "draw")
    assert after.content.decode().count('class="chair') >= 3
    assert here() == ["DogA", "DogB", "Hal"]


@pytest.mark.parametrize("first", ["untake", "look"])
def test_undo_takes_them_back_for_good(organiser: Client, night: Night, dogs: list[Player], first: str) -> None:
    page = tap(organiser, night, organiser.get(url(night, "setup/")), first)
    page = page if first == "untake" else tap(organiser, night, page, "untake")
    assert here() == []
    assert "who said yes" in words(page.content.decode())
    again = organiser.get(url(night, "setup/"))
    assert shown_here(again.content.decode()) == 0
    tap(organiser, night, again, f"here:{dogs[2].pk}")
    assert here() == ["DogC"]


def test_undo_leaves_whoever_was_tapped_since(organiser: Client, night: Night, dogs: list[Player]) -> None:
    page = tap(organiser, night, organiser.get(url(night, "setup/")), "look")
    Attendance.objects.filter(player=dogs[0]).update(arrived_at=timezone.now() + timedelta(minutes=1))
    tap(organiser, night, page, "untake")
    assert here() == ["DogA"]


def test_undo_takes_back_who_said_to_come_late_but_not_who_was_tapped_late(
    organiser: Client, night: Night, dogs: list[Player]
) -> None:
    give_answer(night, dogs[0], "yes", arrives_after=45)
    setup = organiser.get(url(night, "setup/"))
    page = tap(organiser, night, setup, f"late:{dogs[1].pk}")
    assert [state(night, dog) for dog in dogs] == ["late", "late", ""]
    assert "Undo" in words(page.content.decode())
    page = tap(organiser, night, page, "untake")
    assert [state(night, dog) for dog in dogs] == ["", "late", ""]
    assert "Whoever said yes is here" not in words(page.content.decode())


def test_nobody_is_here_because_somebody_looks_at_noon(organiser: Client, club: Club) -> None:
    night = a_night(club, minutes=600)
    (anna,) = some_dogs(club, 1)
    give_answer(night, anna, "yes")
    page = organiser.get(url(night, "setup/"))
    assert shown_here(page.content.decode()) == 0
    tap(organiser, night, page, "look")
    assert here() == []
    tap(organiser, night, page, "promised")
    assert here() == ["DogA"]
