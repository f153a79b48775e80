"""A mail server that stores the mails it receives."""

import socketserver
import threading
from collections.abc import Iterator

import pytest


class Postman(socketserver.StreamRequestHandler):
    """Handles one SMTP connection, with as much of the protocol as sending a mail needs."""

    server: "Kennel"

    def handle(self) -> None:
        self.say("220 kennel")
        for line in self.rfile:
            command = line[:4].upper()
            if command == b"DATA":
                self.say("354 go on")
                letter = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.letters.append(letter.decode())
            self.say("221 bye" if command == b"QUIT" else "250 good")
            if command == b"QUIT":
                return

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class Kennel(socketserver.ThreadingTCPServer):
    """The mail server on a free port; `letters` are the mails it has received, `url` is its address."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Postman)
        self.letters: list[str] = []
        self.url = f"smtp://127.0.0.1:{self.server_address[1]}"


@pytest.fixture
def kennel() -> Iterator[Kennel]:
    with Kennel() as post:
        threading.Thread(target=post.serve_forever, daemon=True).start()
        yield post
        post.shutdown()
