"""`./run`: one command, clean standard output, an address, and a second start that needs nothing."""

import os
import re
import resource
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dogclub.server.protocol import FILES
from tests.server import ROOT, Server, free_port, until

pytestmark = [pytest.mark.only("sqlite"), pytest.mark.timeout(1200)]

NOBODY = 65534
FIRST_STEPS = ["Bringing", "Collecting", "Dealing"]
TOOLS = ("bash", "cat", "cksum", "dirname", "basename", "sed", "uname")


def environment(var: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "DATABASE_URL") if name in os.environ}
    return {**kept, "DOGCLUB_VAR": str(var)}


def run(*arguments: str, var: Path, program: Path = ROOT / "run", **more: str) -> "subprocess.CompletedProcess[str]":
    variables = {**environment(var), **more}
    return subprocess.run(
        [str(program), *arguments], cwd="/", env=variables, capture_output=True, text=True, check=False, timeout=600
    )


@contextmanager
def started(*arguments: str, var: Path) -> Iterator[str]:
    """Run `./run` and yield what it printed until it was serving."""
    out = var.with_name("printed")
    variables = {**environment(var), "DATABASE_URL": f"sqlite:///{var / 'dogclub.sqlite3'}"}
    with out.open("wb") as stdout, var.with_name("steps").open("wb") as steps:
        command = [str(ROOT / "run"), *arguments]
        process = subprocess.Popen(command, cwd="/", env=variables, stdout=stdout, stderr=steps)
    try:
        until(lambda: "Ctrl-C" in out.read_text(), process, patience=600)
        yield out.read_text()
    finally:
        process.terminate()
        process.wait(60)


def test_a_command_has_stdout_to_itself(tmp_path: Path) -> None:
    done = run("check", var=tmp_path)
    assert (done.returncode, done.stdout) == (0, "System check identified no issues (0 silenced).\n")
    assert done.stderr == ""


def test_settings_may_stand_in_a_file_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "settings"
    show = (
        "shell",
        "-v",
        "0",
        "-c",
        "from django.conf import settings as s; print(s.SESSION_IDLE_DAYS, s.BACKUP_KEEP)",
    )
    file.write_text("# a comment\n\nexport SESSION_IDLE_DAYS=7\nBACKUP_KEEP='9'\n")
    assert run(*show, var=tmp_path, DOGCLUB_ENV_FILE=str(file)).stdout == "7 9\n"
    assert run(*show, var=tmp_path, DOGCLUB_ENV_FILE=str(file), BACKUP_KEEP="3").stdout == "7 3\n"
    file.write_text("BACKUP_KEEP=9\nBACKUP_TO /backups\n")
    done = run("check", var=tmp_path, DOGCLUB_ENV_FILE=str(file))
    assert done.returncode == 2
    assert "has a line 2 that is not a setting; write NAME=value, or # for a comment." in done.stderr
    file.write_bytes(b"BACKUP_KEEP=\xff\n")
    assert "save it as UTF-8" in run("check", var=tmp_path, DOGCLUB_ENV_FILE=str(file)).stderr


@pytest.mark.thorough
def test_it_runs_from_a_folder_with_a_space_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "my dog club"
    folder.mkdir()
    for each in ROOT.iterdir():
        if each.name not in ("run", "setup.sh", "var"):
            (folder / each.name).symlink_to(each)
    for script in ("run", "setup.sh"):
        shutil.copy(ROOT / script, folder)
    done = run("check", var=folder / "var", program=folder / "run")
    assert (done.returncode, done.stderr) == (0, "")


def test_without_python_it_says_what_to_install(tmp_path: Path) -> None:
    tools, folder = tmp_path / "bin", tmp_path / "folder"
    tools.mkdir()
    folder.mkdir()
    for tool in TOOLS:
        (tools / tool).symlink_to(str(shutil.which(tool)))
    for each in ("run", "setup.sh", *(lock.name for lock in ROOT.glob("requirements*.txt"))):
        shutil.copy(ROOT / each, folder)
    done = run("check", var=tmp_path, program=folder / "run", PATH=str(tools))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Dog Club: needs Python 3.11 or newer, and found none.")


def test_a_folder_it_may_not_write_to_is_named() -> None:
    """Run as another user if the tests run as root, who may write anywhere."""
    with TemporaryDirectory(dir="/tmp") as folder:
        for each in ("run", "setup.sh", *(lock.name for lock in ROOT.glob("requirements*.txt"))):
            shutil.copy(ROOT / each, folder)
        Path(folder).chmod(0o555)
        user = NOBODY if os.geteuid() == 0 else None
        done = subprocess.run(
            [f"{folder}/run", "check"], cwd="/", user=user, capture_output=True, text=True, check=False
        )
        Path(folder).chmod(0o755)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Dog Club: may not write in {folder}, where its environment belongs.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port"], "Dog Club: needs a number after --port"),
        (["--port", "woof"], "Dog Club: needs a number after --port"),
        (["--port", "99999"], "CommandError: 99999 is not a port; choose one between 1024 and 65535."),
        (["--frisbee"], "Dog Club: does not know --frisbee"),
    ],
)
def test_an_option_it_does_not_know_is_a_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = run(*arguments, var=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(sentence)


def test_help_says_how_to_start(tmp_path: Path) -> None:
    done = run("--help", var=tmp_path)
    assert "./run --lan" in done.stdout
    assert "#" not in done.stdout


def test_ctrl_c_while_it_sets_up_is_a_word(tmp_path: Path) -> None:
    steps, var = tmp_path / "steps", tmp_path / "var"
    variables = {**environment(var), "DATABASE_URL": f"sqlite:///{var / 'dogclub.sqlite3'}"}
    command = [str(ROOT / "run"), "--port", str(free_port())]
    with steps.open("wb") as stderr:
        process = subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL, stderr=stderr)
    until(lambda: "Bringing" in steps.read_text(), process, patience=60)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert steps.read_text() == "Bringing the database up to date … \nStopped.\n"


@dataclass(frozen=True)
class FirstStart:
    """The result of a first start in an empty folder, in a shell whose umask lets everybody read."""

    var: Path
    port: str
    printed: str
    steps: str


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> FirstStart:
    folder, port = tmp_path_factory.mktemp("first"), str(free_port())
    with readable_by_everybody(), started("--port", port, var=folder / "var") as printed:
        return FirstStart(folder / "var", port, printed, (folder / "steps").read_text())


@contextmanager
def readable_by_everybody() -> Iterator[None]:
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.thorough
def test_it_prints_the_address_and_once_the_demo_sign_ins(first_start: FirstStart) -> None:
    assert f"Dog Club is at http://localhost:{first_start.port}\n" in first_start.printed
    assert re.findall(r"^(\w+) .+ … done in \d+ s$", first_start.steps, re.M) == FIRST_STEPS
    people = re.findall(r"^(\S+@\S+) +(\S+) +(\w+)$", first_start.printed, re.M)
    assert {"owner", "scorekeeper", "member"} <= {role for _, _, role in people}
    with started("--port", first_start.port, var=first_start.var) as again:
        assert "To sign in to the demo club: ./run demo --sign-ins\n" in again
        assert not any(password in again for _, password, _ in people)
        assert " … " not in first_start.var.with_name("steps").read_text()
    said = run("demo", "--sign-ins", var=first_start.var).stdout
    assert re.findall(r"^(\S+@\S+) +(\S+) +(\w+)$", said, re.M) == people


@pytest.mark.thorough
def test_it_may_open_as_many_files_as_the_machine_allows(first_start: FirstStart) -> None:
    """Even from a shell with a low limit: each connected browser is an open file."""
    port, before = str(free_port()), resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        with started("--port", port, var=first_start.var):
            said = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60).read().decode()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    may_open = FILES if before[1] == resource.RLIM_INFINITY else min(FILES, before[1])
    assert re.findall(r"^process_max_fds (\S+)$", said, re.M) == [f"{may_open:.1f}"]


@pytest.mark.thorough
def test_on_the_network_it_prints_a_code_to_scan(demo_installation: Server, tmp_path: Path) -> None:
    shutil.copytree(demo_installation.var, tmp_path / "var")
    port = str(free_port())
    with started("--lan", "--port", port, var=tmp_path / "var") as printed:
        address = re.search(r"Dog Club is at (http://[\d.]+:\d+)\n", printed)
        assert address
        assert "█" in printed
        with urllib.request.urlopen(f"{address[1]}/accounts/login/", timeout=60) as answer:
            assert answer.status == 200


@pytest.mark.thorough
def test_what_it_keeps_is_for_its_owner_alone(first_start: FirstStart, tmp_path: Path) -> None:
    var, kept = first_start.var, tmp_path / "kept"
    with readable_by_everybody(), started("--port", str(free_port()), var=var):
        assert run("backup", str(kept), var=var).returncode == 0
        open_to_others = [path for path in (*var.rglob("*"), *kept.rglob("*")) if others_may(path)]
    assert open_to_others == []


def others_may(path: Path) -> int:
    """The permission bits of others and the group; 0 if the file was deleted meanwhile."""
    try:
        return path.stat().st_mode & 0o077
    except FileNotFoundError:
        return 0
