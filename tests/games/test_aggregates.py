"""Aggregates are stored with each result, and equal what adding up all finished matches gives."""

from datetime import UTC, date, datetime, timedelta
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Night, Player, Season
from games import ledger
from games.consequences import aggregates
from games.consequences.follow import all_at_once
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Aggregate, Match
from games.registry import table_game
from games.statistics import queries
from games.statistics.meetings import met
from games.statistics.sums import Scope, Sums, add_up, read
from leagues import records
from leagues.seasons import delete_season, save_season
from tests.factory import a_match

pytestmark = pytest.mark.django_db
GAME = "dirty-dog"
BEGAN = datetime(2026, 3, 5, 20, tzinfo=UTC)


def a_season(club: Club, year: int) -> Season:
    return Season.objects.create(club=club, name=str(year), starts_on=date(year, 1, 1), ends_on=date(year, 12, 31))


def a_year(club: Club, players: list[Player], season: Season | None, year: int, matches: int = 2) -> list[Match]:
    """So many finished matches, a week apart, in this year."""
    days = [BEGAN.replace(year=year) + timedelta(days=7 * week) for week in range(matches)]
    return [a_match(club, players, plan=(1, 2, 1), seed=day.day, season=season, started_at=day) for day in days]


def stored(club: Club) -> dict[Any, Any]:
    return {(row.season_id, row.player_id): row for row in Aggregate.objects.filter(club=club, game=GAME)}


def correct(match: Match, payload: dict[str, Any] | None) -> None:
    """Revise the last line of the match; None undoes it."""
    last = load(match).history[-1]
    draft = Draft(last.kind, last.number, payload, id=uuid4())
    ledger.record(match.pk, [draft], version=match.version, by=Author(None))
    match.refresh_from_db()


def test_a_result_writes_the_sums_of_its_season_and_of_all_time(club: Club, players: list[Player]) -> None:
    season = a_season(club, 2026)
    a_year(club, players, season, 2026)
    a_year(club, players, None, 2025)
    rows = stored(club)
    assert rows.keys() == {(each, who) for each in (season.pk, None) for who in (None, *(row.pk for row in players))}
    assert rows[season.pk, None].results["matches"] == 2
    assert rows[None, players[0].pk].results["matches"] == 4
    assert aggregates.rebuild(club, check=True) == []


def test_a_correction_an_undone_end_and_the_end_again_are_followed(club: Club, players: list[Player]) -> None:
    season = a_season(club, 2026)
    match = [*a_year(club, players, season, 2026), *a_year(club, players, None, 2025)][0]
    before = stored(club)[season.pk, players[0].pk].rounds
    last: Any = load(match).live[-1].payload
    correct(match, None)
    assert stored(club)[season.pk, None].results["matches"] == 1
    assert aggregates.rebuild(club, check=True) == []
    correct(match, last)
    assert stored(club)[season.pk, players[0].pk].rounds == before
    seats, took = list(last["tricks"]), list(last["tricks"].values())
    tricks = dict(zip(seats, [*took[1:], took[0]], strict=True))
    correct(match, {**last, "tricks": tricks})
    assert aggregates.rebuild(club, check=True) == []


def test_matches_that_move_to_another_season_take_their_sums_along(club: Club, players: list[Player]) -> None:
    season = a_season(club, 2026)
    a_year(club, players, season, 2026)
    season.starts_on = date(2026, 3, 10)
    save_season(season)
    assert stored(club)[season.pk, None].results["matches"] == 1
    assert aggregates.rebuild(club, check=True) == []
    delete_season(season)
    assert {key for key, _ in stored(club)} == {None}
    assert aggregates.rebuild(club, check=True) == []


def test_check_names_what_differs_and_writes_nothing(club: Club, players: list[Player]) -> None:
    a_year(club, players, a_season(club, 2026), 2026)
    Aggregate.objects.filter(season=None, player=players[0]).update(best={})
    assert aggregates.rebuild(club, check=True) == ["1 of dirty-dog, all time"]
    assert Aggregate.objects.filter(best={}, player=players[0]).exists()
    aggregates.rebuild(club, check=False)
    assert aggregates.rebuild(club, check=True) == []


def figures(club: Club, player: Player) -> list[Any]:
    """The figures that pages show about the player and the club."""
    scope = records.RecordScope(club, table_game(GAME))
    return [
        queries.rounds(player, GAME).rates("cards"),
        queries.rounds_of_club(player, GAME, "cards").rates("cards"),
        queries.places(player, GAME),
        queries.call_out_counts(player, GAME),
        met(player, GAME),
        records.records(scope),
        records.fame(scope),
        records.called(scope),
        records.loudest(scope),
    ]


def test_without_stored_sums_every_figure_is_the_same_and_an_update_writes_them(
    club: Club, players: list[Player]
) -> None:
    night = Night.objects.create(club=club, starts_at=BEGAN)
    a_match(club, players, seed=4, night=night, season=a_season(club, 2026), started_at=BEGAN)
    a_year(club, players, None, 2025)
    known, rows = figures(club, players[1]), {key: vars(row) for key, row in stored(club).items()}
    Aggregate.objects.all().delete()
    assert figures(club, players[1]) == known
    assert aggregates.rebuild(club, check=True) == []
    assert not Aggregate.objects.exists()
    call_command("migrate", verbosity=0)
    again = {key: vars(row) for key, row in stored(club).items()}
    assert _without_keys(again) == _without_keys(rows)


def _without_keys(rows: dict[Any, dict[str, Any]]) -> dict[Any, dict[str, Any]]:
    return {key: {name: row[name] for name in ("results", "best", "rounds", "callouts")} for key, row in rows.items()}


def test_the_first_result_after_an_update_writes_the_sums_of_all_before(club: Club, players: list[Player]) -> None:
    a_year(club, players, None, 2025)
    Aggregate.objects.all().delete()
    a_year(club, players[:3], None, 2026, matches=1)
    assert stored(club)[None, players[4].pk].results["matches"] == 2
    assert aggregates.rebuild(club, check=True) == []


def test_a_correction_costs_the_same_after_many_seasons(club: Club, players: list[Player]) -> None:
    """The rounds of the match's season are read again, those of other seasons are not."""
    with all_at_once(club):
        for year in range(2015, 2026):
            a_year(club, players, a_season(club, year), year)
        last = a_year(club, players, a_season(club, 2026), 2026)[-1]
    state = load(last)
    with CaptureQueriesContext(connection) as asked:
        aggregates.update_for_match(state)
    rounds = [each["sql"] for each in asked if '"facts"' in each["sql"]]
    assert len(asked) <= 14
    assert len(rounds) == 1 and f'"season_id" = {state.match.season_id}' in rounds[0]


@pytest.mark.parametrize("others", [0, 9])
def test_a_match_that_ends_is_added_and_no_other_is_read_again(club: Club, players: list[Player], others: int) -> None:
    season, night = a_season(club, 2026), Night.objects.create(club=club, starts_at=BEGAN)
    with all_at_once(club):
        a_year(club, players, season, 2026, matches=1 + others)
    last = a_match(club, players, seed=4, season=season, night=night, started_at=BEGAN)
    final: Any = load(last).live[-1].payload
    correct(last, None)
    with CaptureQueriesContext(connection) as asked:
        correct(last, final)
    sql = [each["sql"] for each in asked if "games_aggregate" in each["sql"]]
    rounds = [each["sql"] for each in asked if each["sql"].startswith("SELECT") and 'JOIN "games_tally"' in each["sql"]]
    rounds += [each["sql"] for each in asked if 'FROM "games_tally" INNER JOIN' in each["sql"]]
    assert [each.strip("(").split()[0] for each in sql] == ["SELECT", "INSERT"]
    assert len(rounds) == 1 and last.pk.hex in rounds[0].replace("-", "")
    assert aggregates.rebuild(club, check=True) == []


def test_the_loudest_night_is_found_however_its_matches_are_spread(club: Club, players: list[Player]) -> None:
    """The matches of a night are in two seasons and in none, and an earlier night was the loudest until then."""
    nights = [Night.objects.create(club=club, starts_at=BEGAN + timedelta(days=day)) for day in (0, 7)]
    seasons = [a_season(club, 2025), a_season(club, 2026), None]
    for seed, (night, season) in enumerate(product(nights, seasons), start=1):
        a_match(club, players, seed=seed, season=season, night=night, started_at=night.starts_at)
        assert aggregates.rebuild(club, check=True) == []
    assert any("nights" in row.callouts for row in Aggregate.objects.filter(season=None))


@pytest.mark.parametrize("address", ["/c/kennel/players/{player}/", "/c/kennel/records/"])
def test_a_page_reads_sums_and_no_rounds_or_call_outs(
    member: Client, club: Club, players: list[Player], address: str
) -> None:
    seen = []
    for year in (2026, 2025, 2024):
        a_year(club, players, a_season(club, year), year)
        with CaptureQueriesContext(connection) as asked:
            assert member.get(address.format(player=players[0].pk)).status_code == 200
        sql = [each["sql"] for each in asked]
        assert not [each for each in sql if 'FROM "games_callout"' in each]
        assert all("LIMIT 1" in each for each in sql if 'FROM "games_tally"' in each)
        seen.append(len(sql))
    assert len(set(seen)) == 1


def test_of_the_nights_with_the_most_the_first_is_kept_of_all_time() -> None:
    ever = Sums()
    for night, times in ((7, 2), (3, 1), (5, 3), (3, 2)):
        ever.add_callout("sbr", times, night)
    ever.keep_top_nights()
    assert ever.callouts == {"called": {"sbr": [8, 4]}, "nights": {"3": {"sbr": 3}}}


def test_of_equals_the_first_to_reach_it_stands() -> None:
    sums = Sums()
    for seat, value, day in ((1, 30, 5), (2, 30, 4), (3, 30, 4), (4, 29, 1)):
        sums.reach("total", value, f"2026-03-0{day}", seat)
    assert sums.best == {"total": [30, "2026-03-04", 2]}


def test_nobody_has_played_where_nothing_is_finished(club: Club, players: list[Player]) -> None:
    a_match(club, players, hands=1)
    assert add_up(Scope(club.pk, GAME, is_ever=True)) == {} == read(Scope(club.pk, GAME, is_ever=True), "rounds")
