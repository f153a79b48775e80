"""Measures archives of ten years: `.venv/bin/python benchmarks/archive.py [--years 10] [--keep FILE] [--json]`.

Each step runs in a process of its own, so that its memory is measured alone: build a demo club (or use the one in the
database FILE), write its archive, restore that into an empty database. *Lock* is the one transaction in which
everything is written; on SQLite nobody else can write meanwhile.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.prepared import lay_out

WAYS = ArgumentParser(description=__doc__)
WAYS.add_argument("--years", type=int, default=10)
WAYS.add_argument("--keep", type=Path, metavar="FILE")
WAYS.add_argument("--json", action="store_true")
WAYS.add_argument("--step", choices=("out", "back"))
WAYS.add_argument("--file", type=Path)


@contextmanager
def watched(figures: dict[str, Any], name: str) -> Iterator[None]:
    """Add the seconds that the block takes to `figures` under `name`: [by the clock, of the processor]."""
    clock, used = time.perf_counter(), time.process_time()
    yield
    figures[name] = [time.perf_counter() - clock, time.process_time() - used]


def main() -> None:
    asked = WAYS.parse_args()
    if asked.step:
        print(json.dumps({"out": out, "back": back}[asked.step](asked.file)))
        return
    with tempfile.TemporaryDirectory() as folder:
        home, away = (Path(folder, name) for name in ("home", "away"))
        full = f"sqlite:///{(asked.keep or home / 'dogclub.sqlite3').resolve()}"
        empty = f"sqlite:///{away / 'dogclub.sqlite3'}"
        for var in (home, away):
            lay_out(var)
        run(home, full, "manage.py", "migrate", "--verbosity=0")
        run(home, full, "manage.py", "demo", "--if-empty", "--years", str(asked.years))
        file = Path(folder, "kennel.zip")
        figures = {
            name: json.loads(run(var, url, "benchmarks/archive.py", "--step", name, "--file", str(file)))
            for name, var, url in (("out", home, full), ("back", away, empty))
        }
    say(figures, asked)


def run(var: Path, url: str, *arguments: str) -> str:
    """Run a script in a process of its own, with this DOGCLUB_VAR and DATABASE_URL, and return what it prints."""
    environment = {
        **os.environ,
        "DOGCLUB_VAR": str(var),
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "dogclub.settings",
    }
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def ready() -> None:
    """Set Django up in this process."""
    import django

    django.setup()


def memory() -> int:
    """The most memory this process ever held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def out(file: Path) -> dict[str, Any]:
    """Write the archive of the only club into `file`, and return what that took."""
    ready()
    from clubs.models import Club
    from dogclub.exchange.archive.pack import pack

    figures: dict[str, Any] = {}
    with file.open("w+b") as stream, watched(figures, "put away"):
        cover = pack(Club.objects.get(), None, stream)
    return {**figures, "MB of memory": memory(), "MB of file": file.stat().st_size / 1e6, "digest": cover.digest}


def back(file: Path) -> dict[str, Any]:
    """Restore the archive in `file`, and return what that took."""
    ready()
    from django.db import transaction

    from dogclub.exchange.archive.reader import Archive
    from dogclub.exchange.archive.restore import plan, restore

    figures: dict[str, Any] = {}

    @contextmanager
    def once() -> Iterator[None]:
        with watched(figures, "lock"), transaction.atomic():
            yield

    with file.open("rb") as stream, watched(figures, "read and added up"):
        found = plan(Archive(stream), "again")
    restored = restore(found, slug="again", once=once)
    return {**figures, "MB of memory": memory(), "digest": restored.digest}


def say(figures: dict[str, dict[str, Any]], asked: Namespace) -> None:
    if asked.json:
        print(json.dumps(figures))
        return
    for way, found in figures.items():
        for name, value in found.items():
            words = f"{value[0]:6.1f} s, {value[1]:6.1f} s of processor" if isinstance(value, list) else value
            print(f"{way:5} {name:20} {words}")


if __name__ == "__main__":
    main()
