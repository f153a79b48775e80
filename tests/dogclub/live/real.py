"""Streams of a real server, read through plain sockets, and writes by other processes."""

import http.client
import json
import re
import socket
import time
from dataclasses import dataclass, field
from typing import Any

from tests.server import Server

HERE = "from tests.dogclub.live.acts import *\n"
PATIENCE = 60  # seconds
LAST_CHUNK = "\r\n0\r\n\r\n"
TOKEN = "t" * 32
VERSIONS = re.compile(r"event: version\ndata: (.*)\n")


def run(server: Server, code: str) -> Any:
    """Run the code in a process of its own, with the functions of `acts`; return its last line of output as JSON."""
    done = server.manage("shell", "--verbosity=0", "-c", HERE + code)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.strip().splitlines()[-1]) if done.stdout.strip() else None


@dataclass
class Stream:
    """An open connection and all that was received over it."""

    server: Server
    path: str
    session: str = ""
    version: str = "1.1"
    key: str = ""
    text: str = ""
    wire: socket.socket = field(init=False)

    def __post_init__(self) -> None:
        self.wire = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)
        who = f"Cookie: sessionid={self.session}\r\n" if self.session else ""
        who += f"Authorization: Bearer {self.key}\r\n" if self.key else ""
        self.wire.sendall(f"GET {self.path} HTTP/{self.version}\r\nHost: localhost\r\n{who}\r\n".encode())
        self.read_until("\r\n\r\n")

    def read_until(self, words: str) -> str:
        """Read until the text contains `words`, and return everything received so far."""
        return self.read_until_there_are(1, words)

    def read_until_there_are(self, number: int, words: str) -> str:
        """Read until the text contains `words` so many times, and return everything received so far."""
        end = time.monotonic() + PATIENCE
        while self.text.count(words) < number:
            assert time.monotonic() < end, f"waited in vain for {words!r} in {self.text!r}"
            piece = self.wire.recv(65_536)
            assert piece, f"over without {words!r}: {self.text!r}"
            self.text += piece.decode()
        return self.text

    def read_to_the_end(self) -> str:
        """Read to the end of the stream; the connection is kept open for half a minute more."""
        while not self.text.endswith(LAST_CHUNK) and (piece := self.wire.recv(65_536)):
            self.text += piece.decode()
        return self.text

    @property
    def status(self) -> int:
        return int(self.text.split()[1])

    @property
    def versions(self) -> list[dict[str, int]]:
        return [json.loads(each) for each in VERSIONS.findall(self.text)]

    def close(self) -> None:
        self.wire.close()


def post(server: Server, path: str, session: str) -> int:
    """Post an empty form with the CSRF token of the session; return the status."""
    wire = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    wire.request("POST", path, b"", {"Cookie": f"sessionid={session}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN})
    answer = wire.getresponse()
    answer.read()
    wire.close()
    return answer.status
