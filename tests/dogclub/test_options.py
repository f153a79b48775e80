"""No field of any game's options is lost between the API, the archive, and the tables of an evening."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Role
from games import ledger
from games.base.groups import FirstDeal
from games.models import Match
from games.registry import TABLE_GAMES, table_game
from scoring.base import Engine
from scoring.options import of_one_table
from scoring.records import options_from_json, options_to_json, to_record
from tests.agreed import SEATS, agreed
from tests.dogclub.exchange.archive.whole import brought_back, packed
from tests.factory import a_member, some_players

EVERY = [pytest.param(*each, id=f"{each[0].key}-{each[1]}") for each in agreed()]
every_option = pytest.mark.parametrize(("game", "field", "options"), EVERY)
SETTLED = ("max_cards", "max_hands", "plan")  # the plan of the hands, which an evening settles for all its tables
FIRST = FirstDeal(1, by_jack=False)


@pytest.mark.django_db
@every_option
def test_every_option_of_a_new_match_comes_through_the_api(
    club: Club, game: Engine[Any], field: str, options: Any
) -> None:
    players = some_players(club, SEATS[game.key])
    names = [player.label for player in players]
    record = to_record(game, names, len(names), options, [])
    new = {"game": game.key, "players": [player.pk for player in players], "options": record["options"]}
    client = Client()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    made = client.post("/api/v1/clubs/kennel/matches", new, content_type="application/json")
    assert made.status_code == 201, made.json()
    read = client.get(f"/api/v1/matches/{made.json()['id']}").json()
    assert read["options"].get(field) == options_to_json(options)[field]
    assert options_from_json(game, Match.objects.get(pk=made.json()["id"]).options) == options


@pytest.mark.django_db
def test_every_option_comes_back_from_an_archive(club: Club) -> None:
    players = some_players(club, max(SEATS.values()))
    for game, _, options in agreed():
        ledger.start(club, game.key, players[: SEATS[game.key]], options)
    restored = brought_back(packed(club), slug="beside").club
    rows = [each.matches.order_by("started_at").values_list("game", "options") for each in (club, restored)]
    assert [*rows[1]] == [*rows[0]]
    assert len(rows[0]) == len(EVERY)


@every_option
def test_every_option_reaches_the_tables_of_a_play_off(game: Engine[Any], field: str, options: Any) -> None:
    seats, staging = SEATS[game.key], table_game(game.key).playoff_options
    table = staging.table(staging.agreed(options, [seats, seats]), [seats, seats], FIRST, "both")
    if field in SETTLED and staging.hands(table):
        assert game.start(seats, table).planned == game.start(seats, options).planned
    elif field not in of_one_table(game.options):
        assert getattr(table, field) == getattr(options, field)


@every_option
def test_every_option_of_an_evening_reaches_its_tables(game: Engine[Any], field: str, options: Any) -> None:
    groups = table_game(game.key).groups
    if groups is None or field in (*SETTLED, *of_one_table(game.options)):
        return
    size = groups.most + (field == "over_ten")
    plans = groups.plans(options, [size])
    for plan in plans:
        assert getattr(groups.options(options, size, plan, FIRST), field) == getattr(options, field)
        assert getattr(groups.common(options, plan, size), field) == getattr(options, field)


def test_every_game_has_its_options_here() -> None:
    assert {each.key for each in TABLE_GAMES} == {*SEATS}
