"""The end of a match, abandoning it, and opening it again."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Role
from games import ledger
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, Options, Shorten, Tricks
from tests.counting import queries
from tests.factory import a_match, a_member, some_players, write

pytestmark = pytest.mark.django_db


def won_by(club: Club, players: list[Player], winner: int, loser: int, **about: Any) -> Match:
    """A match of one hand of two cards: the winner makes a bid of 2, the loser misses a bid of 1, all others make a bid
    of 0.
    """
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)), **about)
    order = (1, 2, 3, 4, 0)
    bids = dict.fromkeys(order, 0) | {winner: 2, loser: 1}
    return write(match, [Bids({seat: bids[seat] for seat in order}), Tricks(dict.fromkeys(order, 0) | {winner: 2})])


def page(client: Client, match: Match) -> str:
    response = client.get(reverse("finish", args=[match.pk]))
    assert response.status_code == 200
    return str(response.content.decode())


def test_the_first_match_gives_the_first_trophies(organiser: Client, club: Club, players: list[Player]) -> None:
    shown = page(organiser, won_by(club, players, 3, 1))
    assert "<title>Núria wins, 7 " in shown
    assert "Good Dog Cup" in shown
    assert "Cone of Shame" in shown
    assert "First holder." in shown
    assert "First Place Loser" in shown


def test_a_winner_who_wins_again_is_back_to_back(organiser: Client, club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1)
    shown = page(organiser, won_by(club, players, 3, 2))
    assert "Back-to-Back: defended." in shown
    assert "Passed on by Otto Pym." in shown


def test_a_holder_who_stayed_away_did_not_defend(organiser: Client, club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1)
    others = [*players[:3], *some_players(club, 2, ["Gus Fisk", "Ines Roux"])]
    shown = page(organiser, won_by(club, others, 4, 1))
    assert "Taken from Núria Ødegård, who was not here to defend it." in shown
    assert "Again: nobody wanted it." in shown


def test_a_match_for_no_trophy_moves_none(organiser: Client, club: Club, players: list[Player]) -> None:
    shown = page(organiser, won_by(club, players, 3, 1, for_trophy=False))
    assert "Núria wins, 7" in shown
    assert "Good Dog Cup" not in shown


def test_a_shortened_match_says_so(organiser: Client, club: Club, players: list[Player]) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2, 2, 2)))
    bids = {1: 0, 2: 0, 3: 2, 4: 1, 0: 0}
    write(match, [Bids(bids), Tricks({0: 0, 1: 0, 2: 0, 3: 2, 4: 0}), Shorten()])
    assert "Stopped early by agreement: 2 planned hands were not played." in page(organiser, match)


def test_a_match_that_goes_on_has_no_last_page(organiser: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=1)
    response = organiser.get(reverse("finish", args=[match.pk]))
    assert response["Location"] == reverse("table", args=[match.pk])


def test_the_last_entry_taken_back_opens_the_match_again(organiser: Client, club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    path = reverse("take-back", args=[match.pk, 2])
    assert path in page(organiser, match)
    form = {"entry": "5f3b1c1e-0000-4000-8000-000000000002", "version": match.version, "do": "save"}
    assert organiser.post(path, form).status_code == 302
    assert Match.objects.get(pk=match.pk).is_open


def test_an_organiser_abandons_and_opens_again(organiser: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=1)
    path = reverse("abandon", args=[match.pk])
    assert "End without a result?" in organiser.get(path).content.decode()
    for _ in range(2):
        assert organiser.post(path).status_code == 302
    match.refresh_from_db()
    assert match.abandoned_at is not None
    version = match.version
    assert "It can continue where it stopped." in organiser.get(path).content.decode()
    for _ in range(2):
        assert organiser.post(reverse("reopen", args=[match.pk])).status_code == 302
    match.refresh_from_db()
    assert match.is_open
    assert match.version == version + 1
    assert len(load(match).sheet.lines) == 1


def test_a_match_with_a_result_is_not_abandoned(organiser: Client, club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    path = reverse("abandon", args=[match.pk])
    assert "This match has a result" in organiser.get(path).content.decode()
    organiser.post(path)
    assert Match.objects.get(pk=match.pk).abandoned_at is None


@pytest.mark.parametrize("name", ["abandon", "reopen"])
def test_a_scorekeeper_does_neither(client: Client, club: Club, players: list[Player], name: str) -> None:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    match = a_match(club, players, hands=1)
    assert client.post(reverse(name, args=[match.pk])).status_code == 403


def test_the_last_page_costs_the_same_with_a_long_history(organiser: Client, club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1)
    second = won_by(club, players, 3, 2)
    before = queries(organiser, reverse("finish", args=[second.pk]))
    for seat in (2, 3, 4):
        last = won_by(club, players, seat, 1)
    # Three are for the last contests for both trophies.
    assert queries(organiser, reverse("finish", args=[last.pk])) == before <= 14
