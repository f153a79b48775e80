"""Measures the league over ten years: `.venv/bin/python benchmarks/league.py [ROUNDS] [--years 10] [--keep FILE]`.

Pages are requested from the real server. Consequences of results are measured in this process, each in a transaction
that is rolled back, so without waiting for the disk. With --keep the club is built once and then reused from FILE.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import Took, benchmark_server, in_turns

WAYS = ArgumentParser(description=__doc__)
WAYS.add_argument("rounds", nargs="?", type=int, default=20)
WAYS.add_argument("--years", type=int, default=10)
WAYS.add_argument("--keep", type=Path, metavar="FILE")
WAYS.add_argument("--json", action="store_true")


class Watch:
    """Adds up milliseconds by the clock and of this process's processor, by name."""

    def __init__(self) -> None:
        self.took: dict[str, Took] = {}

    @contextmanager
    def on(self, name: str) -> Iterator[None]:
        """Measure the block and add what it took under `name`."""
        clock, used = time.perf_counter(), time.process_time()
        yield
        now = Took((time.perf_counter() - clock) * 1000, (time.process_time() - used) * 1000)
        before = self.took.get(name, Took(0, 0))
        self.took[name] = Took(before.clock + now.clock, before.processor + now.processor)


def main() -> None:
    asked = WAYS.parse_args()
    if asked.keep:
        os.environ["DATABASE_URL"] = f"sqlite:///{asked.keep.resolve()}"
    with benchmark_server() as opened:
        club = the_club(asked)
        figures = {**following(club), **corrections(club)}
        browser = opened()
        ways = {name: page(browser, path) for name, path in pages(club).items()}
        figures |= in_turns(asked.rounds, ways)
    say(figures, asked)


def the_club(asked: Namespace) -> Any:
    """The club in the database, or a new demo club."""
    from clubs.models import Club
    from dogclub.demo import club as demo

    return Club.objects.first() or demo.build(demo.large(asked.years))


def page(browser: Any, path: str) -> Callable[[int], Took]:
    """A function that requests the page at a path and returns what it took."""
    return lambda _: browser.timed(200, "GET", path)


def pages(club: Any) -> dict[str, str]:
    """The paths of the league's pages by name, each for the busiest player, night or trophy."""
    from django.db.models import Count
    from django.urls import reverse

    player = club.players.annotate(times=Count("seats")).order_by("-times")[0]
    night = club.nights.annotate(times=Count("matches")).filter(times__gt=1).order_by("-starts_at")[0]
    trophy = club.trophies.annotate(times=Count("awards")).order_by("-times")[0]
    of = {"player": {"pk": player.pk}, "night": {"pk": night.pk}, "night-report": {"pk": night.pk}}
    of["trophy"] = {"pk": trophy.pk}
    names = ("standings", "ratings", "player", "night", "night-report", "nights", "club-records", "trophies", "trophy")
    found = {name: reverse(name, kwargs={"slug": club.slug} | of.get(name, {})) for name in (*names, "seasons", "club")}
    return found | {"standings of all time": f"{found['standings']}?season=all"}


@contextmanager
def undone() -> Iterator[None]:
    """Run the block in a transaction that is rolled back."""
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def following(club: Any) -> dict[str, Took]:
    """Measure rebuilding all consequences of results, and, to compare, reading, scoring and writing as many rows."""
    from games.consequences.follow import consequences
    from games.models import Aggregate, CallOut, Seat
    from leagues.models import Award, Rating, Standing

    watch = Watch()
    every: list[Any] = [CallOut, Aggregate, Award, Rating, Standing]
    rows = {model: list(model.objects.all()) for model in every}
    with undone():
        for model in every:
            model.objects.all().delete()
        with watch.on("read, score and write back"):
            fold(club)
            for model in every:
                model.objects.bulk_create(rows[model], batch_size=2000)
    with undone():
        for model in every:
            model.objects.all().delete()
        Seat.objects.filter(match__club=club).update(feats={})
        for follower in consequences():
            with watch.on("rebuild"), watch.on(f"  rebuild {follower.name}"):
                follower.rebuild(club, check=False)
    with watch.on("rebuild where all is right"):
        wrong = [found for follower in consequences() for found in follower.rebuild(club, check=True)]
    assert wrong == [], wrong[:5]
    return watch.took


def fold(club: Any, at_once: int = 100) -> None:
    """Replay every match of the club from its entries, `at_once` at a time, and write its seats back unchanged."""
    from games.entries.match_state import load_many, seat_rows
    from games.models import Match, Seat

    keys = list(club.matches.values_list("pk", flat=True))
    for start in range(0, len(keys), at_once):
        states = load_many(list(Match.objects.filter(pk__in=keys[start : start + at_once])))
        for state in states:
            seat_rows(state.engine, state.sheet)
        Seat.objects.bulk_update([seat for state in states for seat in state.seats], ["total", "place", "feats"])


def corrections(club: Any) -> dict[str, Took]:
    """Measure finishing the newest match, and corrections that change places, all through the ledger."""
    dirty_dog = club.matches.filter(game="dirty-dog", finished_at__isnull=False)
    finished = list(dirty_dog.order_by("finished_at", "pk"))
    year = min(288, len(finished) - 1)
    watch = Watch()
    finish(finished[-1], watch)
    correct(reversed(finished), "correct the newest", watch)
    correct(finished[-year:], "correct one a year old", watch)
    correct(finished, "correct the oldest", watch)
    return watch.took


def finish(match: Any, watch: Watch) -> None:
    """Measure recording the last entry of a match again, after it was undone."""
    from games import ledger
    from games.entries.drafts import Author, Draft
    from games.entries.match_state import load

    with undone():
        last = load(match).live[-1]
        undo = Draft(last.kind, last.number, None)
        taken = ledger.record(match.pk, [undo], version=match.version, by=Author(None))
        again = Draft(last.kind, last.number, last.payload)
        with watch.on("finish a match"):
            ledger.record(match.pk, [again], version=taken.state.match.version, by=Author(None))


def correct(matches: Any, name: str, watch: Watch) -> None:
    """Measure a correction in the first of the matches where two seats that swap their last tricks swap places too."""
    from scoring.base import RuleError

    for match in matches:
        try:
            if swapped(match, name, watch):
                return
        except RuleError:
            watch.took = {key: took for key, took in watch.took.items() if name not in key}


def swapped(match: Any, name: str, watch: Watch) -> bool:
    """Swap the last tricks of the seats with the fewest and the most, measured, and undo that; return whether places
    changed.
    """
    from games import ledger
    from games.consequences import follow
    from games.entries.drafts import Author, Draft
    from games.entries.match_state import load

    state = load(match)
    line, took = next(
        (entry, entry.payload["tricks"])
        for entry in reversed(state.live)
        if entry.payload and "tricks" in entry.payload and "bids" not in entry.payload
    )
    least, most = sorted(took, key=took.get)[:: len(state.seats) - 1]
    draft = Draft(line.kind, line.number, {"tricks": {**took, least: took[most], most: took[least]}})
    before, usual = list(match.seats.values_list("player", "place")), list(follow.consequences())
    follow._registered[:] = [replace(each, update=timed(each, name, watch)) for each in usual]
    try:
        with undone():
            with watch.on(name):
                ledger.record(match.pk, [draft], version=match.version, by=Author(None))
            after = list(match.seats.values_list("player", "place"))
    finally:
        follow._registered[:] = usual
    if after == before:
        watch.took = {key: took for key, took in watch.took.items() if name not in key}
    return after != before


def timed(follower: Any, name: str, watch: Watch) -> Callable[[Any], None]:
    """The consequence's `update` function, measured."""

    def update(state: Any) -> None:
        with watch.on(f"  {name}: {follower.name}"):
            follower.update(state)

    return update


def say(figures: dict[str, Took], asked: Namespace) -> None:
    if asked.json:
        print(json.dumps({name: took._asdict() for name, took in figures.items()}))
        return
    print(f"{asked.years} years{'clock':>43}  {'processor':>13}")
    for name, took in figures.items():
        print(f"{name:40}  {took.clock:8.1f} ms  {took.processor:8.1f} ms")


if __name__ == "__main__":
    main()
