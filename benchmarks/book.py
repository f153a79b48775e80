"""Measures a season book of 288 sheets: `.venv/bin/python benchmarks/book.py [--matches 288]`.

A season with tables of five is generated at random in a temporary database; then the season-book job, as a member would
start it, makes the book: once with sheets alone, once with everything. Processor time is that of the job and its two
child processes, so that other processes on the machine do not count.
"""

import argparse
import os
import resource
import sys
import tempfile
import threading
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOUSE))
VAR = tempfile.mkdtemp(prefix="book-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")
os.environ["DOGCLUB_VAR"] = VAR
os.environ["DATABASE_URL"] = f"sqlite:///{VAR}/dogclub.sqlite3"

import django

django.setup()

from clubs.models import Club, Night, Season
from dogclub.jobs.run import run_here
from dogclub.models import Job
from games.models import Match
from tests.factory import a_match, some_players
from tests.prepared import lay_out
from tests.server import resident

TREES = ("Ash", "Oak", "Elm", "Fir", "Yew", "Box")
TABLES = len(TREES)  # tables a night
START = datetime(2025, 1, 2, 18, tzinfo=UTC)


def season_of(matches: int) -> Season:
    """Create a season with so many finished matches, six tables a night, one night a week."""
    club = Club.objects.create(slug="book", name="The Kennel in Print")
    season = Season.objects.create(club=club, name="2025", starts_on=date(2025, 1, 1), ends_on=date(2026, 12, 31))
    packs = [
        some_players(club, 5, [f"{name} {word}" for name in "ABCDE"])
        for word in ("Ash", "Oak", "Elm", "Fir", "Yew", "Box")
    ]
    for at in range(matches):
        week, table = divmod(at, TABLES)
        when = START + timedelta(weeks=week)
        night, _ = Night.objects.get_or_create(club=club, season=season, starts_at=when)
        match = a_match(club, packs[table], seed=at, season=season, night=night, table=str(table + 1))
        Match.objects.filter(pk=match.pk).update(started_at=when, finished_at=when + timedelta(hours=3))
    return season


class Watch(threading.Thread):
    """A thread that measures the most memory, in bytes, that this process and its children had together."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most, self.over = 0, threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.2):
            self.most = max(self.most, resident(os.getpid()))


def measured(season: Season, parts: list[str]) -> dict[str, float]:
    """Run one season-book job and return its pages, bytes, seconds by the clock (`wall`) and of the processor
    (`spent`), and megabytes of memory.
    """
    job = Job.objects.create(club=season.club, kind="season-book", asked={"season": season.pk, "parts": parts})
    watch = Watch()
    watch.start()
    before, begun = _spent(), time.monotonic()
    run_here(job.pk)
    wall, spent = time.monotonic() - begun, _spent() - before
    watch.over.set()
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.problem
    took = {"wall": wall, "spent": spent, "memory": watch.most / 1024**2}
    return {"pages": job.result["pages"], "bytes": job.size, **took}


def _spent() -> float:
    """Seconds of the processor, by this process and its ended children."""
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--matches", type=int, default=288)
    wanted = asked.parse_args()
    lay_out(Path(VAR))
    season = season_of(wanted.matches)
    rows = ["| book | pages | file | processor | by the clock | memory |", "|---|---|---|---|---|---|"]
    for name, parts in (("sheets alone", ["sheets"]), ("everything", ["reports", "sheets", "dogs"])):
        found = measured(season, parts)
        took = f"{found['spent']:.1f} s | {found['wall']:.1f} s | {found['memory']:.0f} MB"
        size = f"{found['pages']} | {found['bytes'] / 1e6:.1f} MB"
        rows.append(f"| {wanted.matches} matches, {name} | {size} | {took} |")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
