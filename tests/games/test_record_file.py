"""The exported record scores to exactly the sheet of the match page."""

import json
import random

import pytest
from django.test import Client

from clubs.models import Player
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.ledger import record
from scoring.dirty_dog import Redeal
from scoring.records import read, score, sheet_json
from tests.factory import NAMES, a_club, a_match, a_member, bids, some_players, write

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(6))
def test_score_of_the_record_is_the_sheet(client: Client, seed: int) -> None:
    club = a_club()
    match = a_match(club, some_players(club), plan=(1, 2, 3, 2, 1), seed=seed, hands=None if seed % 2 else 3)
    client.force_login(a_member(club))
    response = client.get(f"/m/{match.pk}/record.json")
    state = load(match)
    assert response["Content-Type"] == "application/json"
    assert score(read(response.content)) == json.loads(json.dumps(sheet_json(state.engine, state.sheet, state.names)))


def test_latecomers_leavers_and_void_hands_survive(client: Client) -> None:
    club = a_club()
    match = a_match(club, some_players(club), hands=2)
    late = Player.objects.create(club=club, name=NAMES[5])
    drafts = [Draft("join", 5, {"seat": 5, "after": 0}, player=late.pk), Draft("leave", 6, {"seat": 2})]
    record(match.pk, drafts, version=match.version, by=Author(None))
    match.refresh_from_db()
    write(match, [bids(load(match).sheet, random.Random(1)), Redeal()])
    client.force_login(a_member(club))
    state = load(match)
    found = score(read(client.get(f"/m/{match.pk}/record.json").content))
    assert found == json.loads(json.dumps(sheet_json(state.engine, state.sheet, state.names)))


def test_it_is_sent_once(client: Client) -> None:
    club = a_club()
    match = a_match(club, some_players(club), hands=1)
    client.force_login(a_member(club))
    tag = client.get(f"/m/{match.pk}/record.json")["ETag"]
    assert client.get(f"/m/{match.pk}/record.json", headers={"If-None-Match": tag}).status_code == 304


def test_strangers_get_nothing(client: Client) -> None:
    club = a_club()
    match = a_match(club, some_players(club), hands=1)
    client.force_login(a_member(a_club("elsewhere")))
    assert client.get(f"/m/{match.pk}/record.json").status_code == 404
