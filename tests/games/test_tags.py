"""Tags: one tap adds a tag to a hand, a second tap removes it."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Role
from games.callouts import put, tags_of
from games.models import Match, Tag
from tests import factory
from tests.counting import queries
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.posting import a_table, page

pytestmark = pytest.mark.django_db


def url(match: Match, number: int = 1) -> str:
    return f"/m/{match.pk}/tags/{number}/"


def seen(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return unescape(response.content.decode()).replace("\xad", "")


def tap(client: Client, match: Match, number: int = 1, **fields: Any) -> Any:
    return client.post(url(match, number), {"who": "", **fields})


def standing(match: Match) -> list[tuple[int, str, str]]:
    """Round, term and player ("" for the whole table) of each tag of the match."""
    return [(tag.round, tag.term, tag.player.name if tag.player else "") for tag in tags_of(match)]


def test_one_tap_tags_the_hand_for_the_whole_table(client: Client) -> None:
    match = a_table(client, hands=2)
    response = tap(client, match, 2, on="ice-fishing")
    assert (response.status_code, response["Location"]) == (302, url(match, 2))
    assert standing(match) == [(2, "ice-fishing", "")]
    text = seen(client, url(match, 2))
    assert re.search(r'name="off" value="ice-fishing" aria-pressed="true"', text)
    assert 'name="on" value="rascal" aria-pressed="false"' in text


def test_a_tag_may_be_on_a_player(client: Client) -> None:
    match = a_table(client, hands=2)
    otto = match.seats.get(position=1).player
    response = tap(client, match, on="rascal", who=otto.pk)
    assert response["Location"] == f"{url(match)}?who={otto.pk}"
    assert standing(match) == [(1, "rascal", "Otto Pym")]
    assert 'name="off" value="rascal"' in seen(client, response["Location"])
    assert 'name="on" value="rascal"' in seen(client, url(match))
    assert Tag.objects.get().tagged_by is not None


def test_a_second_tap_takes_it_away_and_the_row_stays(client: Client) -> None:
    match = a_table(client, hands=2)
    tap(client, match, on="rascal")
    tap(client, match, off="rascal")
    assert standing(match) == []
    assert Tag.objects.get().removed_at is not None
    tap(client, match, on="rascal")
    assert standing(match) == [(1, "rascal", "")]


@pytest.mark.both_databases
@pytest.mark.parametrize("who", [None, 1])
def test_the_same_tap_twice_is_one_tap(client: Client, who: int | None) -> None:
    match = a_table(client, hands=2)
    seat = None if who is None else match.seats.get(position=who)
    for _ in range(2):
        put(match, 1, "rascal", seat, None)
    assert Tag.objects.count() == 1
    for _ in range(2):
        tap(client, match, off="rascal", who="" if seat is None else seat.player_id)
    assert standing(match) == []


def test_without_a_reload_where_there_is_htmx(client: Client) -> None:
    match = a_table(client, hands=2)
    response = client.post(url(match), {"who": "", "on": "rascal"}, headers={"HX-Request": "true"})
    text = response.content.decode()
    assert response.status_code == 200
    assert text.strip().startswith('<div id="tags">')
    assert 'name="off" value="rascal"' in text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"on": "sbr"}, "This is not a call-out of the game."),
        ({}, "This is not a call-out of the game."),
        ({"on": "rascal", "who": "999999999"}, "is not at this table"),
        ({"on": "rascal", "who": "Otto"}, "is not at this table"),
    ],
)
def test_nonsense_is_answered_with_what_to_do(client: Client, fields: dict[str, Any], words: str) -> None:
    match = a_table(client, hands=2)
    response = tap(client, match, **fields)
    assert response.status_code == 422
    assert words in unescape(response.content.decode())
    assert not Tag.objects.exists()


def test_only_rounds_that_there_are(client: Client) -> None:
    match = a_table(client, hands=2)
    assert client.get(url(match, 3)).status_code == 200  # the round being played
    assert client.get(url(match, 4)).status_code == 404
    assert client.get(url(match, 0)).status_code == 404
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now())
    assert client.get(url(match, 3)).status_code == 404


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_games_without_such_call_outs_have_no_such_page(client: Client, game: Any) -> None:
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.OWNER))
    match = an_evening(club, game, factory.some_players(club), 1)
    assert client.get(url(match)).status_code == (200 if game.record_categories.tags else 404)


def test_the_table_and_the_sheet_and_a_cell_lead_to_it(client: Client) -> None:
    match = a_table(client, hands=2)
    assert f'href="{url(match, 2)}"' in page(client, match, "?recap=1")
    assert f'href="{url(match, 2)}"' in seen(client, f"/m/{match.pk}/")
    assert f'href="{url(match, 1)}"' in seen(client, f"/m/{match.pk}/cell/1/0/")


def test_the_sheet_shows_tags_at_once_and_members_cannot_set_them(client: Client) -> None:
    match = a_table(client, hands=2)
    assert "Ice Fishing" not in seen(client, f"/m/{match.pk}/")
    tap(client, match, 2, on="ice-fishing")
    client.force_login(factory.a_member(match.club))
    text = seen(client, f"/m/{match.pk}/")
    assert "Ice Fishing" in text
    assert "Tag a hand" not in text
    assert tap(client, match, on="rascal").status_code == 403
    assert Tag.objects.count() == 1


def test_the_table_costs_no_more_for_it_and_the_page_always_the_same(client: Client) -> None:
    match = a_table(client, hands=2)
    before = queries(client, f"/m/{match.pk}/table/")
    cost = queries(client, url(match))
    for term in ("rascal", "ice-fishing", "dirt-bag"):
        tap(client, match, on=term)
    assert queries(client, f"/m/{match.pk}/table/") == before
    assert queries(client, url(match)) == cost <= 6
