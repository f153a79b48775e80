"""A group is corrected after its final tables were dealt: no player is reseated without a decision."""

import pytest
from django.test import Client

from clubs.models import Club
from games import ledger
from games.entries.drafts import Author, Draft
from leagues.models import Reseat
from leagues.playoffs import state as playoff_state
from tests.leagues.playoffs.evening import (
    address,
    corrected,
    dealt,
    decide,
    displaced,
    groups_played,
    labels,
    named,
    page,
    pull,
)
from tests.playoff_nights import play, table

pytestmark = pytest.mark.django_db


def test_a_correction_before_the_final_tables_reseats_silently(club: Club) -> None:
    found = groups_played(club)
    corrected(table(found, "group"), (2, 0, 0, 0, 0, 3))
    assert playoff_state.read(found).groups[0].cut.level
    corrected(table(found, "group"), (0, 1, 0, 0, 0, 4))
    state = playoff_state.read(found)
    assert not state.displaced


def test_a_final_table_that_has_begun_is_never_reseated_silently(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    before = labels(table(found, "winners"))
    corrected(table(found, "group"), (1, 0, 1, 1, 0, 2))  # −2, −1, −1, −1, 5, −2: a tie at the cut
    assert "are level on the line of group A" in page(organiser, found)
    pull(organiser, found, 1, "A-2-3")
    pairs = playoff_state.read(found).displaced
    assert [(pair.up and pair.up.label, pair.down and pair.down.label) for pair in pairs] == [("Percy", "Bea")]
    assert labels(table(found, "winners")) == before
    assert "Nobody has been moved." in page(organiser, found)


def test_keeping_them_as_seated_is_written_down_for_everybody(organiser: Client, club: Club) -> None:
    found = displaced(organiser, club)
    assert decide(organiser, found, "keep", note="They had played on for an hour") == 302
    assert not playoff_state.read(found).displaced
    assert "“They had played on for an hour”" in page(organiser, found)
    assert "Bea" in labels(table(found, "winners"))


def test_swapping_them_deals_both_tables_again(organiser: Client, club: Club) -> None:
    found = displaced(organiser, club)
    old = table(found, "winners")
    assert decide(organiser, found, "swap") == 302
    assert labels(table(found, "winners")) == ["Percy", "Otto", "Ines", "Sam"]
    assert "Bea" in labels(table(found, "losers"))
    old.refresh_from_db()
    assert old.abandoned_at
    assert not playoff_state.read(found).displaced
    assert not Reseat.objects.get().is_kept


def test_a_final_table_that_is_over_is_not_swapped(organiser: Client, club: Club) -> None:
    found = displaced(organiser, club)
    play(table(found, "winners"), (0, 1, 1, 3))
    assert decide(organiser, found, "swap") == 422
    assert not Reseat.objects.exists()
    assert labels(table(found, "winners"))[0] == "Bea"


def test_nobody_sits_twice_after_two_were_kept_for_one(organiser: Client, club: Club) -> None:
    found = displaced(organiser, club)
    keys = named("Bea", "Otto", "Łukasz", "Núria")
    for name in ("Núria", "Łukasz"):
        Reseat.objects.create(playoff=found, went_up_id=keys[name], went_down_id=keys["Bea"], is_kept=True)
    corrected(table(found, "group"), (1, 2, 0, 0, 1, 1))  # Núria and Łukasz go up, Bea and Otto go down
    state = playoff_state.read(found)
    assert len({*state.up, *state.down}) == len(state.up) + len(state.down) == 12
    assert [(pair.up_key, pair.down_key) for pair in state.displaced] == [(str(keys["Łukasz"]), str(keys["Otto"]))]


def test_whoever_has_nobody_to_swap_with_is_kept(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    key = named("Núria")["Núria"]
    match = table(found, "winners")
    draft = Draft("join", 1, {"seat": 4}, player=key)
    ledger.record(match.pk, [draft], version=match.version, by=Author(None, "a test"))
    body = {"up": "", "down": key}
    assert organiser.post(address(found, "decide/"), body | {"do": "swap"}).status_code == 422
    assert organiser.post(address(found, "decide/"), body | {"do": "keep"}).status_code == 302
    assert not playoff_state.read(found).displaced


def test_a_decision_that_nobody_asked_for_changes_nothing(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    assert decide(organiser, found, "swap") == 302
    assert decide(organiser, found, "shuffle") == 422
    assert not Reseat.objects.exists()


def test_a_pull_that_fits_no_longer_is_said_to(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    pull(organiser, found, 1, "9-4-2")
    corrected(table(found, "group"), (2, 1, 1, 0, 0, 1))
    assert "A card pull in group A no longer stands" in page(organiser, found)


def test_a_group_that_is_opened_again_is_said_to_be(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    match = table(found, "group")
    match.refresh_from_db()
    ledger.record(match.pk, [Draft("tricks", 2, None)], version=match.version, by=Author(None, "a test"))
    assert "Group A is open again. The final tables stay as they are" in page(organiser, found)
