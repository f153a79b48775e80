"""The stored forecast of a match: requested by every round, computed once, and again where the sheet has changed."""

from uuid import UUID, uuid4

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from clubs.models import Club, Player, ShowChances
from games import ledger
from games.consequences.follow import all_at_once
from games.entries.drafts import Draft
from games.entries.match_state import load
from games.forecasts.stored import compute, current, points_of
from games.live import club_topic, forecast_topic, versions_of
from games.models import Forecast, Match
from leagues.players.merge import merge
from scoring.dirty_dog import Bids, Join, Shorten, Tricks
from scoring.turning import SIMULATIONS
from tests.factory import a_history, a_match, some_players, write
from tests.games.ledger.lines import NOBODY

pytestmark = pytest.mark.django_db


def one_hand(match: Match) -> tuple[Bids, Tricks]:
    """Hand 7 of 4 cards: all bid 0, the first bidder takes all tricks."""
    order = load(match).sheet.order  # type: ignore[attr-defined]
    return Bids(dict.fromkeys(order, 0)), Tricks({seat: 4 * (seat == order[0]) for seat in order})


def test_there_is_a_point_before_the_first_hand_and_after_each(match: Match, forecast: Forecast) -> None:
    points = points_of(forecast)
    assert [point.round for point in points] == [0, 1, 2, 3, 4, 5, 6]
    for point in points:
        assert sum(times or 0 for times in point.win) == sum(times or 0 for times in point.last) == SIMULATIONS
    found = current(load(match))
    assert (found.is_known, found.points, found.matches) == (True, points, 10)


def test_bids_ask_nobody_and_tricks_ask_a_worker(
    match: Match, no_queue: list[UUID], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    bids, tricks = one_hand(match)
    with django_capture_on_commit_callbacks(execute=True):
        write(match, [bids])
    assert no_queue == []
    with django_capture_on_commit_callbacks(execute=True):
        write(match, [tricks])
    assert no_queue == [match.pk]


def test_many_results_at_once_ask_nobody(
    match: Match, no_queue: list[UUID], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """Opening one of them requests its forecast; otherwise the forecasts of years of matches would be queued ahead of a
    score sheet.
    """
    with django_capture_on_commit_callbacks(execute=True), all_at_once(match.club):
        write(match, one_hand(match))
    assert no_queue == []


def test_what_is_known_is_not_calculated_again(match: Match, forecast: Forecast) -> None:
    compute(match.pk)
    assert Forecast.objects.get(match=match).version == 1
    write(match, one_hand(match))
    compute(match.pk)
    later = Forecast.objects.get(match=match)
    assert (later.version, later.points[:7], len(later.points)) == (2, forecast.points, 8)


def test_a_correction_is_calculated_from_the_hand_it_is_about(match: Match, forecast: Forecast) -> None:
    bids = load(match).live[6].payload
    assert bids is not None
    order = sorted(bids["bids"], key=int)
    other = dict.fromkeys(order, 0) | {order[0]: 4}
    line = Draft("tricks", 8, {"tricks": other})
    ledger.record(match.pk, [line], version=match.version, by=NOBODY)
    match.refresh_from_db()
    assert not current(load(match)).is_known
    compute(match.pk)
    again = Forecast.objects.get(match=match)
    same = [old == new for old, new in zip(forecast.points, again.points, strict=True)]
    assert same == [True] * 4 + [False] * 3
    assert current(load(match)).is_known


def test_the_end_is_certain(match: Match, forecast: Forecast) -> None:
    write(match, [Shorten()])
    compute(match.pk)
    last = points_of(Forecast.objects.get(match=match))[-1]
    winners = load(match).sheet.winners
    assert last.is_end
    assert not winners or [last.win[seat] for seat in winners] == [SIMULATIONS]


def test_a_latecomer_and_a_merge_are_asked_for(match: Match, forecast: Forecast, club: Club) -> None:
    late, double = some_players(club, 2, names=["Ida Moss", "Ida Mos"])
    write(match, [Join(5)], player=late.pk)
    compute(match.pk)
    with_late = Forecast.objects.get(match=match)
    assert str(late.pk) in with_late.history["players"]
    assert points_of(with_late)[-1].win[5] is not None
    assert points_of(with_late)[0].win[5] is None
    merge(late, double, None)
    assert not current(load(Match.objects.get(pk=match.pk))).is_known
    compute(match.pk)
    assert current(load(Match.objects.get(pk=match.pk))).is_known


def test_a_club_with_too_few_matches_has_no_points_and_says_how_many(club: Club, players: list[Player]) -> None:
    a_history(club, players, 9)
    match = a_match(club, players, hands=4)
    compute(match.pk)
    found = current(load(match))
    assert (found.is_known, found.points, found.matches) == (True, [], 9)


def test_nothing_is_kept_for_who_wants_none_for_other_games_and_for_what_is_gone(
    match: Match, club: Club, players: list[Player]
) -> None:
    other = ledger.start(club, "top-dog", players[:3])
    Club.objects.update(chances=ShowChances.NOWHERE)
    for pk in (match.pk, other.pk, uuid4()):
        compute(pk)
    Club.objects.update(chances=ShowChances.WALL)
    compute(other.pk)
    assert not Forecast.objects.exists()


def test_whoever_watches_is_told(
    match: Match, club: Club, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, settings: object
) -> None:
    Club.objects.update(chances=ShowChances.WALL)
    settings.LIVE = "tests.games.forecasts.test_compute.hear"  # type: ignore[attr-defined]
    topics = forecast_topic(match.pk), club_topic(club.pk)
    before = versions_of(topics)
    with django_capture_on_commit_callbacks(execute=True):
        compute(match.pk)
    assert heard == [{topics[0]: 1, topics[1]: None}]
    after = versions_of(topics)
    assert (before[topics[0]], after[topics[0]]) == (0, 1)
    assert before[topics[1]] != after[topics[1]]


heard: list[object] = []


def hear(versions: object) -> None:
    """Record the versions that were published."""
    heard.append(versions)
