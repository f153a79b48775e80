"""Puts load on a filled database: idle streams, members who browse, tables that play, both, several web processes."""

import asyncio
import os
import random
from argparse import Namespace
from collections.abc import Awaitable
from pathlib import Path

from benchmarks.live_clients import Crowd
from benchmarks.scale_load import Answers, Load, boards, messages_heard
from benchmarks.scale_machine import Machine, Used, has_work, machine
from benchmarks.scale_people import Member, Table, clubs_by_size, members, tables
from tests.dogclub.kennel import OwnRedis
from tests.server import until

CLUBS = 100  # clubs that the members and tables belong to
ENTRIES = 0.05  # share of entries in all requests of an evening
AT_ONCE = 8
TURNS = 3
OK, CREATED = 200, 201


def drive(arguments: Namespace, var: Path, redis: OwnRedis) -> None:
    """Start all processes, measure an evening and the gain from more web processes, and check that nothing was lost."""
    chosen = clubs_by_size(CLUBS, random.Random(76))
    people, playing, fresh = members(chosen), tables(chosen), tables(chosen, fresh=True)
    with machine(var, os.environ["DATABASE_URL"], redis, arguments.webs, arguments.share) as one:
        asyncio.run(evening(arguments, one, people, playing))
        if arguments.webs > 1:
            asyncio.run(turns("pages", arguments, one, people, []))
            asyncio.run(turns("entries", arguments, one, people, fresh))
        check([*playing, *fresh])


async def evening(arguments: Namespace, one: Machine, people: list[Member], playing: list[Table]) -> None:
    """Measure the machine idle, then with pages, with entries, and with both."""
    ports = [web.port for web in one.webs]
    await Load(ports, people, playing).at_most(AT_ONCE, arguments.seconds / 4)  # warm-up
    crowds = await boards(ports, playing, arguments.boards)
    # The jobs that pages have started, such as the chances of a match, are no part of idling.
    await asyncio.to_thread(until, lambda: not has_work(one.redis))
    before = one.used()
    await asyncio.sleep(arguments.seconds / 2)
    idle = one.used().since(before)
    rate = Used._make(value / (arguments.seconds / 2) for value in idle)
    print(f"idle, {arguments.boards} boards: {parts(rate, 1)} s of processor a second")
    print(f"{'':8} {'number':>7} {'p50':>7} {'p95':>7} {'p99':>7}  {'a core':>8}  processor each; log each")
    for name, share, times in (("pages", 0, 1), ("entries", 1, 0.5), ("evening", ENTRIES, 1)):
        load = Load(ports, people, playing)
        await measured(name, one, rate, crowds, load.at_rate(arguments.rate * times, arguments.seconds, share))
    print(f"{one.connections()} connections to the database; MB of memory: {one.memory()}", flush=True)


async def measured(name: str, one: Machine, idle: Used, crowds: list[Crowd], running: Awaitable[Answers]) -> None:
    """Print response times, processor time beyond idle and log bytes for one kind of load."""
    before, earlier = one.used(), messages_heard(crowds)
    answers = await running
    used = one.used().since(before)
    beyond = Used._make(value - rate * answers.seconds for value, rate in zip(used, idle, strict=True))
    number = len(answers.took)
    p50, p95, p99 = answers.percentiles()
    print(
        f"{name:8} {number:7} {p50:4.0f} ms {p95:4.0f} ms {p99:4.0f} ms  {number / beyond.total:6.1f}/s  "
        f"{parts(beyond, number)} ms; {used.log / number:,.0f} bytes",
    )
    messages = messages_heard(crowds) - earlier
    odd = {status: n for status, n in answers.statuses.items() if status not in (200, 201)}
    print(f"{'':8} versions told to boards: {messages}; answers other than 200 and 201: {odd or 'none'}", flush=True)


def parts(used: Used, number: int) -> str:
    """The processor time as text, in total and by kind of process: in milliseconds for each of `number`, or in seconds
    if that is 1.
    """
    scale = 1000 / number if number > 1 else 1
    names = used._asdict()
    del names["log"]
    said = ", ".join(f"{name} {value * scale:.{2 if number > 1 else 3}f}" for name, value in names.items())
    return f"{used.total * scale:.{2 if number > 1 else 3}f} ({said})"


async def turns(name: str, arguments: Namespace, one: Machine, people: list[Member], playing: list[Table]) -> None:
    """Measure the most pages or entries a second, with one web process and with all of them, in turns."""
    found: dict[int, list[tuple[int, float, float]]] = {1: [], len(one.webs): []}
    for _ in range(TURNS):
        for webs, figures in found.items():
            before = one.used()
            load = Load([web.port for web in one.webs[:webs]], people, playing)
            answers = await load.at_most(AT_ONCE, arguments.seconds / TURNS, entries=bool(playing))
            accepted = answers.statuses[CREATED if playing else OK]
            figures.append((accepted, answers.seconds, one.used().since(before).total))
    by_clock: list[float] = []
    by_processor: list[float] = []
    for webs, figures in found.items():
        number, seconds, used = (sum(values) for values in zip(*figures, strict=True))
        by_clock.append(number / seconds)
        by_processor.append(number / used)
        print(
            f"{webs} web: {number / seconds:.1f} {name} a second on {used / seconds:.2f} cores; "
            f"{number / used:.1f} a second and core",
        )
    clock, core = by_clock[-1] / by_clock[0], by_processor[-1] / by_processor[0]
    print(f"over one: {clock:.2f} by the clock, {core:.2f} a core", flush=True)


def check(playing: list[Table]) -> None:
    """Print how many acknowledged entries there were, and how many of them are not in the database."""
    from games.models import Entry

    acknowledged = set().union(*(table.acknowledged for table in playing))
    there = {str(pk) for pk in Entry.objects.filter(pk__in=acknowledged).values_list("pk", flat=True)}
    print(f"{len(acknowledged)} entries acknowledged, {len(acknowledged - there)} lost.")
