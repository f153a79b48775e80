"""Concurrent writes of several tablets: nothing is lost, nothing is written twice."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from django.db import connection

from clubs.models import Club
from games import ledger
from games.consequences.follow import rebuild
from games.entries.drafts import Conflict, Draft
from games.ledger import Recorded
from games.models import Entry, Match
from scoring.dirty_dog import DIRTY_DOG, Bids, Tricks
from tests.factory import a_club, a_match, some_players, write
from tests.games.ledger.lines import HAND_1, NOBODY, bids, fresh, totals

TABLETS = 8
Answer = TypeVar("Answer")


@pytest.fixture
def club(transactional_db: None) -> Club:
    return a_club()


@pytest.fixture
def together() -> Callable[[Callable[[int], Answer]], list[Answer | Conflict]]:
    """A function that runs `work` in eight threads at once and returns the result of each, or its conflict."""
    barrier = threading.Barrier(TABLETS)

    def run(work: Callable[[int], Answer]) -> list[Answer | Conflict]:
        def one(tablet: int) -> Answer | Conflict:
            connection.ensure_connection()
            barrier.wait(timeout=60)
            try:
                return work(tablet)
            except Conflict as conflict:
                return conflict
            finally:
                connection.close()

        with ThreadPoolExecutor(TABLETS) as tablets:
            return list(tablets.map(one, range(TABLETS)))

    return run


def test_eight_tablets_on_one_hand_and_one_wins(
    match: Match, together: Callable[[Callable[[int], Recorded]], list[Recorded | Conflict]]
) -> None:
    mine = [bids(1, 1, *(int(seat == tablet % 4) for seat in range(4))) for tablet in range(TABLETS)]
    answers = together(lambda tablet: ledger.record(match.pk, [mine[tablet]], version=0, by=NOBODY))
    won = [answer for answer in answers if isinstance(answer, Recorded)]
    lost = [answer for answer in answers if isinstance(answer, Conflict)]
    assert (len(won), len(lost)) == (1, 7)
    assert {(conflict.yours, conflict.ours) for conflict in lost} == {(0, 1)}
    assert {conflict.entries[0].pk for conflict in lost} == {won[0].entries[0].pk}
    assert Entry.objects.get().pk == won[0].entries[0].pk
    match.refresh_from_db()
    assert match.version == 1


def test_the_same_draft_eight_times_is_one_row_and_eight_equal_answers(
    match: Match, together: Callable[[Callable[[int], Recorded]], list[Recorded | Conflict]]
) -> None:
    answers = together(lambda tablet: ledger.record(match.pk, HAND_1, version=0, by=NOBODY))
    recorded = [answer for answer in answers if isinstance(answer, Recorded)]
    assert len(recorded) == TABLETS
    assert sorted(answer.again for answer in recorded) == [False] + [True] * 7
    assert {answer.entries for answer in recorded} == {recorded[0].entries}
    assert {answer.state.match.version for answer in recorded} == {1}
    assert Entry.objects.count() == 2
    assert totals(match) == [-1, 5, 6, 5, 5]


def test_eight_tables_at_once_lose_nothing(
    club: Club, together: Callable[[Callable[[int], int]], list[int | Conflict]]
) -> None:
    players = some_players(club, 5)
    matches = [ledger.start(club, DIRTY_DOG.key, players) for _ in range(TABLETS)]

    def evening(tablet: int) -> int:
        for number in range(1, 11):
            line = Draft("bids", 1, HAND_1[0].payload)
            ledger.record(matches[tablet].pk, [line], version=number - 1, by=NOBODY)
        return tablet

    assert together(evening) == list(range(TABLETS))
    assert Entry.objects.count() == TABLETS * 10
    assert set(Match.objects.values_list("version", flat=True)) == {10}


def test_two_matches_and_one_id_is_a_conflict_however_close(
    club: Club, together: Callable[[Callable[[int], Recorded]], list[Recorded | Conflict]]
) -> None:
    players = some_players(club, 5)
    matches = [ledger.start(club, DIRTY_DOG.key, players) for _ in range(TABLETS)]
    line = fresh(HAND_1[0])
    answers = together(lambda tablet: ledger.record(matches[tablet].pk, line, version=0, by=NOBODY))
    assert sum(isinstance(answer, Recorded) for answer in answers) == 1
    assert Entry.objects.count() == 1
    assert sorted(Match.objects.values_list("version", flat=True)) == [0] * 7 + [1]


def test_eight_results_of_one_club_at_once_all_stand(
    club: Club, together: Callable[[Callable[[int], Match]], list[Match | Conflict]]
) -> None:
    players = some_players(club, 5)
    hand = [Bids({1: 0, 2: 0, 3: 0, 4: 0, 0: 2}), Tricks({0: 2, 1: 3, 2: 0, 3: 0, 4: 0})]
    matches = [a_match(club, players, plan=(5,), hands=0) for _ in range(TABLETS)]
    answers = together(lambda tablet: write(matches[tablet], hand))
    assert [answer for answer in answers if isinstance(answer, Conflict)] == []
    assert Match.objects.exclude(finished_at=None).count() == TABLETS
    assert rebuild(club, check=True) == []
