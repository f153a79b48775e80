"""The preview of a correction says what it would change in the play-off."""

import uuid

import pytest
from django.test import Client

from clubs.models import Club, Player
from games import ledger
from games.entries.drafts import Draft
from games.entries.match_state import load
from games.models import Match
from leagues.playoffs import state
from leagues.playoffs.wording import would_move
from tests.factory import a_match
from tests.leagues.playoffs.evening import BID, dealt, groups_played, over, pull
from tests.playoff_nights import table

pytestmark = pytest.mark.django_db


def correction(client: Client, match: Match, took: tuple[int, ...], **more: str) -> str:
    """The page of the form that corrects hand 1, posted with these tricks by seat."""
    match.refresh_from_db()
    tricks = {f"tricks-{seat}": str(count) for seat, count in enumerate(took)}
    bids = {f"bids-{seat}": str(BID.get(seat, 0)) for seat in range(len(took))}
    body = {"entry": str(uuid.uuid4()), "version": str(match.version), **bids, **tricks, **more}
    return client.post(f"/m/{match.pk}/correct/1/", body).content.decode()


def test_the_preview_says_who_would_go_up_and_down(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    shown = correction(organiser, table(found, "group"), (1, 1, 1, 1, 0, 1))
    assert "Percy would go up to the winners’ table." in shown
    assert "Bea would go down to the losers’ table." in shown
    assert "nobody is moved without the organiser" in shown
    assert not state.read(found).displaced


def test_the_preview_says_whose_pull_would_no_longer_stand(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    pull(organiser, found, 1, "9-4-2")
    shown = correction(organiser, table(found, "group"), (2, 1, 1, 0, 0, 1))
    assert "The card pull of Núria, Łukasz and Percy in group A would no longer stand." in shown
    assert "Łukasz and Percy would be level on the line and pull cards." in shown


def test_the_preview_says_how_a_final_table_would_move_the_trophies(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    match = table(found, "winners")
    after = [Draft("tricks", 2, {"tricks": {"0": 1, "1": 0, "2": 1, "3": 3}})]
    match.refresh_from_db()
    state = load(match)
    assert would_move(state, ledger.preview(state, after)) == ["The Good Dog Cup goes from Bea to Otto."]
    opened = ledger.preview(state, [Draft("tricks", 2, None)])
    assert would_move(state, opened)


def test_the_preview_says_that_a_tie_takes_the_trophies_back(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    match = table(found, "losers")
    state = load(match)
    tie = {"tricks": {**dict.fromkeys(map(str, range(8)), 0), "4": 1, "6": 2, "7": 2}}
    after = ledger.preview(state, [Draft("tricks", 2, tie)])
    (said,) = would_move(state, after)
    assert said.startswith("The play-off is open again: nobody has its trophies")


def test_a_match_that_stands_alone_moves_nothing(club: Club) -> None:
    match = a_match(club, [Player.objects.create(club=club, name=f"Dog {at}") for at in range(4)], plan=(1,))
    state = load(match)
    assert would_move(state, state.sheet) == []


def test_a_group_that_opens_again_is_said_before(club: Club) -> None:
    match = table(groups_played(club), "group")
    match.refresh_from_db()
    state = load(match)
    assert "The group is open again, and the cut with it." in would_move(
        state, ledger.preview(state, [Draft("tricks", 2, None)])
    )
