"""A player's statistics and the hall of fame in the API."""

import pytest
from django.test import Client

from clubs.models import Club, Player, Season
from games.base.table_game import TableGame
from games.models import Tag
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_match

pytestmark = pytest.mark.django_db
CLUB = "/api/v1/clubs/kennel"


def test_a_players_figures(member: Client, club: Club, players: list[Player]) -> None:
    for seed in range(2):
        a_match(club, players, seed=seed)
    found = member.get(f"{CLUB}/players/{players[0].pk}/statistics").json()
    assert (found["name"], found["game"], found["matches"]) == ("Bea Marlowe", "dirty-dog", 2)
    assert {each["title"] for each in found["tables"]} >= {"Bids made", "By chair", "The rascal"}
    bids = next(each for each in found["tables"] if each["title"] == "Bids made")
    assert sum(int(row[1]) for row in bids["rows"]) == 40
    assert found["called"]["being-set"] > 0
    assert {each["player"] for each in found["met"]} == {player.pk for player in players[1:]}
    totals = [seat.total for seat in players[0].seats.order_by("match__started_at")]
    assert [(each["total"], each["average"]) for each in found["totals"]] == [(total, None) for total in totals]


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_every_game_has_figures(member: Client, club: Club, players: list[Player], game: TableGame) -> None:
    an_evening(club, game, players, 1)
    key = game.key
    assert member.get(f"{CLUB}/players/{players[0].pk}/statistics?game={key}").json()["matches"] == 1
    assert member.get(f"{CLUB}/records?game={key}").json()["game"] == key


def test_somebody_who_never_played(member: Client, players: list[Player]) -> None:
    found = member.get(f"{CLUB}/players/{players[0].pk}/statistics?game=top-dog")
    assert found.status_code == 200
    assert (found.json()["matches"], found.json()["best"], found.json()["met"]) == (0, None, [])


def test_the_hall_of_fame(member: Client, club: Club, players: list[Player]) -> None:
    season = Season.objects.create(club=club, name="Spring", starts_on="2026-01-01", ends_on="2026-06-30")
    match = a_match(club, players, seed=4, season=season)
    a_match(club, players, seed=5)
    Tag.objects.create(match=match, round=1, term="rascal", player=players[2])
    found = member.get(f"{CLUB}/records").json()
    assert found["season"] is None
    highest = next(each for each in found["records"] if each["title"] == "Highest total")
    assert highest["value"] == max(seat.total for each in club.matches.all() for seat in each.seats.all())
    assert {"term": "rascal", "label": "Rascal", "times": 1, "most": [players[2].name], "tagged": True} in found[
        "called"
    ]
    narrowed = member.get(f"{CLUB}/records?season={season.pk}").json()
    assert narrowed["season"] == "Spring"
    assert {each["match"] for each in narrowed["records"]} == {str(match.pk)}


@pytest.mark.parametrize(("path", "status"), [("records?game=bridge", 400), ("players/0/statistics", 404)])
def test_what_is_not_there_says_so(member: Client, path: str, status: int) -> None:
    answer = member.get(f"{CLUB}/{path}")
    assert answer.status_code == status
    assert answer.json()["error"]["message"]
