"""Compile the suite once before its workers start: each would otherwise rewrite the asserts of all files, at the same
time as the others.

As a plugin of pytest, it imports a share of the files of tests, without looking for tests in them.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
COMPILED = f"{sys.implementation.cache_tag}-pytest-*.pyc"
FEW = 50  # files that the workers may compile, because starting processes for them takes longer
SHARES = min(os.cpu_count() or 1, 4)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--share", type=int, default=0, help="which of the SHARES of the files this process imports")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the files of the other processes out."""
    if collection_path.suffix != ".py":
        return None
    return True if share_of(collection_path) != config.option.share else None


def pytest_pycollect_makeitem() -> list[pytest.Item]:
    """Find no test: that takes as long as all imports."""
    return []


def share_of(file: Path) -> int:
    return sum(str(file.relative_to(TESTS.parent)).encode()) % SHARES


def uncompiled(folder: Path) -> list[Path]:
    """The files of tests below the folder whose rewritten form this Python has not stored yet."""
    known = {each.parent.parent / each.name.partition(".")[0] for each in folder.rglob(f"__pycache__/*.{COMPILED}")}
    return [each for each in folder.rglob("test_*.py") if each.with_suffix("") not in known]


def compile_all(environment: Mapping[str, str]) -> None:
    """Compile all files of tests, and what they import, unless only a few are missing."""
    if len(uncompiled(TESTS)) <= FEW:
        return
    command = [sys.executable, "-m", "pytest", "-qqq", "--all", "--collect-only", "-p", "tests.compiling"]
    shares = [
        subprocess.Popen([*command, f"--share={share}"], cwd=TESTS.parent, env=environment, stdout=subprocess.DEVNULL)
        for share in range(SHARES)
    ]
    for each in shares:  # a file that cannot be imported is reported by the run that follows
        each.wait()
