"""Kill the server with SIGKILL while five tablets write the five games.

    python -m tests.faults.kills 2000          2000 kills, each at a random moment

After every fourth kill the new server is killed as well, while it is starting. Each tablet sends one or two entries, or
undoes them, with the same ids until the server has acknowledged them. No acknowledged entry may be lost, none may exist
twice, and each sheet must consist of the first messages of its tablet's script.
"""

import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import django

from tests.databases import drop_all
from tests.faults.counts import Counts
from tests.faults.forking import Forked
from tests.prepared import prepared
from tests.server import an_installation

if TYPE_CHECKING:
    from tests.faults.tablets import Tablet

WHILE_STARTING = 4  # one kill of a starting server for so many others
KEY = "Rex sleeps on the porch and Bella in the kitchen, 1908"


def main(kills: int, seed: int) -> Counts:
    os.environ["DJANGO_SETTINGS_MODULE"] = "dogclub.settings"
    with (
        tempfile.TemporaryDirectory() as scratch,
        an_installation(prepared(), Path(scratch, "var"), Forked) as installation,
    ):
        assert isinstance(installation, Forked)
        installation.extra = {"SECRET_KEY": KEY}
        os.environ |= installation.environment
        django.setup()
        try:
            return killed(installation, kills, random.Random(seed))
        finally:
            installation.end()
            drop_all()


def killed(installation: Forked, kills: int, chance: random.Random) -> Counts:
    """Kill the server so many times at random moments while tablets write, and return the counts."""
    from tests.faults.tablets import tablets, wait_for_an_answer

    at_work = tablets(installation, matches=max(15, kills // 12))
    installation.begin()
    for tablet in at_work:
        tablet.start()
    silences = []
    for number in range(kills):
        since = time.monotonic()
        wait_for_an_answer(at_work)
        silences.append(time.monotonic() - since)
        time.sleep(chance.uniform(0, 0.1))
        os.kill(installation.child, signal.SIGKILL)
        if number % WHILE_STARTING == 0:
            installation.spawn()
            time.sleep(chance.uniform(0, 0.1))
            os.kill(installation.child, signal.SIGKILL)
        installation.begin()
    for tablet in at_work:
        tablet.done.set()
        tablet.join()
    os.kill(installation.child, signal.SIGKILL)
    print(f"The longest silence after a kill was {max(silences):.1f} s.", file=sys.stderr)
    assert not any(tablet.told_to_wait for tablet in at_work)
    return counted(at_work, kills)


def counted(at_work: "Sequence[Tablet]", kills: int) -> Counts:
    """Check every match of the tablets and count acknowledged, lost and doubled entries."""
    from tests.faults.tablets import check_match

    counts, matches = Counts(), [match for tablet in at_work for match, _ in tablet.matches]
    for tablet in at_work:
        assert not tablet.refused, tablet.refused
        for match, messages in tablet.matches:
            check_match(tablet, match, messages)
        counts.add(tablet.acknowledged, stored([match for match, _ in tablet.matches]))
    counts.tried = kills
    counts.undos, counts.games = undos_and_games(matches, set().union(*(tablet.acknowledged for tablet in at_work)))
    check_file()
    return counts


def undos_and_games(matches: list[UUID], acknowledged: set[str]) -> tuple[int, int]:
    """The number of acknowledged undos, and of games with acknowledged entries."""
    from games.models import Entry

    rows = Entry.objects.filter(match__in=matches).values_list("pk", "payload", "match__game")
    known = [(payload, game) for pk, payload, game in rows if str(pk) in acknowledged]
    return sum(payload is None for payload, _ in known), len({game for _, game in known})


def check_file() -> None:
    """Check the integrity of a SQLite file."""
    from django.db import connection

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def stored(matches: list[UUID]) -> list[str]:
    """The ids of all entries of the matches."""
    from games.models import Entry

    return [str(pk) for pk in Entry.objects.filter(match__in=matches).values_list("pk", flat=True)]


if __name__ == "__main__":
    started = random.randrange(2**32) if len(sys.argv) < 3 else int(sys.argv[2])
    print(f"seed {started}", file=sys.stderr)
    main(int(sys.argv[1]), started).print()
