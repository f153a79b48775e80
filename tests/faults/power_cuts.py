"""Simulated power failures: the disk has everything that was synced, and any part of what was written after that.

    python -m tests.faults.power_cuts 1500          1500 moments, chosen at random

One process writes entries while strace records every write and sync of the database and its write-ahead log. The disk
at a chosen moment is reconstructed from these: it must hold every entry acknowledged by then. With `synchronous=NORMAL`
some must be missing, or the test would prove nothing: these are the counts of the control.
"""

import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from tests.faults.counts import Counts
from tests.prepared import prepared
from tests.server import ROOT

ENTRIES = 30
WRITES = f"""
import django, os, sys
django.setup()
from uuid import UUID
from django.db import connection
from games import ledger
from games.ledger import Author, Draft
from scoring.dirty_dog import DIRTY_DOG
from tests.factory import a_club, some_players
from tests.faults.scripts import script
with connection.cursor() as cursor:
    cursor.execute("PRAGMA wal_autocheckpoint=60")  # so that the log goes into the database several times
    if len(sys.argv) > 1:
        cursor.execute("PRAGMA synchronous=NORMAL")
match = ledger.start(club := a_club(), DIRTY_DOG.key, some_players(club, 5))
for version, (draft,) in enumerate(script(76, whole_hands=False)[:{ENTRIES}]):
    drafts = [Draft(draft["kind"], draft["number"], draft["payload"], id=UUID(draft["id"]))]
    ledger.record(match.pk, drafts, version=version, by=Author(None, "a test"))
    os.write(1, UUID(draft["id"]).bytes)  # acknowledged
os._exit(0)
"""
CALL = re.compile(r"^\d+ +(?P<name>\w+)\((?P<fd>\d+)<(?P<path>[^>]*)>(?:, (?P<rest>.*))?\) += (?P<result>-?\d+)")
UNFINISHED, RESUMED = "<unfinished ...>", re.compile(r"^\d+ +<\.\.\. \w+ resumed>(?P<rest>.*)")
DATABASE = "dogclub.sqlite3"
FILES = (DATABASE, f"{DATABASE}-wal")  # -shm is only in memory and lost


@dataclass(frozen=True)
class Event:
    """A recorded system call: `what` is write, sync, cut (truncated to a size) or said (an acknowledgement).

    `file` is the name of the file, `at` the position or the size.
    """

    what: str
    file: str
    at: int = 0
    data: bytes = b""


def main(moments: int, seed: int) -> tuple[Counts, Counts]:
    """Return the counts with the app's settings and those of the control; `moments` is the number of power failures."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as scratch:
        return lost(Path(scratch, "set"), moments, chance), lost(Path(scratch, "control"), moments, chance, "NORMAL")


def lost(folder: Path, moments: int, chance: random.Random, *weaker: str) -> Counts:
    """Write entries once, then check the disk at each of `moments` random moments; `weaker` selects the control."""
    folder.mkdir()
    before = (prepared().var / DATABASE).read_bytes()
    events, counts = traced(folder, before, *weaker), Counts()
    first = next(at for at, event in enumerate(events) if event.what == "said")
    for number in range(moments):
        end = chance.randrange(first + 1, len(events) + 1)
        disk = folder / str(number)
        disk.mkdir()
        for name, content in at_the_moment(events[:end], before, chance).items():
            (disk / name).write_bytes(content)
        counts.add((str(UUID(bytes=event.data)) for event in events[:end] if event.what == "said"), stored(disk))
    return counts


def traced(folder: Path, before: bytes, *weaker: str) -> list[Event]:
    """Run the writing process under strace and return its events."""
    (folder / DATABASE).write_bytes(before)
    own = {"DATABASE_URL": f"sqlite:///{folder / DATABASE}", "DOGCLUB_VAR": str(folder), "PYTHONPATH": str(ROOT)}
    calls = "trace=pwrite64,write,fsync,fdatasync,ftruncate"
    command = ["strace", "-f", "-yy", "-xx", "-s", "1000000", "-e", calls, "-o", str(folder / "trace")]
    environment = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    program = [sys.executable, "-c", WRITES, *weaker]
    subprocess.run([*command, *program], env=environment, stdout=subprocess.PIPE, check=True)
    return list(read((folder / "trace").read_text(errors="replace").splitlines()))


def whole(lines: Sequence[str]) -> Iterator[str]:
    """Yield the recorded calls, with those joined that strace split because another thread ran in between."""
    begun: dict[str, str] = {}
    for line in lines:
        thread = line.partition(" ")[0]
        if line.endswith(UNFINISHED):
            begun[thread] = line.removesuffix(UNFINISHED).rstrip()
        elif resumed := RESUMED.match(line):
            yield begun.pop(thread, "") + resumed["rest"]
        else:
            yield line


def read(lines: Sequence[str]) -> Iterator[Event]:
    """Yield the events of strace's output."""
    for line in whole(lines):
        call = CALL.match(line)
        if call is None or int(call["result"]) < 0:
            continue
        name = Path(unescaped(call["path"]).decode(errors="replace")).name
        if call["name"] == "write" and call["fd"] == "1":
            yield Event("said", "", data=unescaped(call["rest"].split('"')[1]))
        elif name not in FILES:
            continue
        elif call["name"] == "pwrite64":
            _, data, numbers = call["rest"].split('"')
            yield Event("write", name, int(numbers.split(",")[-1]), unescaped(data))
        elif call["name"] == "ftruncate":
            yield Event("cut", name, int(call["rest"]))
        elif call["name"] in ("fsync", "fdatasync"):
            yield Event("sync", name)


def unescaped(text: str) -> bytes:
    """Decode a string that strace printed in hexadecimal."""
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


def at_the_moment(events: Sequence[Event], before: bytes, chance: random.Random) -> dict[str, bytes]:
    """The files as the disk may have them: each up to its last sync, with a random choice of the later writes."""
    files = {DATABASE: bytearray(before)}
    synced = {event.file: at for at, event in enumerate(events) if event.what == "sync"}
    for at, event in enumerate(events):
        if event.what in ("write", "cut") and (at < synced.get(event.file, -1) or chance.random() < 0.5):
            content = files.setdefault(event.file, bytearray())
            if event.what == "cut":
                del content[event.at :]
            else:
                content.extend(bytes(max(0, event.at - len(content))))
                content[event.at : event.at + len(event.data)] = event.data
    return {name: bytes(content) for name, content in files.items()}


def stored(disk: Path) -> list[str]:
    """The ids of the entries in the database, opened after the power failure; raises where it is damaged."""
    rows = sqlite3.connect(disk / DATABASE)
    assert rows.execute("PRAGMA quick_check").fetchone() == ("ok",)
    found = [str(UUID(key)) for (key,) in rows.execute("SELECT id FROM games_entry")]
    rows.close()
    return found


if __name__ == "__main__":
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(2**32)
    sys.stderr.write(f"seed {seed}\n")
    counts, control = main(int(sys.argv[1]), seed)
    control.print()
    counts.print()
