"""Every benchmark runs to its end in the environment of ./run, which has neither pytest nor a browser: one of them with
`--all`, the others before a release.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.server import ROOT, Server

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite")]
CLUB = "the demo club’s database"
ONE, BEFORE_A_RELEASE = "record_bids.py", pytest.mark.release
SMALLEST = {
    "archive.py": ["--keep", CLUB],
    "book.py": ["--matches", "1"],
    "chances.py": ["1", "--matches", "4"],
    "crowds.py": ["1"],
    "engine.py": [],
    "imports.py": ["0.05"],
    "league.py": ["1", "--keep", CLUB],
    "live.py": ["1", "--few"],
    "match_page.py": ["1"],
    "pdf.py": ["1"],
    "reading.py": ["1"],
    "record_bids.py": ["1"],
    "speedups.py": ["1"],
    "translation.py": ["1"],
}
PARTS = {
    *(
        "asgi.py",
        "bare_urls.py",
        "evening.py",
        "harness.py",
        "live_bare.py",
        "live_boards.py",
        "live_clients.py",
        "reading_cells.py",
        "reading_child.py",
        "reading_sample.py",
        "reading_sheets.py",
        "reading_train.py",
        "scale_drive.py",
        "scale_fill.py",
        "scale_kill.py",
        "scale_load.py",
        "scale_machine.py",
        "scale_people.py",
        "scale_ratios.py",
        "scale_templates.py",
        "servers.py",
        "settings.py",
        "untranslated.py",
        "untranslated_tags.py",
    ),
}
WITHOUT = "import runpy, sys; sys.modules |= dict.fromkeys(['pytest', 'playwright']); sys.argv = sys.argv[1:]; "
RUN = "runpy.run_path(sys.argv[0], run_name='__main__')"


def started(name: str, *arguments: str, before: str = WITHOUT, var: Path) -> "subprocess.CompletedProcess[str]":
    """Run a benchmark to its end, after the Python code `before`, by default in an environment without pytest and
    Playwright.
    """
    command = [sys.executable, "-c", before + RUN, str(ROOT / "benchmarks" / name), *arguments]
    kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    environment = {**kept, "DOGCLUB_VAR": str(var)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_no_benchmark_is_forgotten() -> None:
    every = {path.name for path in (ROOT / "benchmarks").glob("*.py")}
    assert every == {*SMALLEST, *PARTS, "scale.py", "vitals.py"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == ONE else BEFORE_A_RELEASE) for name in SMALLEST]
)
def test_a_benchmark_comes_to_an_end_and_prints_figures(name: str, demo_installation: Server, tmp_path: Path) -> None:
    club = shutil.copy(demo_installation.var / "dogclub.sqlite3", tmp_path)
    done = started(name, *(str(club) if each == CLUB else each for each in SMALLEST[name]), var=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert any(letter.isdigit() for letter in done.stdout)


@pytest.fixture(scope="module")
def world() -> Iterator[Path]:
    """The folder of a PostgreSQL that is filled once; its own user reaches it."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


@BEFORE_A_RELEASE
@pytest.mark.needs("postgresql", "redis-server")
def test_the_one_of_many_clubs_fills_and_drives_them(world: Path, tmp_path: Path) -> None:
    small = ["--clubs", "7", "--sample", "1", "--boards", "4", "--seconds", "2", "--webs", "1"]
    done = started("scale.py", "--keep", str(world), *small, var=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "7 clubs, " in done.stdout
    assert "none differed" in done.stdout
    assert done.stdout.endswith(" 0 lost.\n")


@BEFORE_A_RELEASE
@pytest.mark.needs("postgresql", "redis-server")
def test_the_one_of_many_clubs_loses_nothing_when_processes_are_killed(world: Path, tmp_path: Path) -> None:
    small = ["--clubs", "7", "--sample", "1", "--boards", "7", "--kill", "1"]
    done = started("scale.py", "--keep", str(world), *small, var=tmp_path)
    assert done.returncode == 0, done.stderr
    assert '"tried": 4' in done.stdout
    assert '"lost": 0, "doubled": 0' in done.stdout


def test_the_one_with_a_browser_says_what_it_lacks(tmp_path: Path) -> None:
    done = started("vitals.py", var=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("This one drives a browser") and done.stderr.count("\n") == 1


@BEFORE_A_RELEASE
@pytest.mark.needs("chromium")
def test_the_one_with_a_browser_plays_a_hand(demo_installation: Server, tmp_path: Path) -> None:
    club = str(demo_installation.var / "dogclub.sqlite3")
    done = started("vitals.py", "1", "1", "--demo", club, before=WITHOUT.replace(", 'playwright'", ""), var=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "largest paint, ms" in done.stdout
