"""Every route with everybody: generated from the URL conf, so that nobody forgets one."""

import re
from copy import copy

import pytest
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse

from games.access import TABLETS
from games.models import TabletPass
from leagues.access import WATCHING
from leagues.models import Club, Invitation, Membership, Player, Role, SpectatorLink, User
from tests.games.factory import a_bone, a_match
from tests.routes import ARGUMENTS, BODIES, EVERYBODY, EXPECTED, QUERIES, Route, World, arguments, routes

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


def ask(client: Client, method: str, address: str, body: dict[str, str] | None) -> int:
    """The answer's status; what it did, to the database or to the browser's cookies, is undone."""
    cookies = copy(client.cookies)
    with transaction.atomic():
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


@pytest.mark.parametrize("row", [row for row in EXPECTED if row in ROUTES and PRIVATE.search(ROUTES[row][1].path)])
def test_a_stranger_finds_nothing_of_the_club(row: str) -> None:
    assert EXPECTED[row].split()[1] in STRANGERS_GET


@pytest.mark.parametrize("row", sorted(EXPECTED))
def test_everybody_gets_what_is_theirs(row: str, world: World, clients: dict[str, Client]) -> None:
    method, route = ROUTES[row]
    address = address_of(route, world) + QUERIES.get(row, "")
    found = " ".join(str(ask(clients[name], method, address, BODIES.get(row))) for name in EVERYBODY)
    assert found == EXPECTED[row], " ".join(EVERYBODY)
