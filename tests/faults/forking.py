"""A server that starts in milliseconds, forked from a process that has everything loaded: for many kills.

python -m tests.faults.forking PORT        a new server for each line on stdin; prints the id of its process
"""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib import import_module
from subprocess import PIPE

import django

from tests.server import ROOT, Server, free_port, until


def main(port: int) -> None:
    django.setup()
    from django.db import connections
    from django.test import Client

    from dogclub.management.commands.serve import listen, run

    import_module("dogclub.asgi")
    Client(HTTP_HOST="localhost").get("/accounts/login/")  # loads what a first request loads
    connections.close_all()
    child = 0
    for _ in sys.stdin:
        if child:
            os.waitpid(child, 0)
        child = os.fork()
        if not child:
            run(listen("127.0.0.1", port), has_worker=False)
            os._exit(0)
        print(child, flush=True)


@dataclass
class Forked(Server):
    """A server that is killed and started like any other, but starts faster and runs no background jobs."""

    parent: "subprocess.Popen[str] | None" = None
    child: int = 0

    def begin(self) -> None:
        """Fork the server and wait until it responds; if it does not, the error shows the end of its log."""
        self.spawn()
        try:
            until(self.answers)
        except AssertionError as error:
            os.kill(self.child, signal.SIGABRT)  # faulthandler logs the tracebacks
            time.sleep(1)
            raise AssertionError(f"{error}; its last words:\n{self.log[-9000:]}") from None

    def spawn(self) -> None:
        """Fork the server without waiting until it responds."""
        self.port = self.port or free_port()
        if not self.parent:
            command = [sys.executable, "-m", "tests.faults.forking", str(self.port)]
            log = (self.var / "server.log").open("ab")
            self.parent = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, text=True, bufsize=1, stdin=PIPE, stdout=PIPE, stderr=log
            )
            log.close()
        assert self.parent.stdin
        assert self.parent.stdout
        self.parent.stdin.write("start\n")
        self.child = int(self.parent.stdout.readline())

    def end(self) -> None:
        """End the server and its parent process."""
        if self.parent:
            self.parent.kill()
            self.parent.wait(20)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")
    main(int(sys.argv[1]))
