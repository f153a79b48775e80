"""The demo club as commit 12fb13c5 stored it, brought up to date by the migrations, with the figures it had then.

That commit wrote the dump beside this file, from ten nights a season, and exported the archive with these figures: all
entries and results, standings of every season and game, ratings, play-offs and trophies.
"""

import json
import lzma
import sqlite3
from pathlib import Path

import pytest

from tests.server import Server

DUMP = Path(__file__).with_name("club-0.9.sqlite.sql.xz")
FIGURES = "87de108f59c19e80a1f7274963222219642e14f772933cd75a9e239654e7f9d1"
ROWS = {
    "clubs.User": 4,
    "clubs.Attendance": 284,
    "games.Match": 64,
    "games.Entry": 1920,
    "games.Tally": 4625,
    "games.CallOut": 1828,
    "games.Comment": 5,
    "leagues.Award": 79,
    "leagues.Rating": 303,
    "leagues.Standing": 170,
}
COUNTED = f"""
import json
from django.apps import apps
print(json.dumps({{name: apps.get_model(name)._base_manager.count() for name in {list(ROWS)}}}))
"""


@pytest.mark.only("sqlite")
@pytest.mark.thorough
def test_a_club_keeps_its_rows_and_its_figures(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "dogclub.sqlite3") as connection:
        connection.executescript(lzma.decompress(DUMP.read_bytes()).decode())
    connection.close()
    server = Server(tmp_path, "")
    assert server.manage("migrate", "--check").returncode == 1
    migrated = server.manage("migrate", "--verbosity", "0")
    assert (migrated.returncode, migrated.stderr) == (0, "")
    assert "64 checked, 0 differed." in server.manage("rescore", "--check").stdout
    assert json.loads(server.manage("shell", "-v0", "-c", COUNTED).stdout) == ROWS
    assert f"Figures: {FIGURES}" in server.manage("export", "thursday-kennel", str(tmp_path / "club.zip")).stdout
    server.end_shell()
