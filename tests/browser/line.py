"""A proxy between tablets and the server that can fail as a network does: during a request, or before its response."""

import re
import socket
import ssl
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

AT_ONCE = 65536
RESET = struct.pack("ii", 1, 0)
END = b"\r\n\r\n"  # of a head
COOKIES = re.compile(rb"^cookie:.*\r\n", re.I | re.M)
CUTS = ("", "answer cut", "", "answer lost", "", "in the middle")  # for `Line.cuts`: each entry fails once at most
PATIENCE = 600  # seconds; a TLS socket without a timeout cannot be written while another thread reads it


@dataclass
class Line:
    """A proxy to the port `to`; `is_open` lets requests through.

    `cut` says what happens to the next entry, `cuts` to those after it: "in the middle" breaks its request off; after
    the server has written the entry, "answer lost" drops the response and "answer cut" its body. `seen` counts the
    entries that were sent. Any other request is dropped if the next value of `fails` is true. `delay` is in seconds for
    each request, `rate` in bytes a second for all responses together; `is_bare` removes cookies. With a `certificate`
    it is also the proxy for HTTPS.
    """

    to: int
    certificate: Path | None = None
    is_open: bool = True
    cut: str = ""
    cuts: Iterator[str] = field(default_factory=lambda: iter(()))
    seen: int = 0
    fails: Iterator[bool] = field(default_factory=lambda: iter(()))
    delay: float = 0
    rate: float = 0
    is_bare: bool = False
    turn: threading.Lock = field(default_factory=threading.Lock)
    door: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    pairs: list[socket.socket] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(self.door.getsockname()[1])

    def __enter__(self) -> "Line":
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.door.close()
        self.hang_up()

    def close(self) -> None:
        """Refuse new connections and break off all open ones."""
        self.is_open = False
        self.hang_up()

    def hang_up(self) -> None:
        """Reset all open connections."""
        for each in self.pairs[:]:
            _reset(each)
        self.pairs.clear()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                tablet, _ = self.door.accept()
                if not self.is_open:
                    _reset(tablet)
                    continue
                threading.Thread(target=self._join, args=(tablet,), daemon=True).start()

    def _join(self, tablet: socket.socket) -> None:
        with suppress(OSError):
            tablet = self._secured(tablet)
            server = socket.create_connection(("127.0.0.1", self.to), timeout=PATIENCE)
            self.pairs += [tablet, server]
            if self.is_open:
                fate: list[str] = []  # what happens to the next response
                threading.Thread(target=self._down, args=(server, tablet, fate), daemon=True).start()
                self._up(tablet, server, fate)
        _reset(tablet)

    def _secured(self, tablet: socket.socket) -> socket.socket:
        tablet.settimeout(PATIENCE)
        if not self.certificate:
            return tablet
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        return context.wrap_socket(tablet, server_side=True)

    def _up(self, tablet: socket.socket, server: socket.socket, fate: list[str]) -> None:
        with suppress(OSError):
            while data := tablet.recv(AT_ONCE):
                is_request = data.startswith((b"GET ", b"POST "))
                is_entry = data.startswith(b"POST ") and b"/half/" not in data.split(b"\r\n", 1)[0]
                self.seen += is_entry
                cut, self.cut = (self.cut or next(self.cuts, ""), "") if is_entry else ("", self.cut)
                time.sleep(self.delay * is_request)
                if is_request and not is_entry and next(self.fails, False):
                    break
                if cut == "in the middle":
                    server.sendall(data[: len(data) // 2])
                    break
                if cut:
                    fate.append(cut)
                server.sendall(self._forwarded(data) if is_request else data)
        _reset(tablet)
        _reset(server)

    def _forwarded(self, data: bytes) -> bytes:
        if self.is_bare:
            data = COOKIES.sub(b"", data)
        return data.replace(b"\r\n", b"\r\nX-Forwarded-Proto: https\r\n", 1) if self.certificate else data

    def _down(self, server: socket.socket, tablet: socket.socket, fate: list[str]) -> None:
        with suppress(OSError):
            while data := server.recv(AT_ONCE):
                if fate:
                    if fate == ["answer cut"]:
                        tablet.sendall(data.partition(END)[0] + END)
                    break
                if rate := self.rate:
                    with self.turn:
                        time.sleep(len(data) / rate)
                tablet.sendall(data)
        _reset(tablet)
        _reset(server)


def _reset(end: socket.socket) -> None:
    with suppress(OSError):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        end.shutdown(socket.SHUT_RDWR)
    end.close()
