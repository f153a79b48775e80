"""Commands of `manage.py` without their start-up time: a process that has loaded the app forks a child for each call.

`python -m tests.shell` reads lines of JSON, [arguments, folder of the child's standard streams], and prints the exit
status of each child.
"""

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import PIPE

import django

ROOT = Path(__file__).resolve().parent.parent
STREAMS = ("stdin", "stdout", "stderr")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")
    django.setup()
    for line in sys.stdin:
        arguments, folder = json.loads(line)
        child = os.fork()
        if not child:
            carry_out(arguments, Path(folder))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def carry_out(arguments: Sequence[str], folder: Path) -> None:
    """Run the command in this child process and exit with its status; never returns."""
    from django.core.management import execute_from_command_line
    from django.db import connections

    from dogclub.__main__ import run_command

    status = 1
    try:
        for number, name in enumerate(STREAMS):
            os.dup2(os.open(folder / name, os.O_RDWR | os.O_CREAT), number)
        sys.stdin = (folder / "stdin").open()
        sys.argv = ["manage.py", *arguments]
        if arguments[:1] == ["shell"]:  # errors of its code keep their traceback
            execute_from_command_line(sys.argv)
        else:
            run_command()
        status = 0
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else int(left.code is not None)
    finally:
        if error := sys.exc_info()[1]:
            traceback.print_exception(error)
        connections.close_all()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


class Shell:
    """The process of this module, seen from a test. It ends with `end`, or when the process that started it ends."""

    def __init__(self, environment: Mapping[str, str], before: Sequence[str] = ()) -> None:
        self.environment = environment
        command = [*before, sys.executable, "-m", "tests.shell"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, bufsize=1, stdin=PIPE, stdout=PIPE
        )

    def run(self, arguments: Sequence[str], stdin: str) -> "subprocess.CompletedProcess[str]":
        assert self.process.stdin
        assert self.process.stdout
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "stdin").write_text(stdin)
            self.process.stdin.write(json.dumps([arguments, folder]) + "\n")
            said = self.process.stdout.readline()
            assert said, "the shell has ended"
            out, err = (Path(folder, name).read_text() for name in STREAMS[1:])
        return subprocess.CompletedProcess(arguments, int(said), out, err)

    def end(self) -> None:
        with self.process:
            assert self.process.stdin
            self.process.stdin.close()


if __name__ == "__main__":
    main()
