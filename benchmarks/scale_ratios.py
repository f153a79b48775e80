"""Compares every page and write of one club in the full database with a database that has this club alone.

Both databases hold the same rows of that club, with the same numbers. Each row of the matrix of routes that the club's
owner may request is requested in this process, in turns, in a transaction that is rolled back. The cost is the
processor time of Django and of the PostgreSQL process that serves it; the median of all rounds counts.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from typing import Any, NamedTuple
from unittest import mock

from django.core.cache import cache
from django.core.management import call_command
from django.db import connections, transaction
from django.test import Client

from benchmarks import scale_fill
from benchmarks.harness import used
from benchmarks.scale_machine import WORLD, drop, url_of
from benchmarks.scale_people import a_table
from benchmarks.scale_templates import SCALES, Template
from clubs.models import Club, Invitation, Membership, Role, SpectatorLink, User
from dogclub.configuration.postgresql import limits, with_limits
from dogclub.demo.club import SMALL
from games.models import TabletPass
from leagues.models import Award, Playoff
from scoring.dirty_dog import DIRTY_DOG
from tests.faults.scripts import LINES, played
from tests.routes import BODIES, QUERIES, World, address_of, routes

GOAL = 1.2
ALONE = f"{WORLD}_one"
# Parts of names of routes left out: they concern no club, or another program does the work (such as PDF).
NOT_ASKED = ("file", "pdf", "metrics", "health", "logout", "live", "passkey", "webauthn")
SHORT = next(seed for seed in range(2, 100) if len(played(DIRTY_DOG.key, seed)[1]) <= LINES)  # short enough to end
REFUSED = 400  # the first status that is an error


class Cost(NamedTuple):
    """Milliseconds by the clock, and of the processor."""

    clock: float
    processor: float


class OpenDatabase:
    """One of the two databases, with its connection, which is this process's default while it is open, and its club."""

    world: World

    def __init__(self, name: str) -> None:
        usual = connections.settings["default"]
        settings = {**usual, "NAME": name, "OPTIONS": with_limits(usual, limits())}  # the options a server uses
        with mock.patch.dict(connections.settings, default=settings):
            self.connection = connections.create_connection("default")

    def open(self) -> None:
        """Make this database the default connection."""
        connections["default"] = self.connection

    def prepare_club(self, number: int) -> None:
        """Create what the routes need in club `number`, and sign its owner in."""
        self.world = a_world(Club.objects.get(pk=number * 1_000_000 + 1))
        self.tables = {"some entry": a_table(self.world.club, 1, 20), "last entry": a_table(self.world.club, SHORT, 1)}
        with mock.patch.multiple("tests.routes", a_playoff=playoff("groups"), a_tournament=playoff("knockout")):
            self.addresses = {route.name: address_of(route, self.world) for route in routes()}
        self.client = Client(raise_request_exception=False, HTTP_HOST="localhost")
        self.client.force_login(self.world.people["owner"])

    def timed(self, ask: Callable[["OpenDatabase"], Any]) -> tuple[int, Cost]:
        """The status of the response and its cost; its effects are undone, in the database and in the cookies."""
        self.open()
        cache.clear()  # so that no rate limit is reached and no page is cached
        cookies = copy(self.client.cookies)
        with transaction.atomic():
            backend = self.connection.connection.info.backend_pid
            before, clock, django = used(backend), time.perf_counter(), time.process_time()
            answer = ask(self)
            if answer.streaming:
                list(answer)
            took, here = time.perf_counter() - clock, time.process_time() - django
            cost = Cost(took * 1000, here * 1000 + used(backend) - before)
            transaction.set_rollback(True)
        self.client.cookies = cookies
        return answer.status_code, cost


def a_world(club: Club) -> World:
    """The rows the routes need: those the demo club has, and new ones for what it lacks."""
    rows = Membership.objects.filter(club=club).select_related("user")
    people = {str(Role(row.role).label): row.user for row in rows}
    match = club.matches.filter(finished_at=None, game="dirty-dog").order_by("-started_at")[0]
    return World(
        club=club,
        match=match,
        players=list(club.players.order_by("pk")[:5]),
        people={**people, "stranger": User.objects.create_user("stranger@kennel.example", name="Stranger")},
        membership=rows.order_by("role")[0],
        invitation=Invitation.objects.create(club=club),
        link=SpectatorLink.objects.create(club=club),
        tablet=TabletPass.objects.create(match=match),
        award=Award.objects.filter(trophy__club=club).order_by("pk")[0],
    )


def playoff(kind: str) -> Callable[[World], Playoff]:
    """A function that returns the demo club's own play-off of this kind."""
    return lambda world: Playoff.objects.get(club=world.club, kind=kind)


def asked_for() -> dict[str, Callable[[OpenDatabase], Any]]:
    """The requests by name: all routes, and entries as a tablet sends them."""
    found: dict[str, Callable[[OpenDatabase], Any]] = {}
    for route in routes():
        for method in {"GET", "POST"} & {*route.methods}:
            if not any(word in route.name for word in NOT_ASKED):
                found[f"{method} {route.name}"] = by_route(method, route)
    return found | {f"POST {name}": by_tablet(name) for name in ("some entry", "last entry")}


def by_route(method: str, route: Any) -> Callable[[OpenDatabase], Any]:
    """A function that sends the request of a route."""
    row = f"{method} {route.name}"

    def ask(database: OpenDatabase) -> Any:
        address = database.addresses[route.name] + QUERIES.get(row, "")
        body = BODIES.get(row)
        return database.client.generic(method, address) if body is None else database.client.post(address, body)

    return ask


def by_tablet(name: str) -> Callable[[OpenDatabase], Any]:
    """A function that sends the next entries of a table."""

    def ask(database: OpenDatabase) -> Any:
        table = database.tables[name]
        address = f"/api/v1/matches/{table.match}/entries"
        return database.client.post(address, table.body, content_type="application/json")

    return ask


@contextmanager
def databases(server: str, number: int, one: Template) -> Iterator[dict[str, OpenDatabase]]:
    """Create the database with the club alone; yield it and the full one, both open, and delete it at the end."""
    url_of(server, ALONE)
    found = {"alone": OpenDatabase(ALONE), "world": OpenDatabase(WORLD)}
    try:
        found["alone"].open()
        call_command("migrate", verbosity=0)
        scale_fill.fill([(number, one)])
        with ExitStack() as stack:
            for database in found.values():
                stack.enter_context(opened(database, number))
            yield found
    finally:
        for database in found.values():
            database.connection.close()
        drop(server, ALONE)


@contextmanager
def opened(database: OpenDatabase, number: int) -> Iterator[None]:
    """Prepare a database in a transaction that is rolled back at the end."""
    database.open()
    with transaction.atomic():
        database.prepare_club(number)
        try:
            yield
        finally:
            database.open()
            transaction.set_rollback(True)


def compare(server: str, rounds: int, sizes: Sequence[int], made: Mapping[int, Template]) -> None:
    """Measure and print all ratios for the first club of the size that has some rows of everything."""
    size = next(each for each, scale in SCALES.items() if scale == SMALL)
    if size not in sizes:
        sys.exit("Among so few clubs none has a play-off: ask for 50 --clubs or more.")
    with databases(server, sizes.index(size) + 1, made[size]) as both:
        every = asked_for()
        ways = {name: ask for name, ask in every.items() if is_answered(both, ask)}
        costs = {name: in_turns(rounds, both, ask) for name, ask in ways.items()}
    print(f"{len(ways)} pages and writes of {len(every)} are answered so that something is shown or written.")
    say(costs, len(sizes))


def is_answered(both: Mapping[str, OpenDatabase], ask: Callable[[OpenDatabase], Any]) -> bool:
    """Whether a request gets the same status below 400 in both databases, once first-time work is done."""
    for database in both.values():
        database.timed(ask)
    statuses = {database.timed(ask)[0] for database in both.values()}
    return len(statuses) == 1 and statuses.pop() < REFUSED


def in_turns(rounds: int, both: Mapping[str, OpenDatabase], ask: Callable[[OpenDatabase], Any]) -> dict[str, Cost]:
    """The median cost of a request in each database."""
    took: dict[str, list[Cost]] = {name: [] for name in both}
    for number in range(rounds):
        for name in [*both][:: 1 if number % 2 else -1]:
            took[name].append(both[name].timed(ask)[1])
    return {name: Cost(*map(statistics.median, zip(*found, strict=True))) for name, found in took.items()}


def say(costs: Mapping[str, Mapping[str, Cost]], clubs: int) -> None:
    """Print milliseconds by the clock and of the processor, the highest ratio first."""
    print(f"{'':36} {'alone':>17}  {f'{clubs:,} clubs':>17}  {'ratio':>11}")
    ratios = {name: ratio(cost["world"], cost["alone"]) for name, cost in costs.items()}
    for name in sorted(ratios, key=lambda name: -ratios[name].processor):
        alone, world = costs[name]["alone"], costs[name]["world"]
        print(f"{name:36} {row_of(alone)}  {row_of(world)}  {ratios[name].clock:5.2f} {ratios[name].processor:5.2f}")
    middle = Cost(*map(statistics.median, zip(*ratios.values(), strict=True)))
    above = sum(each.processor > GOAL for each in ratios.values())
    print(f"the middle {middle.clock:.2f} {middle.processor:.2f}; {above} above {GOAL} by processor")


def ratio(one: Cost, other: Cost) -> Cost:
    return Cost(one.clock / other.clock, one.processor / other.processor)


def row_of(cost: Cost) -> str:
    return f"{cost.clock:8.1f} {cost.processor:8.1f}"
