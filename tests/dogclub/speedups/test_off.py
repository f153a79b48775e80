"""SPEEDUPS=off: every page of the demo club is the same without what replaces private parts of Django."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import same_pages
from tests.server import ROOT, Server

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite")]


def pages(demo: Server, folder: Path, speedups: str) -> Path:
    """Request one address of each route as an owner and without an account, from a copy of the demo club."""
    shutil.copytree(demo.var, folder)
    kept = {name: value for name, value in os.environ.items() if name not in {"DJANGO_SETTINGS_MODULE", "DATABASE_URL"}}
    command = [sys.executable, "-m", "tests.same_pages", "write", str(folder), "1", "anonymous", "owner"]
    environment = {**kept, "DOGCLUB_VAR": str(folder), "SPEEDUPS": speedups}
    subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return folder


def test_without_them_every_page_has_the_same_bytes(
    demo_installation: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    different = same_pages.compare(*(pages(demo_installation, tmp_path / word, word) for word in ("on", "off")))
    assert not different, capsys.readouterr().out
