"""A webhook listener: a real HTTP server that verifies each signature independently of the app's code."""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Ear(BaseHTTPRequestHandler):
    """Records each message and responds with the next of the listener's `answers`, or 200."""

    server: "Listener"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append(Told(dict(self.headers.items()), body))
        status, words = self.server.answers.pop(0) if self.server.answers else (200, "Woof.")
        self.send_response(status)
        self.send_header("Location", f"{self.server.url}/elsewhere")
        self.send_header("Content-Length", str(len(words)))
        self.end_headers()
        self.wfile.write(words.encode())

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


class Told:
    """One received message."""

    def __init__(self, headers: dict[str, str], body: bytes) -> None:
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.body = body

    @property
    def said(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    def is_signed_with(self, secret: str) -> bool:
        """Whether the signature is right for this secret, as Standard Webhooks defines it."""
        key = base64.b64decode(secret.removeprefix("whsec_"))
        signed = b".".join((self.headers["webhook-id"].encode(), self.headers["webhook-timestamp"].encode(), self.body))
        due = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return self.headers["webhook-signature"] == f"v1,{due}"


class Listener(ThreadingHTTPServer):
    """The HTTP server: `heard` are the messages received, `answers` the next responses (status and body)."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Ear)
        self.heard: list[Told] = []
        self.answers: list[tuple[int, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def events(self) -> list[str]:
        return [told.said["event"] for told in self.heard]


@contextmanager
def listening() -> Iterator[Listener]:
    with Listener() as one:
        threading.Thread(target=one.serve_forever, daemon=True).start()
        yield one
        one.shutdown()
