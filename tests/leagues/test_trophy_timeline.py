"""The timeline of a trophy: the holders, the width of their boxes, and the table beside the chart."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from clubs.models import Club, Player, Season
from leagues.trophies import awards, holders
from leagues.trophies.timeline import GAP, LEFT, STEP, Timeline, TimelineRow
from tests.factory import some_players
from tests.leagues.test_awards import won_by

pytestmark = pytest.mark.django_db
START = datetime(2026, 1, 1, 19, tzinfo=UTC)


def weekly(club: Club, players: list[Player], *winners: int) -> None:
    """A match a week with these winners; the fifth player loses every one."""
    for week, winner in enumerate(winners):
        with time_machine.travel(START + timedelta(weeks=week), tick=False):
            won_by(club, players, winner, 4)


def row(drawn: Timeline, rule: str = "winner") -> TimelineRow:
    """The row of the trophy with this rule."""
    return next(row for row in drawn.rows if row.trophy.rule == rule)


def boxes(found: TimelineRow) -> list[tuple[str, int, int, int]]:
    """Name, first column, width in columns and number of defences, for each box of the row."""
    return [
        (link.short, round((link.x - LEFT) / STEP), round((link.width + GAP) / STEP), link.defended)
        for link in found.links
    ]


def test_nothing_is_drawn_before_the_first_match(club: Club) -> None:
    drawn = holders.timeline(club)
    assert not drawn
    assert drawn.rows == []


def test_each_holder_is_as_wide_as_the_matches_it_was_held(club: Club, players: list[Player]) -> None:
    weekly(club, players, 0, 1, 1, 0)
    drawn = holders.timeline(club, game="dirty-dog")
    assert boxes(row(drawn)) == [("Bea", 0, 1, 0), ("Otto", 1, 2, 1), ("Bea", 3, 1, 0)]
    assert boxes(row(drawn, "loser")) == [("Łukasz", 0, 4, 3)]
    assert [link.is_held for link in row(drawn).links] == [False, False, True]
    assert [tick.text for tick in drawn.ticks] == ["1 Jan", "8 Jan", "15 Jan", "22 Jan"]
    assert row(drawn).links[1].dots == [drawn.ticks[2].at]
    assert len(row(drawn, "loser").links[0].dots) == 3
    assert row(drawn, "loser").is_cone


def test_only_the_newest_matches_are_drawn_with_who_came_into_them(club: Club, players: list[Player]) -> None:
    weekly(club, players, 2, 2, 2, *(0, 1) * 4, 0)
    drawn = holders.timeline(club)
    first = row(drawn).links[0]
    assert len(drawn.ticks) == 10
    assert (first.short, first.defended, first.since) == ("Wilhelmina", 2, START)
    assert boxes(row(drawn))[0] == ("Wilhelmina", 0, 1, 2)
    assert len(first.dots) == 0 or min(first.dots) > LEFT


def test_a_season_is_drawn_alone(club: Club, players: list[Player]) -> None:
    weekly(club, players, 0, 1, 2, 3)
    season = Season.objects.create(club=club, name="Mid", starts_on=date(2026, 1, 8), ends_on=date(2026, 1, 15))
    drawn = holders.timeline(club, season)
    assert [link.short for link in row(drawn).links] == ["Otto", "Wilhelmina"]
    assert boxes(row(drawn, "loser")) == [("Łukasz", 0, 2, 2)]
    empty = Season.objects.create(club=club, name="Late", starts_on=date(2027, 1, 8), ends_on=date(2027, 1, 15))
    assert not holders.timeline(club, empty)


def test_two_matches_of_one_night_share_their_day(club: Club, players: list[Player]) -> None:
    with time_machine.travel(START, tick=False) as clock:
        won_by(club, players, 0, 4)
        clock.shift(timedelta(hours=1))
        won_by(club, players, 1, 4)
        clock.shift(timedelta(minutes=5))
        awards.pass_on(club.trophies.get(rule="winner"), players[2], "a bet", by=None)
        drawn = holders.timeline(club)
    assert [tick.text for tick in drawn.ticks] == ["1 Jan", "", ""]
    assert boxes(row(drawn)) == [("Bea", 0, 1, 0), ("Otto", 1, 1, 0), ("Wilhelmina", 2, 1, 0)]
    assert boxes(row(drawn, "loser")) == [("Łukasz", 0, 3, 1)]


def test_a_long_name_is_cut_in_the_drawing_and_whole_in_the_table(club: Club) -> None:
    names = ["Featherstonehaugh", "Otto", "Gus", "Ines", "Sam"]
    weekly(club, some_players(club, 5, names), 0, 1)
    link = row(holders.timeline(club)).links[0]
    assert (link.short, link.name) == ("Featherst…", "Featherstonehaugh")
    with time_machine.travel(START + timedelta(weeks=60), tick=False):
        assert (link.began, link.ended) == ("1 Jan 2026", "8 Jan 2026")
    assert row(holders.timeline(club)).links[1].ended == "holds it now"
