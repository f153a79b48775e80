"""“Clear” resets who is here in one tap; “Undo clear” restores it."""

import pytest
from django.test import Client

from clubs.calendar.answers import give_answer
from clubs.models import Attendance, Club, Night, Player
from tests.nights import a_night, dealt, form_of, here, some_dogs, state, tap, url

pytestmark = pytest.mark.django_db


def rows(night: Night) -> list[tuple[object, ...]]:
    """The attendances of the night, by player."""
    fields = ("player", "state", "host", "expected_at", "arrived_at", "left_at")
    return list(night.attendances.order_by("player").values_list(*fields))


def text(response: object) -> str:
    return response.content.decode()  # type: ignore[attr-defined, no-any-return]


def test_it_takes_everybody_back_and_they_can_be_marked_again(scribe: Client, club: Club) -> None:
    anna, *_ = some_dogs(club, 3)
    later = a_night(club, 90)
    give_answer(later, anna, "yes")
    page = scribe.get(url(later))
    assert 'value="clear"' not in text(page)
    page = tap(scribe, later, page, "everybody")
    assert 'value="clear"' in text(page)
    page = tap(scribe, later, page, "clear")
    assert rows(later) == []
    assert "The one who said yes" in text(page)
    assert 'value="clear"' not in text(page)


def test_undone_it_is_as_it_was(scribe: Client, club: Club, night: Night) -> None:
    anna, ben, cora = some_dogs(club, 3)
    page = tap(scribe, night, scribe.get(url(night)), f"here:{anna.pk}")
    page = tap(scribe, night, page, f"late:{ben.pk}")
    page = tap(scribe, night, page, "guest", guest="Hal", host=str(anna.pk))
    before = rows(night)
    page = tap(scribe, night, page, "clear")
    assert rows(night) == []
    assert state(night, cora) == state(night, anna)
    page = tap(scribe, night, page, "unclear")
    assert rows(night) == before
    assert "Undo clear" not in text(page)


def test_who_stays_away_or_has_played_stays_as_they_are(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 6)
    here(night, dogs[:4])
    dealt(scribe, night)
    page = tap(scribe, night, scribe.get(url(night)), f"here:{dogs[4].pk}")
    page = tap(scribe, night, page, f"away:{dogs[5].pk}")
    tap(scribe, night, page, "clear")
    assert {row.player for row in night.attendances.all()} == {*dogs[:4], dogs[5]}


def test_undo_leaves_alone_whoever_was_heard_of_since(scribe: Client, club: Club, night: Night) -> None:
    anna, ben = some_dogs(club, 2)
    page = tap(scribe, night, scribe.get(url(night)), "everybody")
    page = tap(scribe, night, page, "clear")
    Attendance.objects.create(night=night, player=ben, state="away")
    tap(scribe, night, page, "unclear")
    assert (state(night, anna), state(night, ben)) == ("here", "away")


def test_undo_is_gone_with_the_next_name(scribe: Client, club: Club, night: Night) -> None:
    anna, _ = some_dogs(club, 2)
    page = tap(scribe, night, scribe.get(url(night)), "everybody")
    page = tap(scribe, night, page, "clear")
    page = tap(scribe, night, page, "game:top-dog")
    assert "Undo clear" in text(page)
    assert "Undo clear" not in text(tap(scribe, night, page, f"here:{anna.pk}"))


@pytest.mark.parametrize("token", ["", "forged", "W10:1abc:forged"])
def test_what_was_never_cleared_here_brings_nobody_back(scribe: Client, night: Night, token: str) -> None:
    response = scribe.post(url(night), {"do": "unclear", "cleared": token})
    assert response.status_code == 422
    assert "There is nothing to undo here any more." in text(response)


def test_what_another_night_remembers_brings_nobody_here(scribe: Client, club: Club, night: Night) -> None:
    Player.objects.create(club=club, name="Anna")
    other = a_night(club, 90)
    page = tap(scribe, other, scribe.get(url(other)), "everybody")
    token = form_of(tap(scribe, other, page, "clear"))["cleared"]
    assert scribe.post(url(night), {"do": "unclear", "cleared": token}).status_code == 422
    assert rows(night) == []
