"""The wall board: what it shows, and how few queries it takes while nothing changes."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, Player
from games.base.display import CallOutLine
from games.dirty_dog.display import DISPLAY, fitting
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, Leave
from tests.counting import queries
from tests.factory import NAMES, a_history, a_match, some_players, write

pytestmark = pytest.mark.django_db


def wall(client: Client, match: Match, **options: Any) -> str:
    response = client.get(f"/m/{match.pk}/wall/", **options)
    assert response.status_code == 200
    return response.content.decode()


def test_it_shows_totals_the_hand_and_who_deals(member: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=17, seed=4)
    page = wall(member, match)
    totals = load(match).sheet.totals
    for total in totals.values():
        assert f">{total}".replace("-", "−") in page
    assert '<span class="fig">18</span>' in page
    assert "3 cards" in page
    assert "Wilhelmina deals" in page
    assert "Called out after hand 17" in page


def test_before_the_first_hand_nobody_is_marked(member: Client, club: Club, players: list[Player]) -> None:
    page = wall(member, a_match(club, players, hands=0))
    assert "mark-top" not in page
    assert "Called out" not in page
    assert "not held yet" in page


def test_at_the_end_it_names_winner_and_loser(member: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, plan=(1, 2), seed=1)
    page = wall(member, match)
    assert "won." in page
    assert "lost." in page


@pytest.mark.parametrize(("count", "css"), [(2, '"board"'), (5, '"board"'), (7, "board-mid"), (10, "board-tight")])
def test_it_has_room_for_every_table(member: Client, club: Club, count: int, css: str) -> None:
    page = wall(member, a_match(club, some_players(club, count), hands=1, max_cards=3))
    assert css in page
    assert page.count('class="name') == count


def test_no_news_is_an_empty_answer_for_three_queries(
    member: Client, club: Club, players: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = a_match(club, players, hands=3)
    with django_assert_num_queries(3):
        response = member.get(f"/m/{match.pk}/wall/", {"since": match.version})
    assert (response.status_code, response.content) == (204, b"")


@pytest.mark.parametrize("since", ["0", "", "x", "-1", "9" * 40])
def test_news_is_the_whole_board(member: Client, club: Club, players: list[Player], since: str) -> None:
    match = write(a_match(club, players, hands=3), [])
    assert member.get(f"/m/{match.pk}/wall/", {"since": since}).status_code == 200


def test_it_is_sent_once(member: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=3)
    wall(member, match)
    tag = member.get(f"/m/{match.pk}/wall/")["ETag"]
    assert member.get(f"/m/{match.pk}/wall/", headers={"If-None-Match": tag}).status_code == 304
    write(match, [Bids(dict.fromkeys((4, 0, 1, 2, 3), 0))])
    assert member.get(f"/m/{match.pk}/wall/", headers={"If-None-Match": tag}).status_code == 200


def test_leavers_leave_the_board(club: Club, players: list[Player]) -> None:
    match = write(a_match(club, players, hands=2), [Leave(1)])
    rows = DISPLAY.wall(load(match)).context["rows"]
    assert [row.name for row in rows] == [name for name in NAMES[:5] if name != "Otto Pym"]


def test_it_costs_at_most_eight_queries_whatever_the_history(member: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=17)
    a_history(club, players, 1)
    before = queries(member, f"/m/{match.pk}/wall/")
    a_history(club, players, 300)
    assert queries(member, f"/m/{match.pk}/wall/") == before
    assert before <= 8


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["short"], 1),
        (["short"] * 5, 3),
        (["two lines of words, which the board breaks"] * 3, 2),
        (["far too long " * 40, "short"], 1),
    ],
)
def test_only_so_many_call_outs_as_fit_are_shown(words: list[str], shown: int) -> None:
    shouts = [CallOutLine("7", "sbr", "SBR", each) for each in words]
    assert len(list(fitting(shouts))) == shown
