"""Many connections from one local address, while a client at another address requests a page."""

import http.client
import re
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from tests.server import Server

# Not 127.0.0.1, which is the trusted proxy by default.
THEIRS, OTHERS = "127.0.0.2", ("127.0.0.3", "127.0.0.4")
PATIENCE = 60  # seconds
PIPELINED = 200  # requests of a client that reads no response


def largest_script(port: int) -> str:
    """The path of the largest script or style sheet that the sign-in page links to."""
    page = fetched(port, "/accounts/login/")[1].decode()
    paths: set[str] = set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', page))
    return max(paths, key=lambda path: len(fetched(port, path)[1]))


def fetched(port: int, path: str, cookie: str = "", whose: str = "") -> tuple[int, bytes]:
    """Request the path, from the address `whose` if given; return status and body."""
    from_there = (whose, 0) if whose else None
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=from_there)
    try:
        connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@contextmanager
def crowd(server: Server, number: int, words: bytes, whose: str = THEIRS) -> Iterator[list[socket.socket]]:
    """Yield `number` connections that sent `words` and wait, without those that were closed at once."""
    make_room()
    with ExitStack() as stack:
        sockets = []
        for _ in range(number):
            each = stack.enter_context(socket.socket())
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            each.settimeout(PATIENCE)
            each.bind((whose, 0))
            with suppress(ConnectionError):
                each.connect(("127.0.0.1", server.port))
                each.sendall(words)
                sockets.append(each)
        yield sockets


def make_room() -> None:
    """Raise the limit of open files of this process, which holds the client ends."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8_192)), hard))


def request(path: str, times: int = 1, cookie: str = "") -> bytes:
    """The bytes of a GET request, `times` times."""
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "")
    return f"{head}\r\n".encode() * times


def status_of(one: socket.socket) -> int:
    """The status of the first response; 0 where the connection was closed without one."""
    with suppress(ConnectionError):
        said = b""
        while b"\r\n" not in said and (more := one.recv(4_096)):
            said += more
        if said:
            return int(said.split()[1])
    return 0
