"""Every route with every role: generated from the URL configuration, so that none is left out."""

import re
from copy import copy

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from clubs.access import WATCHING
from games.access import TABLETS
from tests.routes import ARGUMENTS, BODIES, QUERIES, World, address_of, routes
from tests.routes_expected import EVERYBODY, EXPECTED, everybody
from tests.routes_world import a_world

pytestmark = pytest.mark.only("sqlite")

ROUTES = {f"{method} {route.name}": (method, route) for route in routes() for method in route.methods}
PRIVATE = re.compile(r"<slug:slug>|<uuid:pk>|<uuid:match>")
STRANGERS_GET = {"404", "405"}
USUAL = ("anonymous", "owner")  # other roles only with --all
NO_METHOD = everybody(405)  # of a method that the view lacks, before it knows who asks


@pytest.fixture
def world(db: None) -> World:
    return a_world()


@pytest.fixture
def clients(world: World) -> dict[str, Client]:
    found = {name: Client(raise_request_exception=False) for name in EVERYBODY}
    for name, user in world.people.items():
        found[name].force_login(user)
    for name, key, row in (("spectator", WATCHING, world.link), ("tablet", TABLETS, world.tablet)):
        session = found[name].session
        session[key] = [str(row.pk)]
        session.save()
        found[name].cookies["sessionid"] = session.session_key or ""
    return found


def ask(client: Client, row: str, world: World) -> int:
    """Return the status of the response; changes to the database, the cache and the cookies are undone."""
    method, route = ROUTES[row]
    cookies, body = copy(client.cookies), BODIES.get(row)
    cache.clear()  # throttling would count the requests of all rows
    with transaction.atomic():
        address = address_of(route, world) + QUERIES.get(row, "")
        answer = client.generic(method, address) if body is None else client.post(address, body)
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer.status_code


def test_every_route_has_its_rows() -> None:
    assert sorted(set(ROUTES) - set(EXPECTED)) == []


def test_every_row_has_its_route() -> None:
    assert sorted(set(EXPECTED) - set(ROUTES)) == []
    assert sorted({*BODIES, *QUERIES} - set(ROUTES)) == []
    assert sorted(set(ARGUMENTS) - {route.name for _, route in ROUTES.values()}) == []


def test_a_stranger_finds_nothing_of_the_club() -> None:
    private = [row for row in EXPECTED if row in ROUTES and PRIVATE.search(ROUTES[row][1].path)]
    assert {row: EXPECTED[row] for row in private if EXPECTED[row].split()[1] not in STRANGERS_GET} == {}


@pytest.mark.parametrize(
    "who", [pytest.param(who, marks=[] if who in USUAL else pytest.mark.thorough) for who in EVERYBODY]
)
def test_everybody_gets_what_is_theirs(who: str, world: World, clients: dict[str, Client]) -> None:
    place, wrong = EVERYBODY.index(who), {}
    asked = EXPECTED.items() if place == 0 else [row for row in EXPECTED.items() if row[1] != NO_METHOD]
    for row, statuses in asked:
        found, expected = ask(clients[who], row, world), int(statuses.split()[place])
        if found != expected:
            wrong[row] = f"{found} instead of {expected}"
    assert wrong == {}
