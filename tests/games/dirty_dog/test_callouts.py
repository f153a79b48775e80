"""Call-outs after a hand, and before the dealer's bid (DD-G14 to DD-G20)."""

import pytest
from django.test import Client

from clubs.models import Club, Player
from games import ledger
from games.dirty_dog.statistics import player_statistics
from games.models import CallOut, Match
from games.statistics.queries import summaries
from scoring.dirty_dog import Bids, Options, Pull, Tricks
from tests.factory import write
from tests.posting import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    """After hand 1: Otto makes a bid of one and leads with 6, Bea is set and last with −1. One hand remains."""
    match = ledger.start(club, "dirty-dog", players, Options(plan=(1, 2)))
    nobody = dict.fromkeys(range(5), 0)
    return write(match, [Bids({1: 1, 2: 0, 3: 0, 4: 0, 0: 1}), Tricks(nobody | {1: 1})])


def last_hand(match: Match) -> Match:
    """Play hand 2: Bea takes two and passes everybody; Wilhelmina, Núria and Łukasz are set; Otto deals and makes a bid
    of 0.
    """
    bids = Bids({2: 1, 3: 1, 4: 1, 0: 2, 1: 0})
    return write(match, [bids, Tricks({2: 0, 3: 0, 4: 0, 0: 2, 1: 0})])


def test_who_is_passed_says_easy_chico(keeper: Client, match: Match) -> None:
    names = dict(match.seats.values_list("position", "player__name"))
    text = page(keeper, last_hand(match))
    write(match, [Pull({2: "9C", 3: "4C", 4: "KS"})])
    short = [names[seat].split()[0] for seat in (0, 2)]
    assert f"{short[1]}, passed by {short[0]}" in text
    said = set(CallOut.objects.filter(term="easy-chico").values_list("player__name", "times"))
    assert said == {(names[seat], 1) for seat in (2, 3, 4)}


def test_the_table_sees_who_moved_how_many_places(keeper: Client, match: Match) -> None:
    assert "Places" not in page(keeper, match)
    names = dict(match.seats.values_list("position", "player__name"))
    moved = [f"{names[0].split()[0]} up 3", *(f"{names[seat].split()[0]} down 1" for seat in (2, 3, 4))]
    assert f"<b>Places</b><span>{', '.join(moved)}</span>" in page(keeper, last_hand(match))


def test_the_dealer_hears_that_one_cannot_be_bid(keeper: Client, match: Match) -> None:
    text = page(keeper, match, "?hand=2&tap=2-1&tap=3-0&tap=4-0&tap=0-0")
    assert "The Rule: 1 bid, 2 cards. You cannot bid one." in text


def test_what_the_rule_did_to_a_dealer_is_counted(match: Match, players: list[Player]) -> None:
    write(last_hand(match), [Pull({2: "9C", 3: "4C", 4: "KS"})])
    summary = summaries(players[0])["dirty-dog"]
    rule = next(table for table in player_statistics(players[0], summary).tables if table.title == "The Rule")
    assert rule.note == "set in 1 of 1 deals with a barred bid"
    assert [(row.head, row.cells) for row in rule.rows] == [("0", ("1", "0", "0"))]
