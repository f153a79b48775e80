"""Every command in the docs is run as written, in a folder with a space in its name, or the docs say why it is not."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import ROOT, Server, an_installation

pytestmark = pytest.mark.only("sqlite")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "running-it").glob("*.md")), ROOT / "docs/developers/archive.md"]
FENCED = re.compile(r"^```(console|sh tried|sh)\n(.*?)^```$", re.M | re.S)
INDENTED = re.compile(r"^    (?:\./|sudo |docker |curl |pipx |dogclub |cp |chmod |git ).*$", re.M)
NOT_RUN = {
    "docker": "starts containers from images of the net",
    "install": "installs as root: apt, users, systemd; and pipx, whose wheel .ci/wheel proves",
    "passwords": "asks for the new password at a terminal: tests/clubs/test_password_link.py",
    "postgresql": "installs as root, and asks for a password",
    "README": "starts the server and the suite themselves: tests/dogclub/test_run.py does the one, every run the other",
    "update": "needs a database of version 0.1: tests/dogclub/operations/upgrade",
}
A_CLUB = """
from datetime import date
from clubs.models import Club, User
club = Club.objects.create(slug="thursday-kennel", name="The Thursday Kennel")
club.seasons.create(name="Autumn 2026", starts_on=date(2026, 9, 1), ends_on=date(2026, 12, 31))
User.objects.create_user("bea@example.com")
"""


def blocks(page: Path, kind: str) -> list[str]:
    return [text for name, text in FENCED.findall(page.read_text()) if name == kind]


def test_every_command_stands_in_a_block_that_says_whether_it_is_run() -> None:
    assert {page.stem: found for page in PAGES if (found := INDENTED.findall(page.read_text()))} == {}


def test_what_is_not_run_says_why() -> None:
    assert {page.stem for page in PAGES if blocks(page, "sh")} == set(NOT_RUN)


@pytest.mark.thorough
def test_the_commands_work_as_they_are_written(migrated: Server, tmp_path: Path) -> None:
    folder = tmp_path / "the club’s own folder"
    folder.mkdir()
    program = folder / "run"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT}/manage.py" "$@"\n')
    program.chmod(0o755)
    script = "\n".join(text for page in PAGES for text in blocks(page, "console"))
    assert script.count("./run ") == 8
    with an_installation(migrated, tmp_path / "var") as installation:
        made = installation.manage("shell", "-c", A_CLUB)
        assert made.returncode == 0, made.stderr
        done = subprocess.run(
            ["bash", "-ec", script],
            cwd=folder,
            env=installation.environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert {file.name for file in folder.iterdir()} == {"run", "kennel.zip", "autumn.zip"}
    digests = re.findall(r"^Figures: (\S+)$", done.stdout, re.M)
    assert len(digests) == 3 and digests[0] == digests[2]
