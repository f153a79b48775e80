"""A game may have no printed sheet: no page links to one, and its address is not found."""

import pytest
from django.test import Client

from clubs.models import Role
from games.models import Match
from games.registry import TABLE_GAMES
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(client: Client, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A finished match of the first game, whose printed sheets are removed."""
    monkeypatch.setitem(vars(TABLE_GAMES[0]), "prints", ())
    club = a_club()
    client.force_login(a_member(club, Role.ORGANISER))
    return a_match(club, some_players(club, 3), plan=(1, 2), seed=1)


@pytest.mark.parametrize("page", ["", "finish/", "history/", "wall/"])
def test_no_page_of_a_match_offers_what_there_is_not(client: Client, match: Match, page: str) -> None:
    response = client.get(f"{match.get_absolute_url()}{page}")
    assert response.status_code == 200
    assert "sheet.pdf" not in response.content.decode()


def test_a_match_under_way_offers_none_either(client: Client, match: Match) -> None:
    going = a_match(match.club, [seat.player for seat in match.seats.all()], hands=1)
    assert "sheet.pdf" not in client.get(going.get_absolute_url()).content.decode()


def test_blank_sheets_are_those_of_the_other_games(client: Client, match: Match) -> None:
    text = client.get("/c/kennel/paper/").content.decode()
    assert f"game={match.game}" not in text
    assert f"game={TABLE_GAMES[1].key}" in text


def test_the_address_of_a_sheet_is_no_page(client: Client, match: Match) -> None:
    assert client.get(f"/m/{match.pk}/sheet.pdf").status_code == 404
    assert client.get("/c/kennel/paper/sheet.pdf", {"game": match.game, "players": "3"}).status_code == 404
