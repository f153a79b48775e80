"""Measures many clubs on one machine: `.venv/bin/python benchmarks/scale.py [--clubs 10000] [--keep FOLDER]`.

Fills a PostgreSQL database with copies of a few real demo clubs, checks their figures, and puts HTTP load on all of it:
members who browse, tables that play, boards that follow. An interrupted run continues with the same FOLDER. Without
DATABASE_URL it starts a PostgreSQL of its own, which needs `initdb`. `--ratios` instead compares each page and write
with a database of one club, `--kill 5` kills each kind of process so many times under load.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

WAYS = ArgumentParser(description=__doc__)
WAYS.add_argument("--clubs", type=int, default=10_000)
WAYS.add_argument("--keep", type=Path, metavar="FOLDER", help="of a PostgreSQL of its own that stays")
WAYS.add_argument("--webs", type=int, default=2, help="web processes")
WAYS.add_argument("--share", type=float, metavar="CORES", help="that each web process gets at most, such as 0.25")
WAYS.add_argument("--rate", type=float, default=20, help="requests a second")
WAYS.add_argument("--seconds", type=float, default=60, help="of each part of the drive")
WAYS.add_argument("--boards", type=int, default=500, help="live streams that stay open")
WAYS.add_argument("--sample", type=int, default=50, help="clubs whose figures are checked")
WAYS.add_argument("--ratios", type=int, metavar="ROUNDS", help="against one club instead")
WAYS.add_argument("--kill", type=int, metavar="TIMES", help="each kind of process instead")


@contextmanager
def server(arguments: Namespace) -> Iterator[tuple[str, Any]]:
    """Yield the database server's URL, and the PostgreSQL that was started for this run, or None."""
    from benchmarks.scale_machine import postgres

    if address := os.environ.get("DATABASE_URL"):
        yield address, None
    else:
        with postgres(arguments.keep) as own:
            yield own.url, own


def main() -> None:
    arguments = WAYS.parse_args()
    if arguments.kill and os.environ.get("DATABASE_URL"):
        sys.exit("--kill kills PostgreSQL, so it starts one of its own: leave DATABASE_URL out.")
    from benchmarks.scale_machine import CGROUPS, WORLD, environment, url_of

    if arguments.share and not os.access(CGROUPS / "cgroup.procs", os.W_OK):
        sys.exit(
            f"--share needs the cpu controller of cgroups, version 1: {CGROUPS} is not there, or not to be written."
        )
    with server(arguments) as (address, own), environment(url_of(address, WORLD)) as (var, redis):
        from benchmarks import scale_drive, scale_fill, scale_kill, scale_ratios

        sizes = scale_fill.plan(arguments.clubs)
        made = scale_fill.templates({*sizes})
        scale_fill.fill([(number, made[size]) for number, size in enumerate(sizes, start=1)])
        print(scale_fill.summary(), flush=True)
        print(f"{scale_fill.rescored(arguments.sample):,} matches of a sample checked, none differed.", flush=True)
        if arguments.ratios:
            scale_ratios.compare(address, arguments.ratios, sizes, made)
        elif arguments.kill:
            scale_kill.killed(arguments, own, var, redis)
        else:
            scale_drive.drive(arguments, var, redis)


if __name__ == "__main__":
    main()
