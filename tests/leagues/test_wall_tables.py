"""All tables of an evening on one wall board: what it shows, and the number of queries and bytes it takes."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Player
from games.models import Match
from scoring.dirty_dog import Bids
from tests.counting import queries
from tests.factory import a_match, some_players, write

pytestmark = pytest.mark.django_db
ALL = "/c/kennel/wall/?tables=all"
BYTES = 24_000  # limit for a page with eight tables of five, before compression


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


def some_tables(club: Club, players: list[Player], count: int, first: int = 1) -> list[Match]:
    return [a_match(club, players, hands=2, seed=at, table=str(at)) for at in range(first, first + count)]


def shown(client: Client, address: str = ALL) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def test_first_names_in_seat_order_with_box_and_circle(member: Client, club: Club, players: list[Player]) -> None:
    some_tables(club, players, 2)
    page = shown(member)
    names = re.findall(r'<b class="name"><bdi>([^<]*)</bdi>', page)
    assert [name.replace("\u00ad", "") for name in names] == ["Bea", "Otto", "Wilhelmina", "Núria", "Łukasz"] * 2
    assert page.count('class="wall-table"') == 2
    assert re.search(r'class="wordmark" href="/">.*?<bdi>The Thursday Kennel</bdi>', page)
    assert ("wall-all-2" in page, "two tables." in page) == (True, True)
    assert (page.count("mark-top"), page.count("mark-low")) == (2, 2)
    assert page.count('<span class="fig">3</span>') == 2


def test_a_table_that_is_over_says_so_and_no_circle_where_the_game_has_none(
    member: Client, club: Club, players: list[Player]
) -> None:
    ended = timezone.now() - timedelta(minutes=3)
    a_match(club, players, plan=(1, 2), seed=4, table="1", finished_at=ended)
    a_match(club, players, hands=1, table="2")
    page = shown(member)
    assert re.search(r'<p class="ended">Over, \d\d:\d\d\. \w+ won\.</p>', page)
    assert page.count("data-heard=") == 1


def test_the_foot_says_which_table_ends_first_once_one_is_half_way(
    member: Client, club: Club, players: list[Player]
) -> None:
    now = datetime(2026, 11, 26, 20, 31, tzinfo=UTC)
    with time_machine.travel(now, tick=False):
        some_tables(club, players, 2)
        assert "ends at about" not in shown(member)
        a_match(club, players, hands=3, plan=(1, 2, 3, 2), table="3", started_at=now - timedelta(minutes=45))
        a_match(club, players, hands=2, plan=(1, 2, 3, 2), table="4", started_at=now - timedelta(minutes=45))
        club.time_zone = "UTC"
        club.save()
        # Three hands took 45 minutes, so the fourth takes 15; rounded up to five minutes.
        assert "Table 3 ends at about 20:50." in shown(member)


def test_more_than_eight_are_pages_of_eight(member: Client, club: Club, players: list[Player]) -> None:
    some_tables(club, players, 10)
    page = shown(member)
    assert re.findall(r'data-label="([^"]*)"', page) == ["tables 1 to 8 of 10", "tables 9 to 10 of 10"]
    assert ("wall-all-8" in page, "wall-all-2" in page) == (True, True)
    assert page.count('class="turn"') == 2


def test_one_table_has_the_board_to_itself(member: Client, club: Club, players: list[Player]) -> None:
    (match,) = some_tables(club, players, 1)
    page = shown(member)
    assert f'id="m-{match.pk.hex}"' in page
    assert "wall-table" not in page


def test_the_wall_itself_has_the_setting(member: Client, club: Club, players: list[Player]) -> None:
    some_tables(club, players, 2)
    assert 'href="?seconds=30&tables=all">All tables at once</a>' in shown(member, "/c/kennel/wall/?seconds=30")
    page = shown(member, f"{ALL}&seconds=30")
    assert 'href="?seconds=30">One table at a time</a>' in page
    # The page polls with its own query string, over the single live stream of the club.
    assert "&seconds=30&tables=all" in page
    assert page.count("data-live=") == 1


def test_eight_cost_as_many_queries_as_two_and_nothing_new_costs_no_page(
    member: Client, club: Club, players: list[Player]
) -> None:
    tables = some_tables(club, players, 2)
    shown(member)
    write(tables[0], [Bids(dict.fromkeys(range(5), 0))])
    two = queries(member, ALL)
    some_tables(club, players, 6, first=3)
    assert queries(member, ALL) == two
    answer = member.get(ALL)
    assert len(answer.content) < BYTES
    since = re.search(r"since=([\w-]+)", answer.content.decode())
    assert since
    again = member.get(f"{ALL}&since={since[1]}", headers={"HX-Request": "true"})
    assert (again.status_code, again.content) == (204, b"")
