"""Every page of the league costs as many queries after six years as after one.

One club is played through the ledger for all these tests. A page that is not in PAGES is not tested.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from clubs.models import Club, Night, Player, Role, Season
from games.consequences.follow import all_at_once
from games.models import Match
from leagues.models import Playoff, Trophy
from leagues.playoffs.deal import begin
from scoring.dirty_dog import Options
from tests.counting import queries
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
A_YEAR = 14  # matches, more than any page lists
LATER = 5
PLAN = (1, 2, 1)


@dataclass(frozen=True)
class World:
    """The rows that addresses of pages name; they stay the same, however much is played before them."""

    club: Club
    players: list[Player]
    night: Night
    season: Season
    trophy: Trophy
    playoff: Playoff
    match: Match


Address = Callable[[World], dict[str, Any]]
PAGES: dict[str, tuple[Address, str]] = {
    "club": (lambda world: {}, ""),
    "matches": (lambda world: {}, ""),
    "nights": (lambda world: {}, ""),
    "night": (lambda world: {"pk": world.night.pk}, ""),
    "night-report": (lambda world: {"pk": world.night.pk}, ""),
    "night-setup": (lambda world: {"pk": world.night.pk}, ""),
    "playoff": (lambda world: {"pk": world.playoff.pk}, ""),
    "playoff-wall": (lambda world: {"pk": world.playoff.pk}, ""),
    "trophies": (lambda world: {}, ""),
    "trophy": (lambda world: {"pk": world.trophy.pk}, ""),
    "standings": (lambda world: {}, ""),
    "standings of all time": (lambda world: {}, "?season=all"),
    "standings of a season": (lambda world: {}, "?season={season}&game=dirty-dog"),
    "race": (lambda world: {}, ""),
    "seasons": (lambda world: {}, ""),
    "season": (lambda world: {"pk": world.season.pk}, ""),
    "ratings": (lambda world: {}, ""),
    "ratings of a player": (lambda world: {}, "?game=dirty-dog&player={player}"),
    "club-records": (lambda world: {}, ""),
    "player": (lambda world: {"pk": world.players[0].pk}, ""),
    "player-versus": (lambda world: {"pk": world.players[0].pk}, ""),
    "two-players": (lambda world: {}, "?player={first}&against={player}"),
    "api-two-players": (lambda world: {"pk": world.players[0].pk, "other": world.players[1].pk}, ""),
    "players": (lambda world: {}, ""),
    "glossary": (lambda world: {}, ""),
    "api-ratings": (lambda world: {}, ""),
    "api-matches": (lambda world: {}, ""),
    "api-nights": (lambda world: {}, ""),
    "api-night": (lambda world: {"pk": world.night.pk}, ""),
    "api-players": (lambda world: {}, ""),
    "api-playoffs": (lambda world: {}, ""),
    "api-standings": (lambda world: {}, ""),
    "api-trophies": (lambda world: {}, ""),
    "api-trophy": (lambda world: {"pk": world.trophy.pk}, ""),
}


def address(name: str, world: World) -> str:
    about, query = PAGES[name]
    path = reverse(name.split(" ")[0], kwargs={"slug": world.club.slug, **about(world)})
    return path + query.format(season=world.season.pk, player=world.players[1].pk, first=world.players[0].pk)


def a_year(club: Club, players: list[Player], ends: datetime) -> list[Match]:
    """Play a season of one match a night, a night about every 25 days, with changing players and winners."""
    days = [ends - timedelta(days=25 * back) for back in reversed(range(A_YEAR))]
    season = Season.objects.create(
        club=club, name=f"To {ends:%B %Y}", starts_on=days[0].date() - timedelta(days=2), ends_on=ends.date()
    )
    return [a_night_of(club, players, season, day, number) for number, day in enumerate(days)]


def a_night_of(club: Club, players: list[Player], season: Season, day: datetime, number: int) -> Match:
    night = Night.objects.create(club=club, season=season, starts_at=day, place="The back room")
    seated = [player for at, player in enumerate(players) if at != number % len(players)]
    return a_match(
        club, seated, plan=PLAN, seed=number, season=season, night=night, started_at=day, finished_at=day, table="1"
    )


def a_world() -> World:
    club, now = a_club(), timezone.now()
    players = some_players(club, 8)
    with all_at_once(club):
        last = a_year(club, players, now)[-1]
        playoff = begin(club, last.night, "dirty-dog", [players[:4], players[4:]], 1, Options(plan=(1, 1)))
    assert last.night and last.season
    return World(club, players, last.night, last.season, club.trophies.all()[0], playoff, last)


def cost(client: Client, name: str, world: World) -> int:
    """Return the number of queries of the page, or 0 where it fails, so that only its own test fails."""
    try:
        return queries(client, address(name, world))
    except (AssertionError, NoReverseMatch):
        return 0


@pytest.fixture(scope="module")
def costs(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, tuple[int, int]]]:
    """The number of queries of each page after one year, and after five earlier years were added."""
    with django_db_blocker.unblock(), transaction.atomic():
        world, client = a_world(), Client(raise_request_exception=False)
        client.force_login(a_member(world.club, Role.ORGANISER))
        early = {name: cost(client, name, world) for name in PAGES}
        with all_at_once(world.club):
            for back in range(1, LATER + 1):
                a_year(world.club, world.players, world.match.started_at - timedelta(days=365 * back))
        yield {name: (before, cost(client, name, world)) for name, before in early.items()}
        transaction.set_rollback(True)


@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES)
def test_a_page_costs_the_same_after_one_year_and_after_six(name: str, costs: dict[str, tuple[int, int]]) -> None:
    early, late = costs[name]
    assert early == late
    assert 0 < late <= 33
