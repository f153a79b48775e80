"""Unsafe requests need a CSRF token; safe requests write nothing."""

import pytest
from django.test import Client

from tests.dogclub.security.two_clubs import address, ask, both, signed_in
from tests.routes import routes

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
FOR_ANYBODY = {"POST api-score"}  # scores the record in the request, and stores nothing
COUNTED = {"shared"}  # counts how often the link was opened
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


@pytest.mark.variants
@pytest.mark.parametrize("method", UNSAFE)
def test_no_unsafe_request_gets_by_without_its_token(method: str) -> None:
    ours, _ = both()
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(ours.people["owner"])
    wrong, refused = {}, 0
    for route in routes():
        status, _, written = ask(client, method, address(route, ours), {})
        refused += status == 403
        is_open = f"{method} {route.name}" in FOR_ANYBODY
        if (status not in (403, 405) and not is_open) or written:
            wrong[route.name] = (status, written)
    assert wrong == {}
    assert refused > 200


@pytest.mark.thorough
@pytest.mark.variants
@pytest.mark.parametrize("role", ["member", "owner"])
def test_no_get_changes_anything(role: str) -> None:
    ours, _ = both()
    client, wrong = signed_in(ours, role), {}
    for route in routes():
        status, _, written = ask(client, "GET", address(route, ours))
        if written and route.name not in COUNTED:
            wrong[route.name] = (status, written)
    assert wrong == {}


def test_nothing_answers_a_trace() -> None:
    ours, _ = both()
    client = signed_in(ours, "owner")
    for method in ("TRACE", "CONNECT", "BARK"):
        assert {ask(client, method, address(route, ours))[0] for route in routes()} == {405}
