"""`./test` itself: what remains after a run, also after Ctrl-C, and what it prints of failures."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiling import SHARES, share_of, uncompiled
from tests.selection import SHOWN, TESTS, WHAT_DATABASES_DO
from tests.server import ROOT, until

pytestmark = pytest.mark.only("sqlite")
STUBBORN = """
import pathlib, signal, subprocess, sys, time

CHILD = '''
import os, pathlib, signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pathlib.Path({pid!r}).write_text(str(os.getpid()))
time.sleep(600)
'''

def test_leaves_a_process_that_no_signal_ends():
    subprocess.Popen([sys.executable, "-c", CHILD], start_new_session=True)
    while not pathlib.Path({pid!r}).exists():
        time.sleep(0.01)
    time.sleep({seconds})
"""

TWO_KINDS = """
import pytest

@pytest.mark.form
def test_how_it_is_written():
    assert False

def test_what_it_does():
    assert False
"""


def begun(tmp_path: Path, seconds: int) -> tuple["subprocess.Popen[bytes]", Path]:
    """Start the suite with one test; return it and the file to which the process that the test leaves behind writes its
    id.
    """
    pid, file = tmp_path / "pid", tmp_path / "test_stubborn.py"
    file.write_text(STUBBORN.replace("{pid!r}", repr(str(pid))).format(seconds=seconds))
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_XDIST_WORKER"}
    command = [sys.executable, "-m", "tests", str(file), "-p", "no:cacheprovider"]
    pipe = subprocess.PIPE
    environment |= {"TMPDIR": str(tmp_path)}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe), pid


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_ends_every_process_and_clears_the_scratch_folder(tmp_path: Path) -> None:
    suite, pid = begun(tmp_path, seconds=600)
    until(lambda: pid.exists() and bool(pid.read_text()), suite)
    suite.send_signal(signal.SIGINT)
    _, said = suite.communicate(timeout=60)
    assert suite.returncode == 128 + signal.SIGINT
    assert said.endswith(b"Stopped.\n")
    until(lambda: not is_running(int(pid.read_text())))
    assert list(tmp_path.glob("dogclub-test-*")) == []


@pytest.mark.thorough
def test_a_process_that_a_test_left_running_is_ended_and_fails_the_run(tmp_path: Path) -> None:
    suite, pid = begun(tmp_path, seconds=0)
    printed, said = suite.communicate(timeout=120)
    assert b"1 passed" in printed
    assert suite.returncode == 1
    assert b"Left running by the suite, and ended now: " in said
    until(lambda: not is_running(int(pid.read_text())))
    assert list(tmp_path.glob("dogclub-test-*")) == []


def test_a_failure_of_what_the_app_does_is_printed_before_one_of_form(tmp_path: Path) -> None:
    file = tmp_path / "test_two_kinds.py"
    file.write_text(TWO_KINDS)
    command = [sys.executable, "-m", "pytest", "-q", "-c", "pyproject.toml", "-p", "no:cacheprovider", str(file)]
    plugins = ["-p", "tests.selection", "-p", "tests.summary"]
    printed = subprocess.run([*command, *plugins], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert re.findall(r"^FAILED .*::(\w+)", printed, re.MULTILINE) == ["test_what_it_does", "test_how_it_is_written"]
    assert printed.index("_ test_what_it_does _") < printed.index("_ test_how_it_is_written _")


def test_every_folder_that_is_chosen_for_a_database_is_there() -> None:
    assert [each for each in (*WHAT_DATABASES_DO, *SHOWN) if not (TESTS / each).is_dir()] == []


def test_a_file_that_has_been_run_by_this_python_needs_no_compiling(tmp_path: Path) -> None:
    here = Path(__file__)
    assert here not in uncompiled(here.parent) or sys.dont_write_bytecode
    new = tmp_path / "deep" / "test_new.py"
    new.parent.mkdir()
    new.touch()
    assert uncompiled(tmp_path) == [new]


def test_every_process_compiles_a_share_of_the_files() -> None:
    shares = {share_of(file) for file in TESTS.rglob("test_*.py")}
    assert shares == set(range(SHARES))
