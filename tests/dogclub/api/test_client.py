"""The example client of the docs against a running server: it plays a whole match and loses no response."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.test import Client as Browser

from tests.server import ROOT, Server

FILE = ROOT / "docs" / "developers" / "client" / "dogclub_client.py"
pytestmark = pytest.mark.only("sqlite")
NAMES = ("Bea", "Otto", "Ines")
CLUBS = 5
MADE = """
from clubs import api_keys
from clubs.models import Club, Scope
club = Club.objects.create(slug="kennel", name="The Thursday Kennel")
print(api_keys.make("the client", Scope.ORGANISE, of=club, by=None)[1])
"""


def client_of(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("dogclub_client", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their annotations there
    spec.loader.exec_module(module)
    return module


CLIENT = client_of(FILE)


@pytest.fixture(scope="module")
def clubs(shared_server: Server) -> list[Any]:
    """One club for each test, on a server that all tests share."""
    slugs = [f"kennel-{number}" for number in range(CLUBS)]
    made = shared_server.manage("shell", "--verbosity=0", "-c", "".join(MADE.replace("kennel", slug) for slug in slugs))
    assert made.returncode == 0, made.stderr
    return [
        CLIENT.Client(shared_server.url, key).club(slug) for slug, key in zip(slugs, made.stdout.split(), strict=True)
    ]


@pytest.fixture
def club(clubs: list[Any]) -> Any:
    return clubs.pop()


@pytest.fixture
def match(club: Any) -> Any:
    players = [club.add_player(name) for name in NAMES]
    return club.start("dirty-dog", [player["id"] for player in players], options={"plan": [1, 1]}, table="1")


def bids(match: Any) -> Any:
    """Return a draft of the bids 0, 1 and 1 in bidding order, which The Rule allows."""
    order = match.next["order"]
    return match.draft("bids", {"bids": {match.seats[name]: bid for name, bid in zip(order, (0, 1, 1), strict=True)}})


def tricks(match: Any) -> Any:
    """Return a draft in which the second player in order takes the only trick."""
    order = match.next["order"]
    return match.draft(
        "tricks", {"tricks": {match.seats[name]: took for name, took in zip(order, (0, 1, 0), strict=True)}}
    )


@pytest.mark.thorough
def test_a_match_is_played_by_the_client_alone(club: Any, match: Any) -> None:
    for _ in range(2):
        first = match.write(bids(match))
        assert (first["again"], len(first["entries"])) == (False, 1)
        match = match.again()
        match.write(tricks(match))
        match = match.again()
    assert match.sheet["finished"]
    assert match.next is None
    [winner] = match.sheet["winners"]
    assert club.client.score(match.record())["totals"] == match.sheet["totals"]
    assert [entry["number"] for entry in match.entries()] == [1, 2, 3, 4]
    assert club.standings(season="all")["rows"][0]["name"] == winner
    holders = {trophy["rule"]: [each["name"] for each in trophy["holders"]] for trophy in club.trophies()}
    assert holders["winner"] == [winner]
    assert [each["id"] for each in club.matches(finished="true")] == [match.id]


@pytest.mark.thorough
def test_the_same_again_is_no_second_line(match: Any) -> None:
    draft = bids(match)
    first, second = match.write(draft), match.write(draft)
    assert (second["again"], second["entries"], second["version"]) == (True, first["entries"], first["version"])
    assert len(match.entries()) == 1


def test_the_same_match_again_is_the_same_match(club: Any, match: Any) -> None:
    seated = [seat["player"] for seat in match.state["seats"]]
    again = club.start("dirty-dog", seated, options={"plan": [1, 1]}, table="1", key=match.id)
    assert again.state == match.state
    with pytest.raises(CLIENT.Conflict):
        club.start("dirty-dog", seated[::-1], options={"plan": [1, 1]}, table="1", key=match.id)


def test_a_conflict_shows_both_sides_and_can_be_settled(match: Any) -> None:
    match.write(bids(match))
    with pytest.raises(CLIENT.Conflict) as conflict:
        match.write(bids(match))
    assert (conflict.value.error["yours"], conflict.value.error["ours"]) == (0, 1)
    assert conflict.value.error["entries"][0]["kind"] == "bids"
    fresh = match.again()
    assert fresh.write(tricks(fresh))["version"] == 2


def test_a_breach_of_the_rules_is_told_in_a_sentence(match: Any) -> None:
    wrong = {match.seats[name]: 0 for name in match.next["order"]} | {match.seats[match.next["order"][0]]: 1}
    with pytest.raises(CLIENT.Refused, match="may not bid 0"):
        match.write(match.draft("bids", {"bids": wrong}))


@pytest.mark.parametrize(("ask", "times"), [("score", 2), ("hook", 1)])
def test_only_what_may_be_sent_twice_is_sent_again(monkeypatch: pytest.MonkeyPatch, ask: str, times: int) -> None:
    sent: list[str] = []

    def lost_once(_: Any, method: str, path: str, body: object) -> object:
        sent.append(path)
        if len(sent) == 1:
            raise ConnectionResetError
        return {}

    monkeypatch.setattr(CLIENT.Client, "_once", lost_once)
    monkeypatch.setattr(CLIENT, "PAUSE", 0)
    client = CLIENT.Client("https://dogs.example", "dk_live_")
    if ask == "score":
        client.score({})
    else:
        with pytest.raises(ConnectionResetError):
            client.ask("POST", "/hooks", {})
    assert len(sent) == times


def test_the_document_tells_of_everything_the_client_does() -> None:
    paths = json.loads(Browser().get("/api/v1/schema").content)["paths"]
    assert [(method, path) for method, path in CLIENT.OPERATIONS if method not in paths.get(path, {})] == []
