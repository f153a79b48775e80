"""Ratings follow results: the newest match is appended, an older one recomputes the later ratings, and nothing else."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, Player
from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match, Seat
from leagues import ratings
from leagues.models import Rating
from scoring.competition.ratings import START, Estimate, rated
from scoring.dirty_dog import Bids, Options, Tricks
from tests.factory import a_club, a_match, some_players, write
from tests.profiles import examples

pytestmark = pytest.mark.django_db
GAME = "dirty-dog"
LONG_AGO = datetime(2026, 1, 1, 20, tzinfo=UTC)
Row = tuple[object, ...]


def a_result(club: Club, players: list[Player], places: list[int], day: int, game: str = GAME) -> Match:
    """A finished match with these places by seat, written without the ledger, so many days after LONG_AGO; and its
    ratings.
    """
    at = LONG_AGO + timedelta(days=day)
    match = Match.objects.create(club=club, game=game, start_seats=len(places), started_at=at, finished_at=at)
    Seat.objects.bulk_create(
        Seat(match=match, position=position, player=players[position], place=place)
        for position, place in enumerate(places)
    )
    update(match)
    return match


def update(match: Match) -> None:
    ratings.update_for_match(load(match))


def end(match: Match, day: int | None) -> None:
    """Finish the match so many days after LONG_AGO, or open it again with None."""
    match.finished_at = None if day is None else LONG_AGO + timedelta(days=day)
    match.save()
    update(match)


def place(match: Match, *places: int) -> None:
    """Change the places of the match, by seat."""
    for seat, each in zip(match.seats.order_by("position"), places, strict=True):
        Seat.objects.filter(pk=seat.pk).update(place=each)
    update(match)


def rows(club: Club) -> list[Row]:
    """The ratings of the club as sorted tuples."""
    names = ("match", "player", "at", "game", "number", "mu", "sigma")
    return sorted(Rating.objects.filter(club=club).values_list(*names), key=str)


def keys_of(club: Club) -> dict[tuple[object, object], int]:
    """The keys of the club's ratings by match and player: a row that is not rewritten keeps its key."""
    return {(row.match_id, row.player_id): row.pk for row in Rating.objects.filter(club=club)}


def rebuilt(club: Club) -> list[Row]:
    """The ratings after all were deleted and rebuilt."""
    Rating.objects.filter(club=club).delete()
    ratings.rebuild(club, check=False)
    return rows(club)


def test_a_finished_match_rates_everybody_at_the_table(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, plan=(1, 2, 1), seed=1)
    seats = list(match.seats.order_by("position"))
    due = rated([START] * 5, [seat.place for seat in seats])
    found = [match.ratings.get(player=seat.player) for seat in seats]
    assert [Estimate(row.mu, row.sigma) for row in found] == due
    assert {(row.at, row.number, row.game) for row in found} == {(match.finished_at, 1, GAME)}


def test_an_open_match_rates_nobody(club: Club, players: list[Player]) -> None:
    a_match(club, players, hands=2)
    assert rows(club) == []


def test_nobody_is_rated_for_having_sat_alone(club: Club, players: list[Player]) -> None:
    a_result(club, players, [1], 0)
    assert rows(club) == []


def test_each_match_goes_on_from_the_last_of_its_game(club: Club, players: list[Player]) -> None:
    a_result(club, players, [1, 2], 1)
    a_result(club, players, [2, 1], 2, game="top-dog")
    last = a_result(club, players, [1, 2], 3)
    (first, second) = rated(rated([START, START], [1, 2]), [1, 2])
    assert [(row.number, row.mu) for row in last.ratings.order_by("-mu")] == [(2, first.mu), (2, second.mu)]


def test_a_match_written_down_late_goes_in_where_it_was_played(club: Club, players: list[Player]) -> None:
    for day, places in ((1, [1, 2]), (5, [2, 1]), (3, [1, 2])):
        a_result(club, players, places, day)
    numbers = Rating.objects.filter(player=players[0]).order_by("at").values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3]
    assert rows(club) == rebuilt(club)


def test_a_correction_moves_what_came_after_and_nothing_before(club: Club, players: list[Player]) -> None:
    first, second, third = (a_result(club, players, [1, 2, 3], day) for day in (1, 2, 3))
    before, keys = rows(club), keys_of(club)
    place(second, 3, 2, 1)
    changed = {row[0] for row in {*rows(club)} - {*before}}
    assert changed == {second.pk, third.pk}
    assert keys_of(club) == keys
    assert rows(club) == rebuilt(club)
    assert first.pk not in changed


def test_only_those_who_met_them_are_touched(club: Club, players: list[Player]) -> None:
    one = a_result(club, players[:2], [1, 2], 1)
    apart = a_result(club, players[2:4], [1, 2], 2)
    after = a_result(club, players[1:3], [1, 2], 3)
    before = rows(club)
    place(one, 2, 1)
    assert {row[0] for row in {*rows(club)} - {*before}} == {one.pk, after.pk}
    assert apart.ratings.count() == 2


def test_a_correction_that_moves_no_place_costs_the_same_after_a_hundred_matches(
    club: Club, players: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    old = a_result(club, players, [1, 2, 3], 0)
    for day in range(1, 100):
        a_result(club, players, [2, 1, 3], day)
    state = load(old)
    with django_assert_num_queries(2):
        ratings.update_for_match(state)


def test_the_newest_match_costs_the_same_after_a_hundred(
    club: Club, players: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(100):
        a_result(club, players, [2, 1, 3], day)
    last = a_result(club, players, [1, 2, 3], 200)
    last.ratings.all().delete()
    state = load(last)
    with django_assert_num_queries(5):
        ratings.update_for_match(state)


def test_an_open_sheet_costs_one_query(
    club: Club, players: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    state = load(a_match(club, players, hands=1))
    with django_assert_num_queries(1):
        ratings.update_for_match(state)


def test_a_match_that_is_open_again_rates_nobody_until_it_ends(club: Club, players: list[Player]) -> None:
    first = a_result(club, players, [1, 2], 1)
    a_result(club, players, [1, 2], 2)
    end(first, None)
    assert not first.ratings.exists()
    assert Rating.objects.get(player=players[0]).number == 1
    assert rows(club) == rebuilt(club)
    end(first, 9)
    assert first.ratings.get(player=players[0]).number == 2
    assert rows(club) == rebuilt(club)


def test_undo_and_correction_by_the_ledger_are_followed(club: Club, players: list[Player]) -> None:
    """Two matches of one hand; the older one is corrected, into a tie that leaves it open, and back again."""
    order, nobody = (1, 2, 3, 4, 0), dict.fromkeys((1, 2, 3, 4, 0), 0)
    matches = []
    for winner in (1, 2):
        match = ledger.start(club, GAME, players, Options(plan=(1,)))
        bids = Bids(nobody | {winner: 1, order[0]: 1, 0: 1})
        matches.append(write(match, [bids, Tricks(nobody | {winner: 1})]))
    assert rows(club) == rebuilt(club) != []
    old = matches[0]
    for payload in ({"tricks": {str(seat): int(seat == 2) for seat in order}}, None):
        draft = Draft("tricks", 2, payload, id=uuid4())
        ledger.record(old.pk, [draft], version=old.version, by=Author(None))
        old.refresh_from_db()
        assert rows(club) == rebuilt(club)
    assert old.finished_at is None and not old.ratings.exists()


def test_check_names_what_differs_and_writes_nothing(club: Club, players: list[Player]) -> None:
    match = a_result(club, players, [1, 2], 1)
    assert ratings.rebuild(club, check=True) == []
    Rating.objects.filter(player=players[0]).update(mu=99.0)
    assert ratings.rebuild(club, check=True) == [f"dirty-dog, match {match.pk}, player {players[0].pk}"]
    assert Rating.objects.filter(mu=99.0).exists()
    ratings.rebuild(club, check=False)
    assert ratings.rebuild(club, check=True) == []


def test_rows_of_a_game_nobody_plays_any_more_go(club: Club, players: list[Player]) -> None:
    match = a_result(club, players, [1, 2], 1)
    Match.objects.filter(pk=match.pk).update(finished_at=None)
    assert len(ratings.rebuild(club, check=True)) == 2
    ratings.rebuild(club, check=False)
    assert rows(club) == []


def test_a_player_who_turns_out_to_be_another_takes_the_row_along(club: Club, players: list[Player]) -> None:
    match = a_result(club, players[:2], [1, 2], 1)
    a_result(club, players[:3], [1, 2, 3], 2)
    match.seats.filter(position=1).update(player=players[3])
    update(match)
    assert {row.player for row in match.ratings.all()} == {players[0], players[3]}
    assert rows(club) == rebuilt(club)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.permutations(range(5)), st.lists(st.integers(0, 2), min_size=1, max_size=5)),
        st.tuples(st.just("place"), st.integers(0, 9), st.lists(st.integers(0, 2), min_size=5, max_size=5)),
        st.tuples(st.just("end"), st.integers(0, 9), st.none() | st.integers(0, 12)),
    ),
    max_size=12,
)


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS, st.lists(st.integers(0, 12), min_size=12, max_size=12))
def test_step_by_step_comes_to_the_same_bits_as_from_nothing(
    club: Club, players: list[Player], changes: list[tuple[str, object, object]], days: list[int]
) -> None:
    Match.objects.filter(club=club).delete()
    matches: list[Match] = []
    for (what, which, how), day in zip(changes, days, strict=False):
        if what == "play":
            totals: list[int] = how  # type: ignore[assignment]
            order: list[int] = which  # type: ignore[assignment]
            matches.append(a_result(club, [players[at] for at in order], placed(totals), day))
        elif matches:
            match = matches[which % len(matches)]  # type: ignore[operator]
            if what == "end":
                end(match, how)  # type: ignore[arg-type]
            else:
                place(match, *placed(how[: match.start_seats]))  # type: ignore[index]
    assert ratings.rebuild(club, check=True) == []
    assert rows(club) == rebuilt(club)


def placed(totals: list[int]) -> list[int]:
    """Places by totals, with shared places."""
    return [1 + sum(other > total for other in totals) for total in totals]


def test_strengths_are_one_query(
    club: Club, players: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    other = a_club("elsewhere")
    a_result(other, some_players(other), [1, 2, 3], 1)
    for day in range(4):
        a_result(club, players, [1, 2, 3], day)
    with django_assert_num_queries(1):
        found = ratings.strengths(club, GAME)
    assert found == {row.player_id: row.mu for row in Rating.objects.filter(club=club, number=4)}
    assert ratings.strengths(club, "top-dog") == {}
