"""Every address of the API with a key of every scope: each scope permits all that the next smaller one does."""

import pytest
from django.core.cache import cache
from django.db import transaction

from clubs.models import Role, Scope
from tests.dogclub.api.evening import Evening, addresses, an_evening
from tests.dogclub.api.programs import Program, a_program, somebody
from tests.factory import a_club

pytestmark = [pytest.mark.variants, pytest.mark.django_db]
CHAIN = [scope for scope in Scope if scope != Scope.ARCHIVE]  # each includes the ones before
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
FOR_ANYBODY = ("/api/v1/docs", "/api/v1/games", "/api/v1/problems", "/api/v1/schema", "/api/v1/score")
TURNED_AWAY = (401, 403, 404, 405)
OPEN_TONIGHT = ("/api/v1/clubs", "/clubs/kennel", "/nights/", "/playoffs/", "/matches/")


@pytest.fixture
def evening() -> Evening:
    return an_evening(a_club())


def private(evening: Evening) -> list[str]:
    return [each for each in addresses(evening) if each != "/api/v1/" and not each.startswith(FOR_ANYBODY)]


def ask(program: Program, method: str, address: str) -> tuple[int, str]:
    """Return the status and the problem code ("" for none) of the response; what the request did is rolled back."""
    cache.clear()
    with transaction.atomic():
        answer = program.ask(address, method, "" if method == "GET" else "{}")
        transaction.set_rollback(True)
    is_problem = "problem+json" in answer.headers.get("Content-Type", "")
    return answer.status_code, answer.json()["error"]["code"] if is_problem else ""


@pytest.mark.thorough
@pytest.mark.only("sqlite")
@pytest.mark.parametrize("whose", ["a person’s", "the club’s"])
def test_a_larger_scope_may_all_that_a_smaller_one_may(whose: str, evening: Evening) -> None:
    owner = evening.people["owner"] if whose == "a person’s" else evening.club
    programs = {scope: a_program(owner, scope) for scope in CHAIN}
    for address in private(evening):
        for method in METHODS:
            found = [ask(program, method, address) for program in programs.values()]
            assert all(status < 500 and status != 401 for status, _ in found), (method, address, found)
            may = [code not in ("scope", "permission-denied") for _, code in found]
            assert may == sorted(may), (method, address, found)
            assert may[-1] or found[-1][0] == 403, (method, address, found)


def test_who_may_only_read_never_writes(evening: Evening) -> None:
    for scope in (Scope.TONIGHT, Scope.RESULTS):
        program = a_program(evening.people["owner"], scope)
        for address in private(evening):
            for method in METHODS[1:]:
                assert ask(program, method, address) in ((403, "scope"), (405, "method-not-allowed"))


def test_who_may_read_the_archive_also_requests_jobs_and_writes_nothing_else(evening: Evening) -> None:
    program = a_program(evening.people["owner"], Scope.ARCHIVE)
    asked = [(method, address) for address in private(evening) for method in METHODS[1:]]
    taken = [each for each in asked if not _is_refused(program, *each)]
    assert taken == [("POST", "/api/v1/clubs/kennel/jobs")]


def _is_refused(program: Program, method: str, address: str) -> bool:
    return ask(program, method, address) in ((403, "scope"), (405, "method-not-allowed"))


def test_who_may_read_tonight_reads_nothing_else(evening: Evening) -> None:
    program = a_program(evening.people["owner"], Scope.TONIGHT)
    read = [address for address in private(evening) if ask(program, "GET", address)[0] == 200]
    assert read
    assert all(any(each in address for each in OPEN_TONIGHT) for address in read)
    assert not [each for each in read if each.endswith(("/players", "/standings", "/report", "/statistics"))]


@pytest.mark.thorough
@pytest.mark.only("sqlite")
def test_the_key_of_another_club_gets_nowhere(evening: Evening) -> None:
    friday = a_club("friday")
    for owner in (friday, somebody(friday, Role.OWNER, "stranger@friday.example")):
        program = a_program(owner, Scope.ORGANISE)
        for address in private(evening):
            if address != "/api/v1/clubs":
                assert {ask(program, method, address)[0] for method in METHODS} <= set(TURNED_AWAY), address
        assert "kennel" not in program.ask("/api/v1/clubs").content.decode()
