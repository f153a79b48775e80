"""The cost of a write: number of SQL statements and of commits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Player
from games import ledger
from games.entries.drafts import Draft
from games.models import Entry, Match, Seat, Tally
from tests.games.ledger.lines import HAND_1, HAND_2, NOBODY, fresh, tricks, write
from tests.server import ROOT, Server

HISTORY = 2_880
AROUND = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def cost(match: Match, *drafts: Draft) -> list[str]:
    """The statements that writing these drafts executes, without those around the transaction."""
    with CaptureQueriesContext(
        connection,
    ) as seen:
        ledger.record(match.pk, drafts, version=match.version, by=NOBODY)
    match.refresh_from_db()
    return [query["sql"] for query in seen.captured_queries if not query["sql"].startswith(AROUND)]


def a_long_history(match: Match, players: list[Player]) -> None:
    """Create rows of as many matches as ten years leave."""
    then = timezone.now()
    shape = {"club": match.club, "game": match.game, "rule_version": "1.3", "start_seats": 5}
    matches = Match.objects.bulk_create(Match(finished_at=then, rounds=20, version=40, **shape) for _ in range(HISTORY))
    seats = Seat.objects.bulk_create(
        Seat(match=each, position=place, player=player) for each in matches for place, player in enumerate(players)
    )
    Tally.objects.bulk_create(Tally(match_id=s.match_id, seat=s, number=1, points=5, total=5, place=1) for s in seats)
    Entry.objects.bulk_create(Entry(match=each, number=1, version=1, kind="bids", payload={}) for each in matches)


@pytest.mark.parametrize("history", [False, True], ids=["no history", "ten years of it"])
def test_bids_cost_eight_statements_at_most_and_as_many_after_ten_years(
    match: Match, players: list[Player], *, history: bool
) -> None:
    if history:
        a_long_history(match, players)
    found = [cost(match, line) for line in fresh(*HAND_1, *HAND_2)]
    assert [len(statements) for statements in found] == [5, 7, 5, 7], found


def test_a_correction_costs_as_little(match: Match) -> None:
    write(match, *fresh(*HAND_1, *HAND_2))
    assert len(cost(match, tricks(2, 1, 0, 0, 0, 0))) <= 8


WRITES = """
import os, sys, django
django.setup()
from games import ledger
from games.models import Match
from tests.games.ledger.lines import HAND_1, HAND_2, NOBODY
from tests.factory import a_club, some_players
match = ledger.start(club := a_club(), "dirty-dog", some_players(club, 5))
for version, line in enumerate([*HAND_1, *HAND_2]):
    os.getpriority(os.PRIO_PROCESS, 0)
    ledger.record(match.pk, [line], version=version, by=NOBODY)
os.getpriority(os.PRIO_PROCESS, 0)
os._exit(0)
"""


@pytest.mark.needs("strace")
@pytest.mark.only("sqlite")
def test_a_write_waits_for_the_disk_exactly_once(migrated: Server, tmp_path: Path) -> None:
    database = tmp_path / "dogclub.sqlite3"
    database.write_bytes((migrated.var / "dogclub.sqlite3").read_bytes())
    trace = tmp_path / "trace"
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"sqlite:///{database}",
        "DOGCLUB_VAR": str(tmp_path),
        "PYTHONPATH": str(ROOT),
    }
    command = [
        "strace",
        "-f",
        "-o",
        str(trace),
        "-e",
        "trace=fsync,fdatasync,getpriority",
        sys.executable,
        "-c",
        WRITES,
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    writes = trace.read_text().split("getpriority")[1:-1]
    waits = [write.count("fsync(") + write.count("fdatasync(") for write in writes]
    assert waits == [1, 1, 1, 1]
