"""The servers to measure: Dog Club's own, or with `--server granian` or `--server hypercorn` another one, which must be
installed in addition.
"""

import sys
from pathlib import Path

from tests.server import Server

OTHERS = {
    "granian": ["granian", "--interface", "asgi", "--workers", "1", "--host", "127.0.0.1", "--port", "{port}"],
    "hypercorn": ["hypercorn", "--workers", "0", "--bind", "127.0.0.1:{port}"],
}


class Other(Server):
    """The same application under another server."""

    kind = ""

    def command(self, *arguments: str) -> list[str]:
        if arguments[0] != "serve":
            return super().command(*arguments)
        words = [word.format(port=self.port) for word in OTHERS[self.kind]]
        return [sys.executable, "-m", *words, "benchmarks.asgi:application"]


def server_of(arguments: list[str], var: Path, database_url: str, extra: dict[str, str]) -> Server:
    """The server that the arguments ask for, not yet started."""
    if "--server" not in arguments:
        return Server(var, database_url, extra)
    server = Other(var, database_url, extra)
    server.kind = arguments[arguments.index("--server") + 1]
    return server
