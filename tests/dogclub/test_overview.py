"""`./run help` lists our commands on one screen, each with a sentence."""

from pathlib import Path

import pytest

from dogclub.management import commands
from dogclub.management.overview import INTERNAL, SUBJECTS, overview
from tests.server import Server, free_port, until


def test_every_command_of_ours_is_in_it_and_it_fits_a_screen() -> None:
    named = {command for group in SUBJECTS.values() for command in group}
    ours = {path.stem for path in Path(commands.__path__[0]).glob("*.py")} - {"__init__"}
    assert ours - named == INTERNAL
    lines = overview().splitlines()
    assert len(lines) <= 32
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("words", [["help"], ["--help"], []])
def test_it_is_what_help_says(migrated: Server, words: list[str]) -> None:
    assert migrated.manage(*words).stdout == overview()


def test_all_of_them_are_a_word_away(migrated: Server) -> None:
    assert "[auth]" in migrated.manage("help", "all").stdout


def test_usage_is_what_one_types_and_has_the_options_that_are_its_own(migrated: Server) -> None:
    said = migrated.manage("restore", "--help").stdout
    assert said.startswith("usage: ./run restore [-h] [--replace] FROM\n")
    assert "--pythonpath" not in said
    assert migrated.manage("upgrade-from-0.1", "--help").stdout.startswith("usage: ./run upgrade-from-0.1 [-h]\n")
    assert migrated.manage("frisbee").stderr == "Unknown command: 'frisbee'\nType './run help' for usage.\n"


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
