"""The race of a season on its standings page: shown where it is useful, and cached until the table changes."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Night, Player, Season
from leagues import standings
from scoring.standings import Scheme, scheme_to_json
from tests.counting import queries
from tests.factory import a_match, some_players
from tests.leagues.test_standings_page import GAME, PAGE, START, page

pytestmark = pytest.mark.django_db
PLACES = Scheme(way="places", coming=1, places=(5, 3, 2))
SAYS = "Points night by night"


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Empty the cache before each test."""
    cache.clear()


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


def nights_of(club: Club, players: list[Player], count: int, scheme: Scheme | None = PLACES) -> Season:
    """A season with a match on each of so many weekly nights."""
    schemes = {GAME: scheme_to_json(scheme)} if scheme else {}
    season = Season.objects.create(
        club=club, name="Autumn", starts_on=START.date(), ends_on=(START + timedelta(days=90)).date(), schemes=schemes
    )
    for week in range(count):
        when = START + timedelta(days=7 * week)
        night = Night.objects.create(club=club, season=season, starts_at=when)
        a_match(club, players, plan=(1, 2), seed=week + 1, season=season, night=night, started_at=when)
    return season


def test_a_season_of_four_nights_has_its_race_on_the_page(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 4)
    html = page(member)
    assert html.count("<polyline") == 5
    assert SAYS in html
    table = html[html.index("Show the numbers") :]
    assert [f"{(START + timedelta(days=7 * week)):%-d %b}" in table for week in range(4)] == [True] * 4


def test_it_is_drawn_once_for_each_language(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 4)
    assert SAYS in page(member)
    member.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert "Punkte Abend für Abend" in member.get(PAGE).content.decode()


def test_its_last_numbers_are_the_points_of_the_table(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 4)
    race = member.get(PAGE).context["race"]
    points = [
        round(row.points / 100) for row in club.standings.filter(game=GAME, season__isnull=False).order_by("place")
    ]
    assert [run[-1] for _, run in race.lines] == points


def test_three_nights_draw_nothing(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 3)
    assert SAYS not in page(member)


def test_next_to_no_points_draw_nothing(member: Client, club: Club, players: list[Player]) -> None:
    """Four nights at one point a win, and nobody has won three: lines from 0 to 2 would overlap."""
    season = nights_of(club, players, 4, None)
    assert max(row.points for row in club.standings.filter(season=season)) < 300
    assert SAYS not in page(member)


def test_all_time_has_none(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 4)
    assert SAYS not in page(member, season="all", game=GAME)


def test_it_is_drawn_once_and_anew_after_a_result(member: Client, club: Club, players: list[Player]) -> None:
    season = nights_of(club, players, 4)
    page(member)
    with CaptureQueriesContext(connection) as kept:
        first = page(member)
    assert queries(member, PAGE) - len(kept) == 2
    a_match(club, players, plan=(1, 2), seed=9, season=season, started_at=START + timedelta(days=35))
    assert "8 Oct" not in first
    assert "8 Oct" in page(member)


def test_another_scheme_is_another_race(member: Client, club: Club, players: list[Player]) -> None:
    season = nights_of(club, players, 4)
    before = member.get(PAGE).context["race"]
    season.schemes = {GAME: scheme_to_json(Scheme(way="places", coming=2, places=(9, 3, 2)))}
    season.save()
    standings.refresh(club, {season.pk})
    assert member.get(PAGE).context["race"].lines != before.lines
