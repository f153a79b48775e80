"""A club's own names for the terms of the games, in the API."""

from http import HTTPStatus

import pytest

from clubs.models import Role
from games.models import Match
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.factory import a_match, some_players

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
TERMS = "clubs/kennel/terms"


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def names(program: Program) -> dict[str, str]:
    return {each["code"]: each["name"] for each in program.get(TERMS).json()["terms"]}


def test_terms_are_read_and_renamed_by_code(kennel: Kennel, program: Program) -> None:
    found = program.get(TERMS)
    sbr = {"code": "sbr", "kind": "callouts", "standard": "SBR", "name": "SBR"}
    assert sbr in found.json()["terms"]
    changed = program.patch(TERMS, {"names": {"sbr": "Pech", "trophy-dirty-dog-winner": "Napf"}})
    assert {**sbr, "name": "Pech"} in changed.json()["terms"]
    assert (names(program)["trophy-dirty-dog-winner"], names(program)["floater"]) == ("Napf", "Floater")
    stale = program.patch(TERMS, {"names": {"sbr": ""}}, If_Match=found.headers["ETag"])
    assert stale.status_code == HTTPStatus.PRECONDITION_FAILED
    assert program.patch(TERMS, {"names": {"sbr": ""}}).status_code == HTTPStatus.OK
    assert (names(program)["sbr"], names(program)["trophy-dirty-dog-winner"]) == ("SBR", "Napf")
    for wrong, field in (({"of-nobody": "x"}, "names"), ({"sbr": "Door Knob"}, "sbr"), ({"sbr": "\u202e"}, "sbr")):
        refused = program.patch(TERMS, {"names": wrong})
        assert (refused.status_code, refused.json()["error"]["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, field)
    keeper = kennel.person(Role.SCOREKEEPER)
    assert keeper.patch(TERMS, {"names": {}}).status_code == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_has_a_code_has_the_clubs_name_beside_it(kennel: Kennel, program: Program, language: str) -> None:
    match: Match = a_match(kennel.club, some_players(kennel.club, names=("Ida", "Ole", "Uwe", "Pia")), seed=2)
    assert program.patch(TERMS, {"names": {"in-the-box": "Im Korb"}}).status_code == HTTPStatus.OK
    records = program.get("clubs/kennel/records?game=dirty-dog", Accept_Language=language).json()
    labels = {each["term"]: each["label"] for each in records["called"]}
    assert labels["in-the-box"] == "Im Korb"
    assert "Im Korb" not in program.get(f"matches/{match.pk}/sheet").content.decode()
