"""Numbers in addresses that are too large for a key: the response is 404 or 405, never a server error."""

import json
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.routes import Route, World, arguments, routes
from tests.routes_world import a_world

HUGE = (2**63, 10**30)
NUMBERED = [route for route in routes() if "<int:" in route.path]
RECENTLY = "allauth.account.internal.flows.reauthentication.did_recently_reauthenticate"
# Valid bodies for routes that check the body before they look up the row.
FIRST: dict[str, Callable[[World], dict[str, Any]]] = {
    "api-trophy-pass": lambda world: {"player": world.players[1].pk, "reason": "for the cake"},
    "api-night-guests": lambda _: {"name": "Percy Abara"},
    "api-night-series": lambda _: {"starts_at": "2026-11-26T19:30:00Z", "repeat": "weekly", "until": "2027-01-01"},
    "api-night-answer": lambda _: {"answer": "yes"},
    "api-attendance": lambda _: {"state": "here"},
}


def the_numbers(route: Route) -> list[str]:
    return [part.partition(">")[0] for part in route.path.split("<int:")[1:]]


def ask(client: Client, world: World, method: str, route: Route, **instead: int) -> int:
    """Return the status of the response; what the request did is rolled back."""
    cache.clear()
    body = FIRST[route.name](world) if route.name in FIRST else {}
    with transaction.atomic(), mock.patch(RECENTLY, return_value=True):
        address = reverse(route.name, kwargs=arguments(route, world) | instead)
        answer = client.generic(method, address, json.dumps(body), "application/json")
        transaction.set_rollback(True)
    return answer.status_code


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.variants
@pytest.mark.parametrize("huge", HUGE)
def test_no_row_has_such_a_number(huge: int) -> None:
    world, client = a_world(), Client(raise_request_exception=False)
    client.force_login(world.people["owner"])
    assert len(NUMBERED) > 50
    found = {
        f"{method} {route.name} {number}": ask(client, world, method, route, **{number: huge})
        for route in NUMBERED
        for method in route.methods
        for number in the_numbers(route)
    }
    assert {asked: status for asked, status in found.items() if status not in (404, 405)} == {}
