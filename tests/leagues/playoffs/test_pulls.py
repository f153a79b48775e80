"""A tie at the cut: the guided card pull (DD-48)."""

import pytest
from django.test import Client

from clubs.models import Club
from leagues.models import CutPull
from leagues.playoffs import state
from tests.leagues.playoffs.evening import address, groups_played, named, page, pull

pytestmark = pytest.mark.django_db


def test_the_page_asks_for_the_cards(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    shown = page(organiser, found)
    assert "Núria, Łukasz and Percy are level on the line of group A: one goes up." in shown
    asked = page(organiser, found, "pull/1/")
    assert "What did Núria pull?" in asked
    assert "Read the rule: DD-50, filled in by house rule HR-DD-11" in asked
    last = page(organiser, found, "pull/1/", cards="9-4")
    assert "What each card would do" in last
    assert "8 or lower" in last
    assert "Núria goes up. Łukasz and Percy go down." in last
    assert "Núria and Percy pull again." in last


def test_the_low_cards_drop_and_level_ones_pull_again(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    keys = named("Núria", "Percy")
    assert pull(organiser, found, 1, "9-4-9") == 302
    assert set(state.read(found).groups[0].cut.level) == set(keys.values())
    assert pull(organiser, found, 1, "A-K") == 302
    assert state.read(found).groups[0].cut.advance[-1] == keys["Núria"]
    assert pull(organiser, found, 2, "2-3-4") == 302
    assert state.read(found).is_cut


def test_a_pull_sent_twice_is_written_once(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    seats = "-".join(map(str, state.read(found).groups[0].cut.level))
    for _ in range(2):
        organiser.post(address(found, "pull/1/"), {"seats": seats, "cards": "9-4-2"})
    assert CutPull.objects.count() == 1


@pytest.mark.parametrize("cards", ["9-4", "9-4-X", "", "9-4-2-3"])
def test_a_pull_that_is_not_whole_is_asked_for_again(organiser: Client, club: Club, cards: str) -> None:
    found = groups_played(club, advance=3)
    assert pull(organiser, found, 1, cards) == 422
    assert not CutPull.objects.exists()


def test_a_wrong_pull_is_withdrawn_and_pulled_again(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    pull(organiser, found, 1, "9-4-2")
    row = CutPull.objects.get()
    organiser.post(address(found, f"pulls/{row.pk}/"))
    row.refresh_from_db()
    assert row.withdrawn_at
    assert len(state.read(found).groups[0].cut.level) == 3


def test_the_end_of_the_group_says_which_cards_decided(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    pull(organiser, found, 1, "9-4-2")
    match = state.read(found).groups[0].table.fixture.match
    assert match
    shown = organiser.get(f"/m/{match.pk}/finish/").content.decode().replace("\N{SOFT HYPHEN}", "")
    assert (
        "Núria, Łukasz and Percy pulled cards for the line. Núria 9, Łukasz 4 and Percy 2: the low card drops."
        in " ".join(shown.split())
    )
