"""The other games of the demo club: late in the evening, and tonight beside the first table."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from clubs.models import Club, Night, Role
from dogclub.demo.league import LATE, OTHERS, SEATED_BY_TABLE, DemoState, play_half, play_late
from games.entries.match_state import load
from games.models import Match
from games.registry import table_game
from tests.factory import NAMES, a_member, some_players

pytestmark = pytest.mark.django_db
MORE = ("Mabel Quist", "Dervla Quayle", "Teddy Okonkwo", "Jo Finch")


def a_demo(club: Club, players: int, seed: int = 1) -> DemoState:
    seated = dict(enumerate(some_players(club, players, (*NAMES, *MORE))))
    staff = {Role.SCOREKEEPER: a_member(club, Role.SCOREKEEPER)}
    return DemoState(club, seated, {}, staff, Random(seed), Random(seed), came=[*seated])


@pytest.fixture
def night(club: Club) -> Night:
    return Night.objects.create(club=club, starts_at=timezone.now() - timedelta(days=3))


def test_every_game_with_bots_is_played_late_sooner_or_later(club: Club, night: Night) -> None:
    demo = a_demo(club, 10)
    for _ in range(30):
        play_late(demo, night)
    matches = Match.objects.filter(night=night)
    assert {match.game for match in matches} == {each.key for each in OTHERS}
    assert 10 < matches.count() < 30
    for match in matches:
        least, most = table_game(match.game).engine.seats
        assert least <= match.start_seats <= most
        assert match.finished_at
        assert match.started_at == night.starts_at + LATE


@pytest.mark.parametrize("came", [0, 1, 2, 3])
def test_few_people_play_what_few_can_play(club: Club, night: Night, came: int) -> None:
    demo = a_demo(club, came)
    for _ in range(12):
        play_late(demo, night)
    found = Match.objects.filter(night=night)
    assert all(match.start_seats <= came for match in found)
    assert found.exists() == (came >= min(each.engine.seats[0] for each in OTHERS))


def test_something_written_twice_still_adds_up(club: Club, night: Night) -> None:
    demo = a_demo(club, 5)
    for _ in range(40):
        play_late(demo, night)
    repeated = Match.objects.filter(entries__payload__isnull=True).distinct()
    assert repeated.exists()
    assert all(load(match).sheet.finished for match in repeated)


def test_tonight_nobody_sits_at_two_tables(club: Club, night: Night) -> None:
    now = timezone.now()
    demo = a_demo(club, 14)
    play_half(demo, night, now)
    matches = list(Match.objects.filter(night=night).order_by("table"))
    assert [match.table for match in matches] == [str(at) for at in range(2, 2 + len(matches))]
    sat = Counter(seat.player.name for match in matches for seat in match.seats.all())
    assert set(sat.values()) == {1}
    assert not sat.keys() & {demo.players[place].name for place in range(SEATED_BY_TABLE)}
    for match in matches:
        state = load(match)
        assert state.live
        assert match.finished_at is None
        assert max(entry.recorded_at or now for entry in state.live) <= now


def test_without_players_to_spare_the_first_table_plays_alone(club: Club, night: Night) -> None:
    play_half(a_demo(club, SEATED_BY_TABLE + 1), night, timezone.now())
    assert not Match.objects.filter(night=night).exists()
