"""The blank forms for offline use: the game reads them as entries, and the page has as many as there are entries left
to write.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Role
from games import ledger
from games.base.table_game import OfflineForm
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game
from scoring.clash_of_corgis import CLASH_OF_CORGIS
from scoring.dogs_of_war import DOGS_OF_WAR
from scoring.pack_o_dogs import PACK_O_DOGS
from scoring.pack_o_dogs import Options as PackOptions
from scoring.top_dog import TOP_DOG
from tests.factory import a_club, a_member, some_players

pytestmark = pytest.mark.django_db
HOUSES = ("Talbot", "Harlow", "Mallory", "Tornborn", "Bastiani", "Hackett")
YEAR = {f"houses-{at // 2}-{at % 2}": house for at, house in enumerate(HOUSES)} | {
    "tracker-0": "\N{MINUS SIGN}5",
    "tracker-1": "0",
    "tracker-2": "15",
    "cap-0-1-2": "2",
    "passed": "1",
}
# By game: engine, options, number of players, the fields filled in, and the entry they give.
FILLED: Mapping[str, tuple[Any, Any, int, dict[str, str], tuple[str, Any]]] = {
    "Top Dog": (
        TOP_DOG,
        None,
        3,
        {"won-0": "4", "won-1": "0", "won-2": "9"},
        ("round", {"won": {"0": 4, "1": 0, "2": 9}}),
    ),
    "Clash of Corgis": (
        CLASH_OF_CORGIS,
        None,
        3,
        {"winner": "1", "left-0": "3"},
        ("series-game", {"winner": 1, "cards_left": {"0": 3}}),
    ),
    "Pack o’ Dogs": (
        PACK_O_DOGS,
        None,
        2,
        {"winner": "1", "pack": "1", "turns": "2", "treat": "1"},
        ("round", {"winner": 1, "pack": True, "turns": 2, "treat": True}),
    ),
    "a turn": (
        PACK_O_DOGS,
        PackOptions(mode="base"),
        2,
        {"winner": "0", "low_cat": "1"},
        ("capture", {"winner": 0, "low_cat": True}),
    ),
    "two piles": (
        PACK_O_DOGS,
        PackOptions(mode="base"),
        2,
        {"piles-0": "20", "piles-1": "18"},
        ("piles", {"piles": {"0": 20, "1": 18}}),
    ),
    "Dogs of War": (
        DOGS_OF_WAR,
        None,
        3,
        YEAR,
        (
            "year",
            {
                "battles": [
                    {"houses": ["Talbot", "Harlow"], "tracker": -5, "captains": {"Harlow": {"2": 2}}},
                    {"houses": ["Mallory", "Tornborn"], "tracker": 0, "captains": {}},
                    {"houses": ["Bastiani", "Hackett"], "tracker": 15, "captains": {}},
                ],
                "first_to_pass": 1,
            },
        ),
    ),
}
NAMED = re.compile(r'<(?:input|select|button)[^>]* name="([^"]+)"')
CASES = pytest.mark.parametrize(("engine", "options", "players", "filled", "entry"), FILLED.values(), ids=list(FILLED))


def a_table(client: Client, engine: Any, options: Any, players: int) -> Match:
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return ledger.start(club, engine.key, some_players(club, players), options or engine.options())


def blanks(client: Client, match: Match, **query: str) -> list[str]:
    """The blank offline forms of the table's page, as HTML."""
    html = client.get(f"/m/{match.pk}/table/", query).content.decode()
    return re.findall(r'<template class="ahead".*?</template>', html, re.DOTALL)


@CASES
def test_a_blank_form_holds_every_field_of_an_entry(
    client: Client, engine: Any, options: Any, players: int, filled: dict[str, str], entry: tuple[str, Any]
) -> None:
    match = a_table(client, engine, options, players)
    fields = set(NAMED.findall(blanks(client, match)[0]))
    assert fields >= {"what", "version", "number", "entry", *filled}


def offline_forms(game: str, state: MatchState) -> Sequence[OfflineForm]:
    forms_of = table_game(game).offline_forms
    assert forms_of
    return forms_of(state)


@CASES
def test_what_is_filled_in_is_read_as_one_entry(
    client: Client, engine: Any, options: Any, players: int, filled: dict[str, str], entry: tuple[str, Any]
) -> None:
    match = a_table(client, engine, options, players)
    blank = offline_forms(match.game, load(match))[0]
    brought = {"what": blank.what, "entry": str(uuid4()), "number": str(blank.number), "version": "0"}
    form = QueryDict(mutable=True)
    form.update(brought | filled)
    (draft,) = table_game(match.game).drafts(form)
    assert (draft.kind, draft.payload, draft.number) == (*entry, 1)
    assert client.post(f"/m/{match.pk}/table/", brought | filled).status_code == 302


@CASES
def test_a_form_drawn_anew_brings_no_blank_one(
    client: Client, engine: Any, options: Any, players: int, filled: dict[str, str], entry: tuple[str, Any]
) -> None:
    match = a_table(client, engine, options, players)
    looked = {"do": "look", "version": str(match.version)}
    assert '<template class="ahead"' not in client.post(f"/m/{match.pk}/table/", looked).content.decode()


@CASES
def test_blank_forms_cost_no_query(
    client: Client, engine: Any, options: Any, players: int, filled: dict[str, str], entry: tuple[str, Any]
) -> None:
    match = a_table(client, engine, options, players)
    state = load(match)
    table_game(match.game).screen(state.public, QueryDict())
    with CaptureQueriesContext(connection) as captured:
        assert offline_forms(match.game, state.public)
    assert len(captured) == 0


def test_a_war_goes_on_year_by_year_and_then_everybody_counts(client: Client) -> None:
    match = a_table(client, DOGS_OF_WAR, None, 3)
    pages = offline_forms(match.game, load(match))
    assert [(page.what, page.turn, page.times) for page in pages] == [
        *(("whole", year, 1) for year in (1, 2, 3, 4)),
        ("tally", 0, 3),
    ]
    assert [page.is_secret for page in pages] == [False, False, False, False, True]


def test_an_open_year_keeps_what_is_written_of_it(client: Client) -> None:
    match = a_table(client, DOGS_OF_WAR, None, 3)
    pairs = {f"houses-{at // 2}-{at % 2}": house for at, house in enumerate(HOUSES)}
    sent = {"what": "pairing", "entry": str(uuid4()), "number": "1", "version": "0", "first": "2", **pairs}
    assert client.post(f"/m/{match.pk}/table/", sent).status_code == 302
    this, after, *_ = blanks(client, match)
    assert this.count(" selected>") == 6
    assert 'id="first-2" name="first" value="2" checked' in this
    assert " selected>" not in after


def test_a_year_of_the_tablet_is_shown_whole_where_it_is_refused(client: Client) -> None:
    match = a_table(client, DOGS_OF_WAR, None, 3)
    form = {"what": "whole", "entry": str(uuid4()), "number": "1", "version": "0", **YEAR, "tracker-1": ""}
    answer = client.post(f"/m/{match.pk}/table/", form)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Where did the tracker of battle 2 end?" in html
    assert 'data-key="1-whole"' in html
    assert client.post(f"/m/{match.pk}/table/", form | {"tracker-1": "3"}).status_code == 302


def test_a_match_that_is_over_brings_no_blank_form(client: Client) -> None:
    match = a_table(client, PACK_O_DOGS, PackOptions(mode="base", games=1), 2)
    sent = {"what": "piles", "entry": str(uuid4()), "number": "1", "version": "0", "piles-0": "20", "piles-1": "18"}
    client.post(f"/m/{match.pk}/table/", sent)
    assert blanks(client, match) == []
