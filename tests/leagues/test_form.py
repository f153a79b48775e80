"""A player’s form: a dot for each night of the club, a gap where they were away, and the average of the last five."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from clubs.models import Club, Player, Season
from games.models import Match, Seat
from games.statistics.queries import SomeMatches
from leagues.statistics.player import NIGHTS, form_of
from tests.factory import a_match, some_players

pytestmark = pytest.mark.django_db
FIRST = datetime(2026, 3, 5, 20, tzinfo=UTC)


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


def weeks(club: Club, players: list[Player], numbers: range | list[int], season: Season | None = None) -> list[Match]:
    """A finished match in each of these weeks after FIRST."""
    days = [FIRST + timedelta(weeks=week) for week in numbers]
    return [a_match(club, players, plan=(1, 2), seed=3, season=season, started_at=day, finished_at=day) for day in days]


def test_several_matches_of_a_night_are_one_dot_at_their_average(club: Club, players: list[Player]) -> None:
    weeks(club, players, [0, 1, 2, 2])
    (*_, last) = Match.objects.order_by("started_at")
    for at, seat in enumerate(Seat.objects.filter(player=players[0]).order_by("match__started_at", "match")):
        Seat.objects.filter(pk=seat.pk).update(total=(4, 8, 10, 20)[at], is_winner=at == 3)
    form = form_of(players[0], "dirty-dog")
    assert [(each.matches, each.total, each.won) for each in form.nights] == [(1, 4, 0), (1, 8, 0), (2, 15, 1)]
    assert form.chart
    assert (form.about, len(form.chart.dots), len(form.seats)) == ("the last 3 nights", 3, 4)
    assert "the average of several matches" in form.chart.legend
    assert last.pk in {seat.match_id for seat in form.seats}


def test_nights_without_the_player_are_gaps_from_their_first_night_on(club: Club, players: list[Player]) -> None:
    weeks(club, players[1:], [0, 3, 5])
    weeks(club, players, [1, 2, 4, 6, 7, 8])
    form = form_of(players[0], "dirty-dog")
    assert [each.matches for each in form.nights] == [1, 1, 0, 1, 0, 1, 1, 1]
    assert [each.average is None for each in form.nights] == [True] * 6 + [False] * 2
    assert form.chart
    assert len(form.chart.away) == 2


def test_twenty_nights_at_most_and_another_season_is_a_line(club: Club, players: list[Player]) -> None:
    day = FIRST.date()
    spring, autumn = (
        Season.objects.create(
            club=club, name=name, starts_on=day + timedelta(weeks=at), ends_on=day + timedelta(weeks=at + 11)
        )
        for name, at in (("Spring 2026", 0), ("Autumn 2026", 12))
    )
    weeks(club, players, range(12), season=spring)
    weeks(club, players, range(12, 24), season=autumn)
    form = form_of(players[0], "dirty-dog")
    assert form.chart
    assert len(form.chart.dots) == NIGHTS
    assert [turn.text for turn in form.chart.turns] == ["Spring 2026", "Autumn 2026"]
    Season.objects.filter(pk=spring.pk).update(name="The spring of the long names")
    assert form_of(players[0], "dirty-dog").chart.turns[0].text == ""  # type: ignore[union-attr]
    of_spring = form_of(SomeMatches(players[0], spring.pk), "dirty-dog")
    assert of_spring.chart
    assert (len(of_spring.chart.dots), of_spring.chart.turns) == (12, [])


def test_many_matches_on_two_nights_are_drawn_match_by_match(club: Club, players: list[Player]) -> None:
    weeks(club, players, [0, 0, 1, 1])
    form = form_of(players[0], "dirty-dog")
    assert form.chart
    assert (form.about, form.chart.of, len(form.chart.dots)) == ("the last 4 matches", "match", 4)


def test_the_page_of_a_player_draws_the_last_nights(member: Client, club: Club, players: list[Player]) -> None:
    weeks(club, players, range(6))
    weeks(club, players[1:], [6])
    page = " ".join(member.get(f"/c/kennel/players/{players[0].pk}/").content.decode().split())
    assert "the last 7 nights" in page
    assert page.count('class="away"') == 1
    assert "Dot: total of a night" in page
    assert "No dot: away." in page
