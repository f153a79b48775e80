"""Late arrivals: the player, the seat and the score at the start (DD-43, HR-DD-05)."""

import random

import pytest
from django.test import Client

from clubs.models import Club, Player
from games.models import Match
from scoring.dirty_dog import Bids, Tricks
from tests.factory import a_match, bids, some_players, write
from tests.games.table_actions import form_of, page_of, path, send, sheet_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 6)


@pytest.fixture
def gus(club: Club) -> Player:
    return Player.objects.create(club=club, name="Gus Fisk")


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return a_match(club, players, hands=3, seed=4)


def test_the_first_question_is_who(keeper: Client, match: Match, gus: Player, players: list[Player]) -> None:
    page = page_of(keeper, match, "late")
    assert f'value="player-{gus.pk}"' in page
    assert f'value="player-{players[0].pk}"' not in page


def test_a_latecomer_takes_the_lowest_score(keeper: Client, match: Match, gus: Player) -> None:
    lowest = min(sheet_of(match).totals.values())
    page = page_of(keeper, match, "late", player=gus.pk)
    assert f"Starts at {str(lowest).replace('-', '−')}, level with" in page
    assert "DD-43" in page
    assert "Hands 8 to 11: 7 cards, not 8." in page
    assert send(keeper, match, "late", {"player": gus.pk}).status_code == 302
    sheet = sheet_of(match)
    assert sheet.totals[6] == lowest
    assert sheet.active_seats[-1] == 6
    assert Match.objects.get(pk=match.pk).seats.get(position=6).player == gus


def test_another_chair_is_offered(keeper: Client, match: Match, gus: Player) -> None:
    page = keeper.post(
        path(match, "late"), form_of(keeper.get(path(match, "late"), {"player": gus.pk})) | {"look": "seat-2"}
    )
    assert "Between Wilhelmina and" in page.content.decode()
    assert send(keeper, match, "late", {"player": gus.pk, "after": 2}).status_code == 302
    assert sheet_of(match).active_seats == (0, 1, 2, 6, 3, 4, 5)


def test_a_typed_name_is_seen_at_the_table_before_anybody_is_added(keeper: Client, club: Club, match: Match) -> None:
    form = form_of(keeper.get(path(match, "late"))) | {"name": "Maxi Okonkwo", "look": "seat-1"}
    page = keeper.post(path(match, "late"), form).content.decode()
    assert "Not in the club yet" in page
    assert "Maxi, " in page
    assert not club.players.filter(name="Maxi Okonkwo").exists()
    assert send(keeper, match, "late", name="Maxi Okonkwo", after=1).status_code == 302
    assert sheet_of(match).active_seats == (0, 1, 6, 2, 3, 4, 5)


def test_a_typed_name_the_club_knows_is_that_player(keeper: Client, match: Match, gus: Player) -> None:
    page = keeper.post(
        path(match, "late"), form_of(keeper.get(path(match, "late"))) | {"name": gus.name, "look": "name"}
    )
    assert f'name="player" value="{gus.pk}"' in " ".join(page.content.decode().split())


def test_nonsense_in_a_look_is_looked_past(keeper: Client, match: Match) -> None:
    for look in ("seat-99", "seat-x", "player-x", "player-99999999999999999999", "x", ""):
        assert (
            keeper.post(path(match, "late"), form_of(keeper.get(path(match, "late"))) | {"look": look}).status_code
            == 200
        )


def test_a_second_tap_seats_nobody_twice(keeper: Client, match: Match, gus: Player) -> None:
    form = form_of(keeper.get(path(match, "late"), {"player": gus.pk}))
    answers = [keeper.post(path(match, "late"), form) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302] * 3
    assert sheet_of(match).seats == 7


def test_in_the_middle_of_a_hand_a_latecomer_waits(keeper: Client, match: Match, gus: Player) -> None:
    write(match, [Bids({sheet_of(match).order[0]: 0})])
    assert "whoever comes sits down after it" in page_of(keeper, match, "late")
    assert "Gus has to wait" in page_of(keeper, match, "late", player=gus.pk)


def test_whoever_left_may_come_back_to_the_old_chair(keeper: Client, match: Match, players: list[Player]) -> None:
    assert send(keeper, match, "leave", {"seat": 2}).status_code == 302
    assert "only just left" in page_of(keeper, match, "late", player=players[2].pk)
    play_on(match)
    assert "Whoever comes back takes" in page_of(keeper, match, "late", player=players[2].pk)
    assert send(keeper, match, "late", {"player": players[2].pk}).status_code == 302
    assert sheet_of(match).seats == 6
    assert 2 in sheet_of(match).active_seats


def play_on(match: Match) -> None:
    """Play the next hand."""
    sheet = sheet_of(match)
    bid = bids(sheet, random.Random(5))
    rest = sheet.cards
    taken = {}
    for seat in sheet.order:
        taken[seat] = rest if seat == sheet.order[-1] else min(rest, bid.bids[seat])
        rest -= taken[seat]
    match.refresh_from_db()
    write(match, [bid, Tricks(taken)])
