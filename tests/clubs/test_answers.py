"""Answers to a night (yes, maybe, no): places, the waiting list, and refused answers."""

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.calendar.answers import answers_of, give_answer, own_player
from clubs.calendar.nights import Refused, arrive, call_off
from clubs.models import Club, Night, NightAnswer, Player
from leagues.players.merge import merge, undo
from tests.nights import a_night, some_dogs

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Night:
    """A night in ten hours with three places."""
    return a_night(club, minutes=600, places=3)


@pytest.fixture
def dogs(club: Club) -> list[Player]:
    return some_dogs(club, 5)


def names(rows: Sequence[NightAnswer]) -> list[str]:
    return [row.player.name for row in rows]


def say(night: Night, players: list[Player], answer: str = "yes") -> None:
    """Give this answer for each of the players, one after another."""
    for player in players:
        give_answer(night, player, answer)


def test_who_says_yes_after_the_last_place_waits_in_order(night: Night, dogs: list[Player]) -> None:
    say(night, dogs)
    found = answers_of(night)
    assert names(found.coming) == ["DogA", "DogB", "DogC"]
    assert names(found.waiting) == ["DogD", "DogE"]
    assert found.place_in_line(dogs[4].pk) == 2
    assert found.free == 0


def test_the_next_moves_up_when_somebody_cannot_come(night: Night, dogs: list[Player]) -> None:
    say(night, dogs[:4])
    give_answer(night, dogs[0], "maybe")
    assert names(answers_of(night).coming) == ["DogB", "DogC", "DogD"]
    give_answer(night, dogs[0], "yes")
    assert names(answers_of(night).waiting) == ["DogA"]


def test_a_guest_takes_a_place_and_nobody_overtakes(night: Night, dogs: list[Player]) -> None:
    say(night, dogs[:2])
    give_answer(night, dogs[2], "yes", guests=" Hal ,, ")
    give_answer(night, dogs[3], "yes")
    found = answers_of(night)
    assert (found.taken, names(found.waiting)) == (2, ["DogC", "DogD"])


def test_a_smaller_limit_sends_the_last_to_the_waiting_list(night: Night, dogs: list[Player]) -> None:
    say(night, dogs[:2])
    give_answer(night, dogs[0], "yes", guests="Hal")
    night.places = 1
    night.save()
    found = answers_of(night)
    assert names(found.waiting) == ["DogA"]
    assert names(found.coming) == ["DogB"]


def test_a_party_larger_than_the_night_does_not_keep_others_out(night: Night, dogs: list[Player]) -> None:
    give_answer(night, dogs[0], "yes", guests="Hal, Rex")
    night.places = 2
    night.save()
    assert answers_of(night).free == 2
    give_answer(night, dogs[1], "yes")
    assert names(answers_of(night).coming) == ["DogB"]


def test_who_has_a_place_adds_guests_only_while_there_is_room(night: Night, dogs: list[Player]) -> None:
    say(night, dogs[:2])
    give_answer(night, dogs[0], "yes", guests="Hal")
    with pytest.raises(Refused, match="no place left for that many guests: 3 of 3 are taken"):
        give_answer(night, dogs[0], "yes", guests="Hal, Rex")
    assert answers_of(night).taken == 3


@pytest.mark.parametrize(
    ("answer", "note", "guests", "reason"),
    [
        ("perhaps", "", "", "Choose yes, maybe or no"),
        ("yes", "x" * 121, "", "A note has at most 120 characters: this has 121"),
        ("yes", "", "A, B, C, D, E", "At most 4 guests: these are 5"),
        ("yes", "", "x" * 49, "at most 48 characters"),
        ("yes", "", "A, B, C", "There are 3 places in all: you and your guests are more"),
        ("yes", "a\x07", "", "The note contains a character that cannot be printed"),
    ],
)
def test_what_cannot_be_is_refused(
    night: Night, dogs: list[Player], answer: str, note: str, guests: str, reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        give_answer(night, dogs[0], answer, note, guests)
    assert not NightAnswer.objects.exists()


def test_answers_close_when_the_night_begins(night: Night, dogs: list[Player]) -> None:
    arrive(night, dogs[:1])
    with pytest.raises(Refused, match="has begun"):
        give_answer(night, dogs[0], "yes")


def test_a_night_called_off_needs_no_answer(night: Night, dogs: list[Player]) -> None:
    call_off(night)
    with pytest.raises(Refused, match="called off"):
        give_answer(night, dogs[0], "yes")


def test_the_same_again_changes_nothing(night: Night, dogs: list[Player]) -> None:
    first = give_answer(night, dogs[0], "yes", "late", "Hal")
    assert give_answer(night, dogs[0], "yes", "late", "Hal").answered_at == first.answered_at


def test_whoever_plays_no_more_takes_no_place(night: Night, dogs: list[Player]) -> None:
    say(night, dogs[:4])
    Player.objects.filter(pk=dogs[0].pk).update(is_active=False)
    assert names(answers_of(night).coming) == ["DogB", "DogC", "DogD"]
    with pytest.raises(Refused, match="No player"):
        own_player(night.club, dogs[0].pk)


def test_the_answers_are_one_query(night: Night, dogs: list[Player]) -> None:
    say(night, dogs)
    with CaptureQueriesContext(connection) as captured:
        assert len(answers_of(night).all) == 5
    assert len(captured) == 1


def test_merged_players_have_one_answer_and_get_theirs_back(night: Night, dogs: list[Player]) -> None:
    say(night, dogs[:3])
    row = merge(dogs[0], dogs[1], None)
    assert names(answers_of(night).coming) == ["DogB", "DogC"]
    undo(row)
    assert names(answers_of(night).coming) == ["DogA", "DogB", "DogC"]
