"""`./test`: run pytest in its own scratch folder, and leave no process, file or database behind."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.compiling import compile_all
from tests.databases import drop_all

ROOT = Path(__file__).resolve().parent.parent
# Two more workers than cores, because browsers and servers wait for each other a third of the time.
WORKERS = min((os.cpu_count() or 1) + 2, 6)
PARALLEL = (f"--numprocesses={WORKERS}", "--dist=loadfile", "--no-loadscope-reorder")
TO_END = 1.5  # seconds the suite has to end by itself after Ctrl-C
TO_FADE = 15.0  # seconds that processes, such as closed browsers, have to end after the suite


def main(arguments: list[str]) -> int:
    """Run the suite, or the part that the arguments select. Return pytest's exit status, or 1 if processes were left
    running.
    """
    scratch = Path(tempfile.mkdtemp(prefix="dogclub-test-"))
    scratch.chmod(0o711)  # a PostgreSQL server started by a test runs as another user and must reach its folder
    for each in (signal.SIGINT, signal.SIGTERM):  # processes that a shell starts in the background ignore SIGINT
        signal.signal(each, interrupted)
    words = command(arguments)
    suite: subprocess.Popen[bytes] | None = None
    try:
        if PARALLEL[0] in words:
            compile_all(environment(scratch))
        suite = subprocess.Popen(words, cwd=ROOT, env=environment(scratch), start_new_session=True)
        status = suite.wait()
        stayed = list(staying(scratch))
    except KeyboardInterrupt:
        status, stayed = stopped(suite), []
    finally:
        clear(scratch)
    for process in stayed:
        sys.stderr.write(f"Left running by the suite, and ended now: {process}\n")
    return 1 if stayed else status


def command(arguments: list[str]) -> list[str]:
    """The pytest command line. A file, a test or a `-k` filter runs in one process and in order; anything larger runs
    in parallel workers.
    """
    small = "-k" in arguments or any(".py" in each for each in arguments)
    spread = () if small or "-n" in arguments or "--numprocesses" in arguments else PARALLEL
    return [sys.executable, "-m", "pytest", "-q", *spread, *arguments]


def environment(scratch: Path) -> dict[str, str]:
    """The environment of the suite: all files it writes and processes it starts can be found by the scratch folder."""
    own = {"TMPDIR": str(scratch), "DOGCLUB_VAR": str(scratch / "var"), "DOGCLUB_TEST_RUN": run_of(scratch)}
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **own, "PYTHONUTF8": "1"}


def run_of(scratch: Path) -> str:
    """The prefix of the names of this run's databases."""
    return scratch.name.replace("-", "_").lower()


def interrupted(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def stopped(suite: "subprocess.Popen[bytes] | None") -> int:
    """Interrupt the suite, if it has started, kill it if it has not ended after TO_END seconds, and return the exit
    status for Ctrl-C.
    """
    if suite:
        suite.send_signal(signal.SIGINT)
        try:
            suite.wait(TO_END)
        except subprocess.TimeoutExpired:
            os.killpg(suite.pid, signal.SIGKILL)
            suite.wait()
    sys.stderr.write("\nStopped.\n")
    return 128 + signal.SIGINT


def staying(scratch: Path) -> Iterator[str]:
    """Yield the command lines of processes that are still running TO_FADE seconds after the suite has ended."""
    end = time.monotonic() + TO_FADE
    while (found := processes(scratch)) and time.monotonic() < end:
        time.sleep(0.05)
    for pid in found:
        line = process_file(pid, "cmdline").decode(errors="replace").rstrip("\0")
        yield shlex.join(line.split("\0")) if line else str(pid)


def processes(scratch: Path) -> list[int]:
    """The ids of all processes with this scratch folder in their environment; none on systems without /proc."""
    sign = f"TMPDIR={scratch}".encode()
    every = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    return [pid for pid in every if pid != os.getpid() and sign in process_file(pid, "environ").split(b"\0")]


def process_file(pid: int, name: str) -> bytes:
    """The content of a file in /proc/<pid>; empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def clear(scratch: Path) -> None:
    """Kill the run's processes, and delete its scratch folder and its databases."""
    for pid in processes(scratch):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    shutil.rmtree(scratch, ignore_errors=True)
    drop_all(run_of(scratch))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
