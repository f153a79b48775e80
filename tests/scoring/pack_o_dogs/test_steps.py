"""The next step of Pack o' Dogs, with all that a screen needs (PK-28, PK-30, PK-31)."""

from typing import Any

import pytest

from scoring.pack_o_dogs import Capture, Deal, Pays, Piles, PilesStep, Product, Round, RoundStep, next_step
from scoring.pack_o_dogs.play import Takes
from tests.scoring.pack_o_dogs.pages import fold, played


def step(*entries: Any, **options: Any) -> RoundStep:
    """The next step, which must be a round's."""
    found = next_step(fold(*entries, **options))
    assert isinstance(found, RoundStep)
    return found


def test_the_first_round_of_a_match() -> None:
    pays = Pays(Product(1, 1, 1), Product(2, 1, 1), ends_game=False)
    assert step(games=3) == RoundStep(
        number=1,
        game=1,
        games=3,
        round_in_game=1,
        rounds_won={0: 0, 1: 0},
        points={0: 0, 1: 0},
        leader=None,
        streak=0,
        late=1,
        pays={0: pays, 1: pays},
        deal=None,
    )


def test_the_keys_say_what_a_round_pays() -> None:
    """The round shown in the design: a third win in a row, in round six, pays 9, or 18 with a pack."""
    found = next_step(played("a-a-a-bPbP", games=3))
    assert isinstance(found, RoundStep)
    assert (found.round_in_game, found.late, found.leader, found.streak) == (6, 3, 1, 2)
    assert found.pays[1] == Pays(Product(1, 3, 3), Product(2, 3, 3), ends_game=False)
    assert found.pays[0] == Pays(Product(1, 1, 3), Product(2, 1, 3), ends_game=True)
    assert [pays.pack.points for pays in found.pays.values()] == [6, 18]


@pytest.mark.parametrize(
    ("last", "deal"),
    [
        pytest.param(Round(0, pack=False, turns=3), Deal(hands=3, table=2), id="PK-30 three turns"),
        pytest.param(Round(0, pack=True, turns=2), Deal(hands=2, table=2), id="PK-30 a pack on the second"),
        pytest.param(Round(0, pack=True, turns=3, treat=True), Deal(hands=3, table=3), id="PK-30 a treat"),
        pytest.param(
            Round(0, pack=True, turns=2, treat=True), Deal(hands=2, table=3), id="PK-30 a treat on the second"
        ),
        pytest.param(Round(0, pack=True, treat=True), None, id="PK-30 nobody counted"),
    ],
)
def test_the_cards_to_deal_next(last: Round, deal: Deal | None) -> None:
    assert step(Round(1, pack=False, turns=3), last).deal == deal


def test_a_new_game_is_dealt_from_the_beginning() -> None:
    found = step(*[Round(0, pack=False, turns=3)] * 4, games=2)
    assert (found.number, found.game, found.round_in_game, found.deal) == (5, 2, 1, None)
    assert (found.leader, found.streak, found.rounds_won) == (None, 0, {0: 0, 1: 0})


def test_a_base_game_is_logged_or_counted() -> None:
    takes = Takes(plain=1, pack=3, low_cat=0, pack_low_cat=2)
    assert next_step(fold(Capture(1, pack=True), mode="base")) == PilesStep(
        number=1, game=1, games=1, piles={0: 0, 1: 3}, captures=1, takes=takes
    )


def test_nothing_is_next_when_all_games_are_played() -> None:
    assert next_step(played("a-a-a-a-")) is None
    assert next_step(fold(Piles({0: 1, 1: 2}), mode="base")) is None
