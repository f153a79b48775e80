"""Every route with everybody: generated from the URL conf, so that nobody forgets one."""

import re
from copy import copy

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse

from clubs.access import WATCHING
from clubs.models import Club, Invitation, Membership, Player, Role, SpectatorLink, User
from games.access import TABLETS
from games.models import TabletPass
from tests.factory import a_bone, a_match
from tests.routes import ARGUMENTS, BODIES, QUERIES, Route, World, arguments, routes
from tests.routes_expected import EVERYBODY, EXPECTED

pytestmark = pytest.mark.only("sqlite")

ROUTES = {f"{method} {route.name}": (method, route) for route in routes() for method in route.methods}
PRIVATE = re.compile(r"<slug:slug>|<uuid:pk>|<uuid:match>")
STRANGERS_GET = {"404", "405"}


def account(name: str) -> User:
    return User.objects.create_user(f"{name}@kennel.example", "kennel-kennel-12", name=name.title())


@pytest.fixture
def world(db: None) -> World:
    club = Club.objects.create(slug="kennel", name="The Thursday Kennel")
    other = Club.objects.create(slug="friday", name="Friday Paws")
    people = {role.label: account(role.label) for role in Role} | {"stranger": account("stranger")}
    for role in Role:
        Membership.objects.create(club=club, user=people[role.label], role=role)
    Membership.objects.create(club=other, user=people["stranger"], role=Role.OWNER)
    players = [Player.objects.create(club=club, name=name) for name in ("Bea", "Otto", "Núria", "Łukasz", "Rex")]
    match = a_match(club, players[:4], hands=1)
    return World(
        club=club,
        match=match,
        players=players,
        people=people,
        membership=Membership.objects.get(user=people["member"]),
        invitation=Invitation.objects.create(club=club),
        link=SpectatorLink.objects.create(club=club),
        tablet=TabletPass.objects.create(match=match),
        award=a_bone(players[0]),
    )


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
    """The answer's status; what it did, to the database, the cache or the browser's cookies, is undone."""
    method, route = ROUTES[row]
    cookies, body = copy(client.cookies), BODIES.get(row)
    cache.clear()  # rate limits count for one row only
    with transaction.atomic():
        address = address_of(route, world) + QUERIES.get(row, "")
        answer = client.generic(method, address) if body is None else client.post(address, body)
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer.status_code


def address_of(route: Route, world: World) -> str:
    try:
        return reverse(route.name, kwargs=arguments(route, world))
    except NoReverseMatch:
        assert "<" not in route.path and "(" not in route.path, f"{route.name} needs a line in ARGUMENTS"
        return f"/{route.path}"


def test_every_route_has_its_rows() -> None:
    assert sorted(set(ROUTES) - set(EXPECTED)) == []


def test_every_row_has_its_route() -> None:
    assert sorted(set(EXPECTED) - set(ROUTES)) == []
    assert sorted({*BODIES, *QUERIES} - set(ROUTES)) == []
    assert sorted(set(ARGUMENTS) - {route.name for _, route in ROUTES.values()}) == []


def test_a_stranger_finds_nothing_of_the_club() -> None:
    private = [row for row in EXPECTED if row in ROUTES and PRIVATE.search(ROUTES[row][1].path)]
    assert {row: EXPECTED[row] for row in private if EXPECTED[row].split()[1] not in STRANGERS_GET} == {}


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_gets_what_is_theirs(who: str, world: World, clients: dict[str, Client]) -> None:
    place, wrong = EVERYBODY.index(who), {}
    for row, statuses in EXPECTED.items():
        found, expected = ask(clients[who], row, world), int(statuses.split()[place])
        if found != expected:
            wrong[row] = f"{found} instead of {expected}"
    assert wrong == {}
