"""Head to head of two players: the page and the API agree with a count over all sheets."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Player, Season
from games.statistics.meetings import Meeting, Streak, current, longest, meetings_of
from leagues.statistics.two_players import MOST_TICKS, brackets, months, rows, ticks
from tests.counting import queries
from tests.factory import a_club, a_match, some_players

pytestmark = pytest.mark.django_db
PAGE = "/c/kennel/head-to-head/"
API = "/api/v1/clubs/kennel/players"


def page(client: Client, **asked: Any) -> str:
    response = client.get(PAGE, asked)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>|\xad|&shy;", "", response.content.decode()))


def met(*results: int) -> list[Meeting]:
    """Meetings of two players with these results: above 0 where the first finished higher, below 0 where the second
    did, 0 level.
    """
    now = timezone.now()
    meeting = partial(Meeting, None, "dirty-dog", now, None, 5)  # type: ignore[arg-type]
    return [meeting((10, 10 - each), each) for each in results]


def test_runs_end_with_a_shared_place() -> None:
    assert longest(met(1, 1, 0, 1, 1, 1, -1), 1) == Streak(3, 3)
    assert longest(met(1, 1, 0), -1) == Streak(0, 0)
    assert [current(met(*each)) for each in ((), (1, -1, -1), (1, 0), (1, 1))] == [0, 2, 0, 2]


def test_ticks_stand_in_order_and_only_the_last_hundred() -> None:
    drawn = ticks(met(*[1, -1, 0] * 50))
    assert len(drawn) == MOST_TICKS
    assert [tick.look for tick in drawn[-3:]] == ["up", "down", "level"]
    assert all(tick.x + tick.width <= 100 for tick in drawn)


def test_a_bracket_is_over_the_longest_run_of_each() -> None:
    up, down = brackets(met(1, -1, -1, -1, 1, 1, 1, 1))
    assert (up.length, up.is_up, down.length, down.is_up) == (4, True, 3, False)
    assert up.start > down.end
    assert brackets(met(1, 1, -1)) == []


def test_the_months_of_the_first_and_the_last_meeting_stand_under_them() -> None:
    days = [datetime(2025, 9, 4, 20, tzinfo=UTC) + timedelta(weeks=week) for week in range(30)]
    played = [replace(each, started_at=day) for each, day in zip(met(*[1] * 30), days, strict=True)]
    assert [(each.text, each.anchor) for each in months(played)] == [("Sep 2025", "start"), ("Mar 2026", "end")]
    assert [each.text for each in months(played[:2])] == ["Sep 2025"]
    assert [each.text for each in months(played[:6])] == ["Sep 2025 to Oct 2025"]


def test_bars_are_shares_of_the_widest() -> None:
    first, second = rows({"4 players": met(1, 1, -1, 0), "5 players": met(1, 1, 1, 1)})
    assert (first.left, first.right, first.left_from, second.left, second.right) == (50, 25, 50, 100, 0)


def test_the_page_and_the_api_count_what_the_sheets_say(member: Client, club: Club, players: list[Player]) -> None:
    one, other = players[:2]
    today = timezone.localdate()
    season = Season.objects.create(club=club, name="Autumn", starts_on=today, ends_on=today)
    matches = [a_match(club, players, plan=(1, 2, 1), seed=seed, season=season if seed else None) for seed in range(5)]
    pairs = [(each.seats.get(player=one), each.seats.get(player=other)) for each in matches]
    ahead, behind = (sum(way(a.place, b.place) for a, b in pairs) for way in (int.__lt__, int.__gt__))
    found = member.get(f"{API}/{one.pk}/against/{other.pk}").json()
    assert (found["matches"], found["ahead"], found["behind"]) == (5, ahead, behind)
    assert found["by_size"] == [
        {"matches": 5, "ahead": ahead, "behind": behind, "level": 5 - ahead - behind, "players": 5}
    ]
    assert [(each["total"], each["other_total"]) for each in found["meetings"]] == [
        (a.total, b.total) for a, b in pairs
    ]
    mirrored = member.get(f"{API}/{other.pk}/against/{one.pk}").json()
    assert (mirrored["ahead"], mirrored["behind"]) == (behind, ahead)
    text = page(member, player=one.pk, against=other.pk)
    assert "All seasons, all games: 5 meetings" in text
    assert "Streaks" in text
    narrowed = page(member, player=one.pk, against=other.pk, game="dirty-dog", season=season.pk)
    assert "Autumn, Dirty Dog: 4 meetings" in narrowed
    assert member.get(f"{API}/{one.pk}/against/{other.pk}?season={season.pk}").json()["matches"] == 4


def test_one_meeting_has_no_streaks_and_none_says_so(member: Client, club: Club, players: list[Player]) -> None:
    asked = {"player": players[0].pk, "against": players[1].pk}
    assert "The two have never sat at one table." in page(member, **asked)
    a_match(club, players, plan=(1, 2), seed=1)
    text = page(member, **asked)
    assert "1 meeting" in text
    assert "Streaks" not in text
    assert "have not met there" in page(member, **asked, game="top-dog")


def test_who_is_not_there_or_twice_there(member: Client, players: list[Player]) -> None:
    stranger = some_players(a_club("elsewhere"), 1)[0]
    assert "Choose a player" in page(member)
    assert "Choose two different players." in page(member, player=players[0].pk, against=players[0].pk)
    for wrong in (stranger.pk, "x", "9" * 30, "0"):
        assert member.get(PAGE, {"player": players[0].pk, "against": wrong}).status_code == 404
    assert member.get(f"{API}/{players[0].pk}/against/{players[0].pk}").status_code == 404


def test_a_players_page_leads_to_it(member: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, plan=(1, 2), seed=1)
    link = f"{PAGE}?player={players[0].pk}&amp;against={players[1].pk}&amp;game=dirty-dog"
    assert link in member.get(players[0].get_absolute_url()).content.decode()


def test_it_costs_the_same_however_often_they_met(member: Client, club: Club, players: list[Player]) -> None:
    for seed in range(2):
        a_match(club, players, plan=(1, 2), seed=seed)
    where = f"{PAGE}?player={players[0].pk}&against={players[1].pk}"
    before = queries(member, where)
    for seed in range(10):
        a_match(club, players, plan=(1,), seed=seed)
    assert queries(member, where) == before <= 12
    assert len(meetings_of(players[0], players[1])) == 12
