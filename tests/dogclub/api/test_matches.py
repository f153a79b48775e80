"""Writing entries through the API: who may, what the response is, and that invalid input changes nothing."""

import json
from copy import deepcopy
from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from clubs.models import Club, Role
from games.access import TABLETS
from games.models import Entry, Match, TabletPass
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db

BIDS = {"bids": {"1": 0, "2": 1, "3": 0, "4": 0, "0": 1}, "trump": "hearts"}
TRICKS = {"tricks": {"0": 0, "1": 0, "2": 1, "3": 0, "4": 0}}


@pytest.fixture
def match(club: Club) -> Match:
    return a_match(club, some_players(club), hands=0)


@pytest.fixture
def otto(club: Club) -> Client:
    return signed_in(club, Role.SCOREKEEPER)


@pytest.fixture
def tablet(match: Match) -> Client:
    client = Client(enforce_csrf_checks=True)
    session = client.session
    session[TABLETS] = [str(TabletPass.objects.create(match=match, label="tablet 2").pk)]
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    return client


def signed_in(club: Club, role: Role) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(a_member(club, role))
    return client


def draft(kind: str = "bids", number: int = 1, payload: Any = BIDS, **more: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "number": number, "kind": kind, "payload": payload, **more}


def send(client: Client, match: Match, *drafts: dict[str, Any], version: int = 0, token: str = "") -> Any:
    return post(client, match.pk, json.dumps({"version": version, "drafts": drafts}), token)


def post(client: Client, pk: UUID, body: str | bytes, token: str = "") -> Any:
    address = f"/api/v1/matches/{pk}/entries"
    return client.post(address, body, content_type="application/json", headers={"X-CSRFToken": token})


def test_entries_are_written_and_the_sheet_is_read_back(otto: Client, match: Match) -> None:
    written = send(otto, match, draft(), draft("tricks", 2, TRICKS))
    assert written.status_code == HTTPStatus.CREATED
    assert written.json()["version"] == 1
    assert [(entry["number"], entry["revision"]) for entry in written.json()["entries"]] == [(1, 1), (2, 1)]
    read = otto.get(f"/api/v1/matches/{match.pk}").json()
    assert (read["version"], read["next_number"]) == (1, 3)
    assert read["sheet"]["totals"]["Bea Marlowe"] == -1


def test_the_same_message_again_gets_the_same_answer(otto: Client, match: Match) -> None:
    mine = draft()
    first, second = send(otto, match, mine), send(otto, match, mine)
    assert second.status_code == HTTPStatus.OK
    assert second.json()["again"] is True
    assert second.json()["entries"] == first.json()["entries"]
    assert Entry.objects.count() == 1


def test_a_stale_version_is_a_conflict_that_shows_both_sides(otto: Client, match: Match) -> None:
    send(otto, match, draft())
    answer = send(otto, match, draft(payload={**BIDS, "trump": "clubs"}))
    error = answer.json()["error"]
    assert answer.status_code == HTTPStatus.CONFLICT
    assert (error["code"], error["yours"], error["ours"]) == ("conflict", 0, 1)
    assert error["entries"][0]["payload"]["trump"] == "hearts"


def test_a_gap_names_the_next_free_line(otto: Client, match: Match) -> None:
    answer = send(otto, match, draft(number=7))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert answer.json()["error"]["code"] == "gap"
    assert (answer.json()["error"]["yours"], answer.json()["error"]["ours"]) == (7, 1)


def test_an_id_of_another_match_is_a_conflict(otto: Client, match: Match, club: Club) -> None:
    other = a_match(club, list(club.players.all()), hands=0)
    mine = draft()
    send(otto, other, mine)
    answer = send(otto, match, mine)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert Entry.objects.filter(match=match).count() == 0


def test_a_breach_of_the_rules_names_round_player_and_field(otto: Client, match: Match) -> None:
    answer = send(otto, match, draft(payload={"bids": {"1": 0, "2": 1, "3": 0, "4": 0, "0": 0}}))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert answer.json()["error"] == {
        "code": "the-rule",
        "message": "Bea Marlowe may not bid 0: 1 bid so far, 1 card.",
        "round": 1,
        "player": "Bea Marlowe",
        "field": "bids",
    }


def message(**changes: Any) -> dict[str, Any]:
    return {"version": 0, "drafts": [draft(**changes)]}


def with_bid(value: str) -> str:
    return json.dumps(message()).replace('"1": 0', f'"1": {value}', 1)


def without(key: str) -> dict[str, Any]:
    found = deepcopy(message())
    del found["drafts"][0][key]
    return found


BAD: dict[str, tuple[Any, int, str]] = {
    "a bid out of range": (with_bid("2"), 422, "bid-range"),
    "a negative bid": (with_bid("-1"), 422, "bid-range"),
    "a decimal bid": (with_bid("0.0"), 422, "bid-range"),
    "a bid in quotes": (with_bid('"0"'), 422, "bid-range"),
    "a bid of 2^63": (with_bid(str(2**63)), 422, "bid-range"),
    "a bid that is not a number": (with_bid("NaN"), 400, "json"),
    "a bid twice": (with_bid('0, "1": 0'), 422, "duplicate-player"),
    "a seat nobody sits on": (message(payload={"bids": {"9": 0}}), 422, "unknown-player"),
    "a seat in words": (message(payload={"bids": {"Bea": 0}}), 422, "malformed"),
    "wrong tricks": (message(kind="tricks", payload=TRICKS), 422, "missing-bid"),
    "an unknown kind": (message(kind="nap"), 422, "kind"),
    "an unknown key in the payload": (message(payload={**BIDS, "points": 5}), 422, "unknown-key"),
    "an unknown key": ({**message(), "force": True}, 422, "unknown-key"),
    "no version": ({"drafts": [draft()]}, 422, "malformed"),
    "no drafts": ({"version": 0, "drafts": []}, 422, "malformed"),
    "no id": (without("id"), 422, "malformed"),
    "an id that is none": (message(id="seven"), 422, "malformed"),
    "a version of 2^63": ({**message(), "version": 2**63}, 422, "malformed"),
    "a negative version": ({**message(), "version": -1}, 422, "malformed"),
    "a decimal version": ({**message(), "version": 0.0}, 422, "malformed"),
    "a true version": ({**message(), "version": True}, 422, "malformed"),
    "line nothing": (message(number=0), 422, "malformed"),
    "line 2^63": (message(number=2**63), 422, "malformed"),
    "line two billion": (message(number=2**31 - 1), 409, "gap"),
    "a future version": ({**message(), "version": 5}, 409, "conflict"),
    "an undo of nothing": (message(payload=None), 409, "gap"),
    "a note with a NUL": (message(note="\0"), 422, "text"),
    "half a character in a note": (message(note="\ud83d"), 422, "text"),
    "a note without end": (message(note="a" * 301), 422, "malformed"),
    "a moment without a time zone": (message(recorded_at="2026-11-19T20:00:00"), 422, "malformed"),
    "a moment that never was": (message(recorded_at="2026-02-31T20:00:00Z"), 422, "malformed"),
    "bids that seat somebody": (message(player=1), 422, "unknown-player"),
    "a player nobody knows": (message(kind="join", payload={"seat": 5}, player=2**31 - 1), 422, "unknown-player"),
    "somebody who sits there already": (message(kind="join", payload={"seat": 5}, player=0), 422, "unknown-player"),
    "a join without a player": (message(kind="join", payload={"seat": 5}), 422, "unknown-player"),
    "a list": ("[]", 422, "malformed"),
    "nothing": ("", 400, "json"),
    "broken JSON": ('{"version": 0,', 400, "json"),
    "bytes that are no text": (b"\xff\xfe", 400, "json"),
    "ten thousand lists deep": ("[" * 10_000 + "]" * 10_000, 422, "too-deep"),
    "a payload twenty objects deep": (
        message(payload={"bids": json.loads('{"a":' * 20 + "1" + "}" * 20)}),
        422,
        "too-deep",
    ),
    "ten megabytes": (b'{"version": "' + b"a" * 10_000_000 + b'"}', 413, "too-large"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_and_nothing_is_written(case: str, otto: Client, match: Match) -> None:
    body, status, code = BAD[case]
    answer = post(otto, match.pk, body if isinstance(body, str | bytes) else json.dumps(body))
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.json()
    match.refresh_from_db()
    assert (match.version, match.entries.count(), match.tallies.count()) == (0, 0, 0)


def test_one_bad_draft_spoils_all_of_its_message(otto: Client, match: Match) -> None:
    answer = send(otto, match, draft(), draft("tricks", 2, {"tricks": {"0": 1, "1": 1, "2": 0, "3": 0, "4": 0}}))
    assert answer.json()["error"]["code"] == "tricks-sum"
    assert Entry.objects.count() == 0


def test_a_finished_sheet_takes_corrections_from_an_organiser_alone(otto: Client, club: Club) -> None:
    players = some_players(club, names=["Ines", "Sam", "Gus"])
    match = a_match(club, players, plan=(1,), seed=3)
    assert match.finished_at is not None
    last = match.entries.order_by("number").last()
    assert last is not None
    taken_back = draft(last.kind, last.number, None)
    assert send(otto, match, taken_back, version=match.version).status_code == HTTPStatus.FORBIDDEN
    assert (
        send(signed_in(club, Role.ORGANISER), match, taken_back, version=match.version).status_code
        == HTTPStatus.CREATED
    )


@pytest.mark.parametrize("who", ["the scorekeeper", "the tablet"])
def test_the_last_line_may_be_sent_again_when_its_answer_was_lost(
    who: str, otto: Client, tablet: Client, match: Match
) -> None:
    Match.objects.filter(pk=match.pk).update(options={"plan": [1]})
    tablet.get("/accounts/login/")
    client, token = (otto, "") if who == "the scorekeeper" else (tablet, tablet.cookies["csrftoken"].value)
    lines = [draft(), draft("tricks", 2, TRICKS)]
    assert send(client, match, *lines, token=token).status_code == HTTPStatus.CREATED
    match.refresh_from_db()
    assert match.finished_at is not None
    again = send(client, match, *lines, token=token)
    assert (again.status_code, again.json()["again"]) == (HTTPStatus.OK, True)
    another = send(client, match, *lines[:1], draft("tricks", 2, TRICKS), version=1, token=token)
    assert another.status_code == HTTPStatus.FORBIDDEN


def test_an_abandoned_match_must_be_reopened_first(club: Club, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(abandoned_at="2026-11-19T20:00:00Z")
    answer = send(signed_in(club, Role.OWNER), match, draft())
    assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.CONFLICT, "closed")


def test_somebody_of_another_club_finds_nothing(match: Match) -> None:
    stranger = signed_in(a_club("friday"), Role.OWNER)
    assert stranger.get(f"/api/v1/matches/{match.pk}").status_code == HTTPStatus.NOT_FOUND
    answer = send(stranger, match, draft())
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert answer.json()["error"] == {"code": "not-found", "message": "There is nothing here."}


def test_a_member_reads_and_does_not_write(club: Club, match: Match) -> None:
    member = signed_in(club, Role.MEMBER)
    assert member.get(f"/api/v1/matches/{match.pk}").status_code == HTTPStatus.OK
    assert send(member, match, draft()).status_code == HTTPStatus.FORBIDDEN


def test_a_tablet_that_was_handed_the_match_needs_the_token_as_well(tablet: Client, match: Match) -> None:
    assert send(tablet, match, draft()).status_code == HTTPStatus.FORBIDDEN
    tablet.get("/accounts/login/")
    token = tablet.cookies["csrftoken"].value
    assert send(tablet, match, draft(), token=token).status_code == HTTPStatus.CREATED
    entry = Entry.objects.get()
    assert (entry.recorded_by, entry.device) == (None, "tablet 2")


def test_whoever_is_signed_in_needs_the_token_too(club: Club, match: Match) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(a_member(club, Role.OWNER))
    assert send(client, match, draft()).status_code == HTTPStatus.FORBIDDEN
