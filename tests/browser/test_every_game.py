"""The shared pages of a club that has played every game pass axe and fit their screen, in both themes."""

import pytest

from clubs.models import Role
from games.registry import TABLE_GAMES
from tests import factory
from tests.browser.test_look_pages import looked_at
from tests.browser.test_table_screens import NAMES
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.screens import Screens

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]


def test_home_lists_and_figures_of_every_game_read_well(screens: Screens) -> None:
    club = factory.a_club()
    players = factory.some_players(club, 5, NAMES)
    user = factory.a_member(club, Role.OWNER)
    factory.a_match(club, players, plan=(1, 2, 1), seed=2)
    for game in PLAYED_BY_BOTS:
        for seed in range(2):
            an_evening(club, game, players, seed)
    tabs = [f"players/{players[1].pk}/?game={game.key}" for game in TABLE_GAMES]
    rules = [f"rules/?game={game.key}" for game in TABLE_GAMES]
    for path in ("", "matches/", "paper/", "glossary/", *tabs, *rules):
        assert looked_at(screens, user, path, f"/c/kennel/{path}") == []
