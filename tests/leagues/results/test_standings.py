"""Standings follow results: after any change the rows are those a rebuild would write."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubs.models import AllTime, Club, Night, Player, Season
from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match, Seat
from leagues import standings
from leagues.models import Fixture, Playoff, Standing
from leagues.playoffs import state as playoff_state
from leagues.playoffs.finals import call_off, deal_finals
from leagues.playoffs.results import take_out
from scoring.base import RuleError
from scoring.standings import Scheme, scheme_to_json
from tests import playoff_nights
from tests.factory import a_club, a_match, some_players
from tests.profiles import examples

pytestmark = pytest.mark.django_db
GAME = "dirty-dog"
START = datetime(2026, 9, 3, 18, tzinfo=UTC)


@pytest.fixture
def season(club: Club) -> Season:
    return a_season(club)


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


def a_season(club: Club, **schemes: Any) -> Season:
    said = {key.replace("_", "-"): scheme_to_json(scheme) for key, scheme in schemes.items()}
    return Season.objects.create(
        club=club, name="Autumn", starts_on=START.date(), ends_on=START.date() + timedelta(days=90), schemes=said
    )


def ended(club: Club, players: list[Player], season: Season | None, day: int = 0, seed: int = 1, **about: Any) -> Match:
    """A match of two hands, started so many days after START."""
    return a_match(
        club, players, plan=(1, 2), seed=seed, season=season, started_at=START + timedelta(days=day), **about
    )


def table(season: Season | None, game: str = GAME) -> list[tuple[int | None, int, int]]:
    """Place, player and points of each standing, by place."""
    rows = Standing.objects.filter(season=season, game=game).order_by("place", "player")
    return [(row.place, row.player_id, row.points) for row in rows]


def test_a_finished_match_stands_in_four_tables(club: Club, season: Season, players: list[Player]) -> None:
    match = ended(club, players, season)
    winners = set(match.seats.filter(is_winner=True).values_list("player", flat=True))
    for one in (season, None):
        for game in (GAME, ""):
            found = table(one, game)
            assert len(found) == 5
            assert {player for place, player, points in found if place == 1 and points == 100} == winners


def test_a_match_without_a_season_counts_for_all_time_alone(club: Club, season: Season, players: list[Player]) -> None:
    ended(club, players, None)
    assert table(season) == []
    assert len(table(None)) == 5


def test_what_is_still_going_on_counts_nowhere(club: Club, season: Season, players: list[Player]) -> None:
    a_match(club, players, hands=1, season=season)
    assert not Standing.objects.exists()


def test_taking_the_last_line_back_takes_the_result_back(club: Club, season: Season, players: list[Player]) -> None:
    match = ended(club, players, season)
    last = match.entries.order_by("number").last()
    assert last is not None
    ledger.record(match.pk, [Draft(last.kind, last.number, None)], version=match.version, by=Author(None, "a test"))
    assert not Standing.objects.exists()


def test_only_rows_that_changed_are_written(
    club: Club, season: Season, players: list[Player], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    match = ended(club, players, season)
    state = load(match)
    with django_assert_max_num_queries(7) as captured:
        standings.update_for_match(state)
    assert [query["sql"] for query in captured.captured_queries if query["sql"].startswith(("UPDATE", "INSERT"))] == []


def test_settling_costs_the_same_however_long_the_history(
    club: Club, season: Season, players: list[Player], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for day in range(6):
        ended(club, players, season, day, seed=day)
    state = load(ended(club, players, season, 7))
    with django_assert_max_num_queries(7):
        standings.update_for_match(state)


def test_a_match_that_ends_is_added_and_the_others_are_not_read(
    club: Club, season: Season, players: list[Player]
) -> None:
    first = ended(club, players, season)
    Standing.objects.update(total=10_000)
    ended(club, players, season, 7)
    assert all(row.total > 9_000 and row.played == 2 for row in Standing.objects.all())
    standings.update_for_match(load(first))
    assert standings.rebuild(club, check=True) == []


def test_rebuild_names_what_was_wrong_and_puts_it_right(club: Club, season: Season, players: list[Player]) -> None:
    ended(club, players, season)
    assert standings.rebuild(club, check=True) == []
    Standing.objects.filter(season=season, game=GAME, player=players[0]).update(points=999)
    assert standings.rebuild(club, check=True) == [f"1 of dirty-dog, season {season.pk}"]
    assert Standing.objects.filter(points=999).exists()
    standings.rebuild(club, check=False)
    assert standings.rebuild(club, check=True) == []


def test_the_games_add_up_by_each_ones_scheme(club: Club, players: list[Player]) -> None:
    season = a_season(club, dirty_dog=Scheme(way="places"))
    ended(club, players, season)
    assert [row[1:] for row in table(season, "")] == [row[1:] for row in table(season, GAME)]


def grouped(club: Club, season: Season, players: list[Player]) -> Playoff:
    """A play-off of one group of five, then three at the winners’ table and two and a guest at the losers’ table."""
    playoff = Playoff.objects.create(club=club, kind=Playoff.Kind.GROUPS, game=GAME)
    guest = Player.objects.create(club=club, name="Rex", is_guest=True)
    stages = (
        (Fixture.Stage.GROUP, 1, players),
        (Fixture.Stage.WINNERS, 2, players[:3]),
        (Fixture.Stage.LOSERS, 2, [*players[3:], guest]),
    )
    for at, (stage, part, sitting) in enumerate(stages):
        match = a_match(club, sitting, hands=0, plan=(1,), season=season, started_at=START + timedelta(hours=at))
        Fixture.objects.create(playoff=playoff, stage=stage, round=part, match=match, players=[p.pk for p in sitting])
        Seat.objects.filter(match=match).update(total=0)
        for place, seat in enumerate(match.seats.all(), 1):
            Seat.objects.filter(pk=seat.pk).update(place=place, total=30 - place)
        Match.objects.filter(pk=match.pk).update(finished_at=START)
    return playoff


def test_a_playoff_in_groups_is_one_result(club: Club, season: Season, players: list[Player]) -> None:
    playoff = grouped(club, season, players)
    match = Match.objects.filter(fixture__playoff=playoff).first()
    assert match is not None
    standings.update_for_match(load(match))
    assert not Standing.objects.exists()  # the play-off is not finished
    Playoff.objects.filter(pk=playoff.pk).update(finished_at=START, winner=players[0], loser=players[2])
    standings.playoff_changed(playoff)
    rows = {row.player_id: row for row in Standing.objects.filter(season=season, game=GAME)}
    assert [(rows[p.pk].metrics["places"], rows[p.pk].played) for p in players] == [(n, 1) for n in range(1, 6)]
    assert [(rows[players[0].pk].wins, rows[players[2].pk].losses)] == [(1, 1)]
    assert standings.rebuild(club, check=True) == []


def test_matches_of_a_playoff_called_off_count_like_any_other(
    club: Club, season: Season, players: list[Player]
) -> None:
    playoff = grouped(club, season, players)
    Playoff.objects.filter(pk=playoff.pk).update(called_off_at=START)
    standings.playoff_changed(playoff)
    assert Standing.objects.get(season=season, game=GAME, player=players[0]).played == 2
    assert standings.rebuild(club, check=True) == []


def schemes(own: str) -> st.SearchStrategy[Scheme]:
    """Any scheme; `own` is the way that only a scheme of one game has, or only the scheme across games."""
    keys = ["wins", "losses", "meetings", "peak", "high", "total", "average", "games", "nights", "pull"]
    return st.builds(
        Scheme,
        way=st.sampled_from(["wins", "places", "flat", own]),
        shared=st.sampled_from(["average", "full"]),
        each=st.sampled_from(["match", "night"]),
        best=st.integers(0, 3),
        minimum=st.integers(0, 2),
        tie_breaks=st.lists(st.sampled_from(keys), unique=True).map(tuple),
    )


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("plays"), st.integers(0, 9), st.integers(0, 8), st.integers(0, 3)),
        st.tuples(st.just("takes back"), st.integers(0, 5)),
        st.tuples(st.just("corrects"), st.integers(0, 5), st.integers(0, 9)),
        st.tuples(st.just("counts by"), schemes("totals"), schemes("sum")),
        st.tuples(st.just("moves"), st.integers(0, 5), st.booleans()),
    ),
    max_size=12,
)


class AnyHistory(TestCase):
    """Property test: finishes, corrections, reopenings, other schemes and other seasons, in any order."""

    @given(STEPS, st.sampled_from(AllTime.values))
    @settings(max_examples=examples(20), suppress_health_check=[HealthCheck.too_slow])
    def test_the_rows_are_what_a_rebuild_would_write(self, steps: list[Any], all_time: str) -> None:
        club = a_club()
        club.all_time = all_time
        club.save()
        season, players = a_season(club), some_players(club, 6)
        night = Night.objects.create(club=club, season=season, starts_at=START)
        matches: list[Match] = []
        for what, *about in steps:
            with transaction.atomic():
                happens(what, about, club, season, players, night, matches)
            assert standings.rebuild(club, check=True) == []


def happens(
    what: str, about: Any, club: Club, season: Season, players: list[Player], night: Night, matches: list[Match]
) -> None:
    """Apply one step of the property test."""
    if what == "counts by":
        scheme, across = about
        season.schemes = {GAME: scheme_to_json(scheme), "": scheme_to_json(across)}
        season.save()
        standings.refresh(club, [season.pk])
    elif what == "plays":
        seed, day, first = about
        sitting = players[first : first + 3]
        matches.append(ended(club, sitting, season, day, seed, night=night if day == 0 else None))
    elif matches and what == "moves":
        match = matches[about[0] % len(matches)]
        Match.objects.filter(pk=match.pk).update(season=season if about[1] else None)
        standings.refresh(club)
    elif matches:
        rewrite(matches[about[0] % len(matches)], about[1:])


def rewrite(match: Match, about: list[int]) -> None:
    """Undo the last line, or correct the first line with tricks so that one seat takes the only trick."""
    state = load(Match.objects.get(pk=match.pk))
    lines = [entry for entry in state.live if entry.kind == "tricks" or not about]
    if not lines:
        return
    if about:
        first = lines[0]
        seats = sorted((first.payload or {})["tricks"])
        took = dict.fromkeys(seats, 0) | {seats[about[0] % len(seats)]: 1}
        draft = Draft(first.kind, first.number, {"tricks": took})
    else:
        draft = Draft(lines[-1].kind, lines[-1].number, None)
    with suppress(RuleError), transaction.atomic():  # refused if it makes a recorded tie-break superfluous
        ledger.record(match.pk, [draft], version=state.match.version, by=Author(None, "a test"))


def test_a_whole_evening_of_groups_and_final_tables_is_one_result_each(club: Club, season: Season) -> None:
    took, bid = (2, 1, 0, 0, 0, 2), {0: 2, 1: 1}
    with time_machine.travel(START + timedelta(days=1)):
        playoff = playoff_nights.an_evening(club, advance=2)
        for number in (1, 2):
            playoff_nights.play(playoff_nights.table(playoff, "group", number), took, bid)
        assert not Standing.objects.exists()
        state = playoff_state.read(playoff)
        deal_finals(
            playoff.pk,
            {"winners": Player.objects.get(pk=state.up[0]), "losers": Player.objects.get(pk=state.down[0])},
            None,
        )
        playoff_nights.play(playoff_nights.table(playoff, "winners"), (0, 1, 1, 3))
        playoff_nights.play(playoff_nights.table(playoff, "losers"), (1, 0, 0, 0, 0, 0, 0, 4), {0: 1})
    rows = list(Standing.objects.filter(season=season, game=GAME))
    assert (len(rows), {row.played for row in rows}) == (12, {1})
    assert (sum(row.wins for row in rows), sum(row.losses for row in rows)) == (1, 1)
    assert standings.rebuild(club, check=True) == []
    call_off(playoff.pk)
    assert {row.played for row in Standing.objects.filter(season=season, game=GAME)} == {2}
    assert standings.rebuild(club, check=True) == []


def test_whoever_played_only_in_a_group_has_taken_part(club: Club, season: Season) -> None:
    """Two sit out between the lines and one goes home: they share the place after the final tables."""
    season.schemes = {GAME: scheme_to_json(Scheme(way="places"))}
    season.save()
    with time_machine.travel(START + timedelta(days=1)):
        playoff = playoff_nights.an_evening(club, advance=2, bottom=2)
        for number in (1, 2):  # 7, 6, 5, 5, −1, −2
            playoff_nights.play(playoff_nights.table(playoff, "group", number), (2, 1, 0, 0, 1, 1), {0: 2, 1: 1, 5: 3})
        take_out(playoff.pk, Player.objects.get(name="Priya"), None)
        state = playoff_state.read(playoff)
        deal_finals(playoff.pk, {}, None)
        playoff_nights.play(playoff_nights.table(playoff, "winners"), (0, 1, 1, 3))
        assert not Standing.objects.exists()
        playoff_nights.play(playoff_nights.table(playoff, "losers"), (0, 0, 1, 1, 3))
    assert (len(state.up), len(state.down)) == (4, 5)
    rows = {row.player.name: row for row in Standing.objects.filter(season=season, game=GAME).select_related("player")}
    assert len(rows) == 12
    only = [rows[name] for name in ("Núria", "Łukasz", "Priya")]
    assert [(row.points, row.played, row.total, row.wins, row.losses) for row in only] == [
        (100, 1, 5, 0, 0),
        (100, 1, 5, 0, 0),
        (100, 1, -3, 0, 0),
    ]
    assert {tuple(row.form[0][2:]) for row in only} == {(10, 12, False, False)}
    assert sorted(row.form[0][2] for row in rows.values()) == [1, 2, 2, 4, 5, 5, 7, 7, 9, 10, 10, 10]
    assert standings.rebuild(club, check=True) == []
    call_off(playoff.pk)
    assert rows.keys() == {*Standing.objects.filter(season=season, game=GAME).values_list("player__name", flat=True)}
    assert standings.rebuild(club, check=True) == []
