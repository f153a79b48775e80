"""Two clubs with a row of everything that a route can name, and functions that examine a response."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, Night, Role
from dogclub.api.http import etags
from tests.routes import QUERIES, Route, World, address_of, arguments, routes
from tests.routes_world import account, filled

MARK = "Zyzzyva"  # part of every name in the other club
PARTS = [part for part in vars(etags).values() if isinstance(part, etags.Part) and not part.row]
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
FORM = "application/x-www-form-urlencoded"
NO_TRACES = ("django_session",)  # every visit may write a session
# The link itself grants access to these, whichever account opens it.
BY_LINK = {
    "join",
    "watch",
    "tablet",
    "link-nights",
    "link-results",
    "confirm",
    "answer-link",
    "answer-ics",
    "password-link",
} | {
    "reminders-off",
    "reminders-address",
}


def a_club(slug: str, name: str, names: tuple[str, ...]) -> World:
    """A club with a member of each role, a night and all that `filled` adds, under these names."""
    club = Club.objects.create(slug=slug, name=name)
    people = {str(role.label): account(f"{role.label}-{slug}") for role in Role}
    for role in Role:
        user = people[str(role.label)]
        Membership.objects.create(club=club, user=user, role=role)
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    Night.objects.create(club=club, starts_at="2026-11-19T19:00Z", name=name, place=name)
    return filled(club, people, names)


def both() -> tuple[World, World]:
    """Our club, and theirs with MARK in every name. All rows that the routes name are created beforehand."""
    ours = a_club("kennel", "The Thursday Kennel", ("Bea", "Otto", "Núria", "Łukasz", "Rex"))
    theirs = a_club(
        "zyzzyva", f"{MARK} Friday", tuple(f"{MARK} {name}" for name in ("Ada", "Bob", "Cyd", "Dan", "Eve"))
    )
    for world in (ours, theirs):
        for route in routes():
            arguments(route, world)  # creates the rows that it names
    return ours, theirs


def signed_in(world: World, role: str) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(world.people[role])
    return client


def state_of(world: World) -> list[Any]:
    """The fingerprints of all rows of the club."""
    return etags.fingerprints(world.club.pk, PARTS)


@contextmanager
def writes() -> Iterator[list[str]]:
    """Collect the statements that write, except to the tables of NO_TRACES."""
    found: list[str] = []

    def look(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.lstrip().upper().startswith(WRITES) and not any(f'"{table}"' in sql for table in NO_TRACES):
            found.append(sql[:80])
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield found


def ask(client: Client, method: str, address: str, body: dict[str, Any] | None = None) -> tuple[int, str, list[str]]:
    """Return status, text with redirect target, and the writing statements of a request, which is rolled back."""
    cache.clear()
    kept = copy(client.cookies)
    as_json = address.startswith("/api/")
    with transaction.atomic(), writes() as written:
        if as_json or body is None:
            answer: Any = client.generic(method, address, json.dumps(body or {}) if as_json else "", "application/json")
        else:
            answer = client.generic(method, address, "&".join(f"{k}={v}" for k, v in body.items()), FORM)
        text = (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode(errors="replace")
        transaction.set_rollback(True)
    client.cookies = kept
    return answer.status_code, f"{text} {answer.headers.get('Location', '')}", written


def address(route: Route, world: World) -> str:
    return address_of(route, world) + QUERIES.get(f"GET {route.name}", "")


def mixed(route: Route, ours: World, theirs: World) -> str | None:
    """The address of a row of theirs under our club; None where the path names nothing beside the club."""
    mine, other = arguments(route, ours), arguments(route, theirs)
    if "slug" not in mine or mine.keys() == {"slug"}:
        return None
    path = {name: mine[name] if name == "slug" else other[name] for name in mine}
    return None if path == mine else reverse(route.name, kwargs=path)
