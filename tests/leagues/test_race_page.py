"""The page of the race: it ends at the totals of the standings, and shows any night and any player without a script."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from clubs.models import Club, Player
from tests.counting import queries
from tests.factory import a_match, some_players
from tests.leagues.test_race import nights_of
from tests.leagues.test_standings_page import START

pytestmark = pytest.mark.django_db
PAGE = "/c/kennel/standings/race/"
API = "/api/v1/clubs/kennel/standings/race"


@pytest.fixture
def players(club: Club) -> list[Player]:
    cache.clear()
    return some_players(club, 5)


def page(client: Client, **asked: Any) -> str:
    response = client.get(PAGE, asked)
    assert response.status_code == 200
    return response.content.decode()


def test_it_ends_where_the_table_stands(member: Client, club: Club, players: list[Player]) -> None:
    season = nights_of(club, players, 4)
    rows = list(club.standings.filter(season=season, game="dirty-dog").order_by("place", "-points", "player"))
    found = member.get(API).json()
    assert [len(each["points"]) for each in found["players"]] == [4] * 5
    ends = {each["player"]: each["points"][-1] for each in found["players"]}
    assert ends == {row.player_id: row.points for row in rows}
    for night in range(4):
        assert sorted(each["places"][night] for each in found["players"]) == [1, 2, 3, 4, 5]
    assert sum(sum(each["won"]) for each in found["players"]) >= 4


def test_any_player_and_any_night_by_the_address(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 4)
    html = page(member, player=players[3].pk, night=2, show="points")
    assert re.search(rf'value="{players[3].pk}"\s+checked', html)
    curve = re.compile(r'class="average"[^>]*d="M[^"]*C')
    assert (bool(curve.search(html)), bool(curve.search(page(member)))) == (False, True)
    assert html.count('<circle class="here"') == 2
    assert html.count('<circle class="here"') + 2 == page(member).count('<circle class="here"')
    for nonsense in ({"night": "x"}, {"night": "9" * 9}, {"player": "x"}):
        assert page(member, **nonsense).count('<circle class="here"') == 4


def test_without_a_season_or_a_result_it_says_so(member: Client, club: Club, players: list[Player]) -> None:
    assert "No race yet" in page(member)
    assert member.get(API).status_code == 404
    nights_of(club, players, 1)
    assert "Choose a season" in page(member, season="all")
    assert 'class="race"' in page(member)
    assert member.get(f"{API}?season=all&game=dirty-dog").json()["nights"] == []


def test_it_costs_the_same_after_more_nights(member: Client, club: Club, players: list[Player]) -> None:
    season = nights_of(club, players, 2)
    before = queries(member, PAGE)
    for week in range(2, 6):
        when = START + timedelta(days=7 * week)
        a_match(club, players, plan=(1,), seed=week, season=season, started_at=when)
    assert queries(member, PAGE) == before <= 10
