"""`./run help` lists our commands on one screen, each with a sentence."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dogclub.management import commands
from dogclub.management.overview import INTERNAL, SUBJECTS, overview
from tests.server import ROOT, Server, an_installation, free_port, until


def test_every_command_of_ours_is_in_it_and_it_fits_a_screen() -> None:
    named = {command for group in SUBJECTS.values() for command in group}
    ours = {path.stem for path in Path(commands.__path__[0]).glob("*.py")} - {"__init__"}
    assert ours - named == INTERNAL
    lines = overview().splitlines()
    assert len(lines) <= 33
    assert max(map(len, lines)) <= 120


@pytest.fixture(scope="module")
def installation(migrated: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with an_installation(migrated, tmp_path_factory.mktemp("overview") / "var") as one:
        yield one


@pytest.mark.thorough
def test_it_is_what_help_says(installation: Server) -> None:
    assert installation.manage("help").stdout == overview()
    assert [installation.forked(*words).stdout for words in (["--help"], [])] == [overview()] * 2


def test_all_of_them_are_a_word_away(installation: Server) -> None:
    assert "[staticfiles]" in installation.forked("help", "all").stdout


def test_usage_is_what_one_types_and_has_the_options_that_are_its_own(installation: Server) -> None:
    said = installation.forked("restore", "--help").stdout
    assert said.startswith("usage: ./run restore [-h] [--replace] FROM\n")
    assert "--pythonpath" not in said
    assert installation.forked("upgrade-from-0.1", "--help").stdout.startswith("usage: ./run upgrade-from-0.1 [-h]\n")
    assert installation.forked("frisbee").stderr == "Unknown command: 'frisbee'\nType './run help' for usage.\n"


@pytest.mark.thorough
def test_django_s_own_words_lead_to_what_there_is(installation: Server) -> None:
    """`test` runs ./test, and `createsuperuser` says who may do everything."""
    command = [sys.executable, "manage.py", "test", "tests/scoring/test_base.py::no_such_test"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "no_such_test" in ran.stdout + ran.stderr
    refused = installation.forked("createsuperuser")
    assert refused.returncode == 1
    assert refused.stderr.startswith("CommandError: Dog Club has no administrators")


@pytest.mark.thorough
@pytest.mark.only("sqlite")
def test_a_second_server_on_one_file_is_refused(server: Server) -> None:
    assert server.process
    second = server.manage("serve", "--port", str(free_port()))
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"CommandError: Dog Club already serves this database (process {server.process.pid}). Stop it first, or set "
        "DOGCLUB_VAR to another folder for another installation.\n"
    )
    server.kill()
    server.start()
    until(server.answers)
