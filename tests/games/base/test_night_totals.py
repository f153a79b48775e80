"""The totals over the sheets of a night, a few numbers for each game: plausible ones, and none without a sheet."""

import pytest

from clubs.models import Club, Player
from games.base.table_game import TableGame
from games.entries.match_state import load
from games.registry import TABLE_GAMES
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_match

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", TABLE_GAMES, ids=lambda game: game.key)
def test_no_sheets_give_no_numbers(game: TableGame) -> None:
    assert list(game.night_totals([])) == []
    assert list(game.night_totals([game.engine.start(max(game.engine.seats[0], 2), game.engine.options())])) == []


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_every_game_counts_something_in_a_few_evenings(game: TableGame, club: Club, players: list[Player]) -> None:
    sheets = [load(an_evening(club, game, players, seed)).sheet for seed in range(4)]
    told = game.night_totals(sheets)
    assert told
    assert all(figure.label and (figure.value or 0) >= 0 for figure in told)


def test_dirty_dog_counts_bids_hands_and_shouts_of_all_tables(club: Club, players: list[Player]) -> None:
    matches = [a_match(club, players, plan=(1, 2, 3, 4, 3, 2), seed=seed) for seed in (5, 6)]
    sheets = [load(match).sheet for match in matches]
    game = next(each for each in TABLE_GAMES if each.key == matches[0].game)
    made, over, *shouts = game.night_totals(sheets)
    tallies = [tally.facts["made"] for match in matches for tally in match.tallies.all()]
    assert (made.label, made.value, made.unit) == ("of 60 bids made", round(100 * sum(tallies) / 60), "%")
    assert over.label == "of 12 hands overbid"
    assert {figure.label for figure in shouts} <= {"Door Knobs", "SBRs", "Dog Piles"}
