"""The simulation behind the chances: legal hands, the players' rates, and invariants over any match."""

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from scoring.base import replay
from scoring.dirty_dog import DIRTY_DOG, DirtyDogSheet, Leave, Options
from scoring.dirty_dog.forecast.points import CountedBids, History, Point, history_of, rows_of
from scoring.dirty_dog.forecast.simulation import forecast, high, legal_hands, made, player_share, weights
from scoring.dirty_dog.hand import points
from scoring.dirty_dog.outlook import outlook
from scoring.turning import SIMULATIONS
from tests.scoring.tables import dealt, fold, played

# Tables of four, hands of three cards: seat 0 makes 80 % of its bids, the others half of theirs, mostly of 0 and 1.
CLUB = history_of(
    20,
    [
        CountedBids(seat, 4, 3, bid, off, times=times)
        for seat in range(4)
        for bid in (0, 1)
        for off, times in ((0, 160 if seat == 0 else 100), (1, 40 if seat == 0 else 60), (2, 0 if seat == 0 else 40))
    ],
)


def chances(sheet: DirtyDogSheet, history: History = CLUB, seed: int = 7) -> Point:
    return forecast(sheet, history, {seat: seat for seat in sheet.seating_order}, [seed])


@pytest.mark.parametrize(("players", "cards"), [(2, 1), (4, 3), (10, 5), (4, 13)])
def test_every_hand_that_is_drawn_could_be_played(players: int, cards: int) -> None:
    """Compared with the engine's points for every bid and every number of tricks."""
    hands = legal_hands(Options(), CLUB, players, cards, np.random.default_rng(1))
    worth: dict[bool, set[int]] = {True: set(), False: set()}
    for bid in range(cards + 1):
        for tricks in range(cards + 1):
            worth[bid == tricks].add(points(Options(), bid, tricks, cards))
    assert set(np.unique(hands.points[hands.made])) <= worth[True]
    assert set(np.unique(hands.points[~hands.made])) <= worth[False]
    assert not hands.made.all(axis=0).any()  # The Rule: at least one player misses
    assert (np.where(hands.made, hands.points - 5, 0).sum(axis=0) <= cards).all()  # no more tricks than cards


def test_where_the_rule_does_not_hold_everybody_may_make_a_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.dirty_dog.forecast.simulation.has_rule", lambda _options, _cards: False)
    hands = legal_hands(Options(), CLUB, 4, 3, np.random.default_rng(1))
    assert hands.made.all(axis=0).any()


def test_each_player_makes_bids_as_often_as_before() -> None:
    hands = legal_hands(Options(), CLUB, 4, 3, np.random.default_rng(1))
    rates, bids = ([player_share(CLUB, player, 3, counted) for player in range(4)] for counted in (made, high))
    likely = weights(hands, rates, bids)
    assert hands.made @ likely == pytest.approx(rates, abs=0.005)
    assert hands.high @ likely == pytest.approx(bids, abs=0.03)
    assert rates[0] > 0.75 > 0.55 > rates[1]


def test_the_better_the_record_the_better_the_chances_and_the_same_record_has_the_same() -> None:
    start = chances(fold(4, plan=(3,) * 10))
    assert start.win[0] > 2 * max(start.win[seat] for seat in (1, 2, 3))
    assert start.last[0] < 0.5 * min(start.last[seat] for seat in (1, 2, 3))
    alike = [start.win[seat] for seat in (1, 2, 3)]
    assert max(alike) - min(alike) < SIMULATIONS * 0.03
    strangers = forecast(fold(4, plan=(3,) * 10), CLUB, {seat: 90 + seat for seat in range(4)}, [7])
    assert all(abs(win - SIMULATIONS / 4) < SIMULATIONS * 0.03 for win in strangers.win.values())


def test_a_lead_grows_with_its_size_and_with_every_hand_that_is_gone() -> None:
    def win(lead: int, hands: int) -> int:
        return chances(fold(4, plan=(3,) * hands, opening={0: 0, 1: lead, 2: 0, 3: 0}), History()).win[1]

    by_lead = [win(lead, 5) for lead in (-20, -5, 0, 5, 20)]
    assert by_lead == sorted(by_lead)
    by_hands = [win(10, hands) for hands in (20, 10, 5, 2, 1)]
    assert by_hands == sorted(by_hands)


def test_the_same_seed_brings_the_same_figures_and_another_nearly_the_same() -> None:
    sheet = fold(4, plan=(3,) * 10)
    assert chances(sheet) == chances(sheet)
    other = chances(sheet, seed=8)
    assert other != chances(sheet)
    assert all(abs(other.win[seat] - chance) < SIMULATIONS * 0.03 for seat, chance in chances(sheet).win.items())


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_played_all_chances_are_one_and_arithmetic_is_kept(seed: int) -> None:
    """Through whole random matches with a leaver: a player who is out has no chance to win, one who is safe is never
    last, and a decided match gives 0 or 1.
    """
    dice, entries = Random(seed), list[Any]()
    options = Options(plan=(1, 2, 3, 2, 1))
    sheet = DIRTY_DOG.start(5, options)
    while not sheet.finished:
        new = [Leave(sheet.order[0])] if len(entries) == 4 else dealt(dice, sheet.order, sheet.cards)
        entries += new
        sheet = replay(DIRTY_DOG, 5, options, entries)
        point = chances(sheet)
        assert sum(point.win.values()) == sum(point.last.values()) == SIMULATIONS
        for chair, view in outlook(sheet).items():
            assert view.can_win or point.win[chair] == 0
            assert view.can_lose or point.last[chair] == 0
    for chair in sheet.winners:
        assert point.win[chair] == SIMULATIONS
    for chair in sheet.losers:
        assert point.last[chair] == SIMULATIONS


def test_a_leaver_never_wins_and_a_table_of_one_is_settled_by_its_totals() -> None:
    hands = played([0, 0, 0], [1, 0, 0])
    left = fold(3, *hands, Leave(1), plan=(1, 2, 2))
    assert chances(left).win[1] == 0
    assert chances(left).last[1] > 0
    alone = fold(3, *hands, Leave(1), Leave(2), plan=(1, 2, 2))
    assert chances(alone) == Point({0: SIMULATIONS, 1: 0, 2: 0}, {0: 0, 1: 5000, 2: 5000})


def test_what_a_sheet_says_of_bids_is_what_counts() -> None:
    sheet = fold(3, *played([0, 0, 0], [1, 0, 0]), plan=(1, 2))
    rows = list(rows_of(sheet, {0: 40, 1: 41, 2: 42}))
    assert rows == [CountedBids(40, 3, 1, 0, 1), CountedBids(41, 3, 1, 0, 0), CountedBids(42, 3, 1, 0, 0)]


def test_nobody_who_does_not_simulate_pays_for_numpy() -> None:
    """Importing numpy takes 23 MB and a tenth of a second, so engines, pages and commands do not import it."""
    code = "import scoring, sys, scoring.dirty_dog.forecast.points; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
