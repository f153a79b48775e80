"""The rules a club plays by, in the API (HR-DD-21)."""

from http import HTTPStatus

import pytest

from clubs.models import Role
from tests.dogclub.api.kennel import Kennel, Program, a_kennel

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
RULES = "clubs/kennel/house-rules/dirty-dog"


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def test_the_rules_of_a_club_are_read_and_agreed_on(kennel: Kennel, program: Program) -> None:
    found = program.get(RULES)
    assert found.json() == {"game": "dirty-dog", "number": None, "rules": [], "changes": []}
    own = {"scoring": "ten-plus", "the_rule": {"from_cards": 3}, "rules_name": "Kennel rules"}
    changed = program.put(RULES, {"options": own})
    numbered = [{"number": 2, "label": "§2 Kennel rules", "options": own}]
    agreed = {"game": "dirty-dog", "number": 2, "rules": numbered, "changes": changed.json()["changes"]}
    assert changed.json() == program.get(RULES).json() == agreed
    stale = program.put(RULES, {"options": {}}, If_Match=found.headers["ETag"])
    assert stale.status_code == HTTPStatus.PRECONDITION_FAILED
    back = program.put(RULES, {"options": {}}).json()
    assert (back["number"], back["rules"]) == (1, numbered)
    assert program.delete(RULES).status_code == HTTPStatus.NO_CONTENT
    left = program.get(RULES).json()
    assert (left["number"], left["rules"]) == (None, numbered)  # the numbers of matches stay
    assert [each["number"] for each in left["changes"]] == [None, 1, 2]
    for wrong, field in (({"max_cards": 5}, "max_cards"), ({"scoring": "fifty"}, "scoring"), ({"deck": 2}, "deck")):
        refused = program.put(RULES, {"options": wrong})
        assert (refused.status_code, refused.json()["error"]["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, field)
    assert program.get("clubs/kennel/house-rules/top-dog").status_code == HTTPStatus.NOT_FOUND
    keeper = kennel.person(Role.SCOREKEEPER)
    assert keeper.put(RULES, {"options": {}}).status_code == HTTPStatus.FORBIDDEN
