"""A correction after the finals began makes a tie at the cut: both are kept as seated at once, without a card pull."""

import pytest
from django.test import Client

from clubs.models import Club, Role
from leagues.models import CutPull, Playoff, Reseat
from leagues.playoffs import state
from tests.leagues.playoffs.evening import address, corrected, dealt, page
from tests.nights import keeper
from tests.playoff_nights import an_evening, play, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def scribe(client: Client, club: Club) -> Client:
    return keeper(client, club, Role.ORGANISER)


@pytest.fixture
def level(scribe: Client, club: Club) -> Playoff:
    """A play-off whose finals are over: Bea and Otto went up, and a correction makes Núria level with them."""
    found = an_evening(club, advance=2)
    for number in (1, 2):
        play(table(found, "group", number), (0, 0, 1, 1, 1, 2))
    dealt(scribe, found)
    play(table(found, "winners"), (0, 1, 1, 3))
    play(table(found, "losers"), (0, 1, 3, 0, 0, 0, 0, 1))
    corrected(table(found, "group"), (0, 0, 0, 1, 2, 2))
    found.refresh_from_db()
    return found


def test_those_level_are_kept_as_seated_without_cards(scribe: Client, level: Playoff) -> None:
    text = page(scribe, level)
    assert "Pull cards" in text
    assert "Keep as seated" in text
    scribe.post(address(level, "decide/"), {"do": "level"})
    assert Reseat.objects.get().is_level
    assert not CutPull.objects.exists()
    after = state.read(level)
    assert (after.is_cut, after.displaced, after.is_over) == (True, [], True)
    assert "Kept as seated: those level" in " ".join(page(scribe, level).split())


def test_a_second_tap_finds_it_settled(scribe: Client, level: Playoff) -> None:
    for _ in range(2):
        scribe.post(address(level, "decide/"), {"do": "level"})
    assert Reseat.objects.count() == 1


def test_no_swap_is_offered_that_would_be_refused(scribe: Client, club: Club, level: Playoff) -> None:
    corrected(table(level, "group"), (1, 0, 0, 1, 1, 2))  # Núria should have gone up, and Bea down
    text = page(scribe, level)
    assert "Keep as seated" in text
    assert "Swap the two" not in text
