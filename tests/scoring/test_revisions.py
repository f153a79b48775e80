"""What revision 1.4 of Dirty Dog changed, and that matches of 1.3 keep their sheets (HR-DD-05, HR-DD-19)."""

from typing import Any

import pytest

from scoring import ENGINES
from scoring.dirty_dog import DIRTY_DOG, Join, Leave, Options, Settled
from scoring.dirty_dog.outlook import outlook
from tests.scoring.tables import fold, played


def after_one_hand(rules: str, **options: Any) -> Any:
    """Seat 1 leaves before the first hand; the others end it with −1, 5 and 5."""
    first = list(played([0, 0, 0, 0], [1, 0, 0, 0]))
    for entry in first:
        for by_seat in (getattr(entry, "bids", {}), getattr(entry, "tricks", {})):
            by_seat.pop(1, None)
    return fold(4, Leave(1), *first, rules=rules, **options)


@pytest.mark.parametrize(("rules", "order"), [("1.3", (0, 1, 2, 3, 4)), ("1.4", (0, 1, 4, 2, 3))])
def test_a_latecomer_sits_at_the_first_dealers_right_where_nothing_is_said(rules: str, order: tuple[int, ...]) -> None:
    assert fold(4, Join(4), first_dealer=2, rules=rules).seating_order == order
    assert fold(4, Join(4, after=0), first_dealer=2, rules=rules).seating_order == (0, 4, 1, 2, 3)
    back = fold(4, *played([0, 0, 0, 0], [1, 0, 0, 0]), Leave(1), *[], first_dealer=2, rules=rules)
    assert back.seating_order == (0, 1, 2, 3)


@pytest.mark.parametrize(("rules", "losers", "last"), [("1.3", (0,), 4), ("1.4", (0,), 4)])
def test_who_never_played_is_no_loser_below_the_others(rules: str, losers: tuple[int, ...], last: int) -> None:
    assert after_one_hand(rules, plan=(1,)).losers == losers


def test_who_never_played_takes_no_cone() -> None:
    opening = {0: 20, 1: 0, 2: 4, 3: 9}
    assert after_one_hand("1.3", plan=(1,), opening=opening).losers == (1,)
    now = after_one_hand("1.4", plan=(1,), opening=opening)
    assert (now.losers, now.never_played, now.first_place_losers) == ((2,), (1,), (3,))
    assert DIRTY_DOG.ranks(now)[-1].seats == (1,)


def test_nor_can_they_lose_or_keep_others_from_losing() -> None:
    opening = {0: 20, 1: -30, 2: 4, 3: 9}
    before, now = (outlook(after_one_hand(rules, plan=(1, 1), opening=opening)) for rules in ("1.3", "1.4"))
    assert (before[1].can_lose, now[1].can_lose) == (True, False)
    assert (before[2].can_lose, now[2].can_lose) == (False, True)


def test_with_totals_alone_everybody_played() -> None:
    sheet = fold(3, Settled("top", "unknown"), plan=(), opening={0: 5, 1: 5, 2: 1}, rules="1.4")
    assert (sheet.never_played, sheet.losers) == ((), (2,))


@pytest.mark.parametrize("game", ENGINES, ids=lambda game: game.key)
def test_a_match_is_scored_by_its_own_revision(game: Any) -> None:
    options = game.options()
    assert game.revision(game.under(options, game.version)) == game.version
    assert DIRTY_DOG.revision(DIRTY_DOG.under(Options(), "1.2")) == "1.3"
