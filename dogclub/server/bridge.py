"""Pages over ASGI: the body is read on the event loop, plain WSGI makes the page in a thread, and the event loop sends
the response. No thread ever waits for a client.

Django's own ASGI handler costs a thread and a connection per request, which is ten times slower. Here a request stays
in one thread from start to close, so Django's per-thread connections are reused. Event streams do not pass through
here: they hold a connection for hours, and have their own ASGI path.
"""

import asyncio
import logging
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, NamedTuple, cast
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment
from wsgiref.util import FileWrapper

from dogclub.server.pool import FILE, SHARES, Share, TooBusy, TooLong, pools, share_of
from dogclub.server.protocol import (
    RETRY_AFTER,
    Message,
    Receive,
    Scope,
    Send,
    address_group,
    is_gone,
    piece,
    refuse,
    start,
)

# Reads the body of a request on the event loop, so that a slow client blocks no thread.


DISCARD_FACTOR = 16  # times the limit is read and discarded, so that the browser gets to read the response
DISCARD_MOST = 40_000_000  # bytes that are read and discarded at most, however large the limit is
IN_MEMORY = 2_500_000  # bytes


class TooLarge(Exception):
    """The body is larger than the limit of the page."""


class Gone(Exception):
    """The client closed the connection."""


async def read_body(scope: Scope, receive: Receive, limit: int) -> tuple[BinaryIO, int]:
    """Return the body, rewound, and its length in bytes; a large one is on disk.

    Raises TooLarge for more than `limit` bytes, after reading up to 16 times as much (40 MB at most) so that the client
    sees the response; Gone when the client disconnects.
    """
    most = max(limit, min(limit * DISCARD_FACTOR, DISCARD_MOST))
    if content_length(scope) > most:
        raise TooLarge
    body, size, more = spooled_file(), 0, True
    while more and size <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        size += len(message.get("body", b""))
        if size <= limit:
            body.write(message.get("body", b""))
        more = message.get("more_body", False)
    if size > limit:
        raise TooLarge
    body.seek(0)
    return body, size


def spooled_file() -> BinaryIO:
    """Return a temporary file that is in memory until it is larger than IN_MEMORY."""
    return cast("BinaryIO", SpooledTemporaryFile(IN_MEMORY))


def content_length(scope: Scope) -> int:
    """Return the Content-Length header, 0 where it is missing or not a number."""
    with suppress(ValueError):
        return int(dict(scope["headers"]).get(b"content-length", b"0"))
    return 0


# The WSGI environ of an ASGI request.


def environ_of(scope: Scope, body: BinaryIO, size: int) -> WSGIEnvironment:
    """Return the WSGI environ; `size` is the length of the body in bytes, whatever the request's headers state."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileWrapper,
    }
    environ.update(headers_of(scope["headers"]))
    environ["CONTENT_LENGTH"] = str(size)
    return environ


def headers_of(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers under their CGI names. One with an underscore is dropped, since it could pass for another."""
    named: dict[str, str] = {}
    for name, value in headers:
        if b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin-1")
        between = "; " if key == "HTTP_COOKIE" else ","
        named[key] = f"{named[key]}{between}{text}" if key in named else text
    return named


logger = logging.getLogger(__name__)
BUSY = "Too many wait at this moment, so this was not done. Try again in a few seconds."
SLOW = "This takes too long. Wait some seconds, and check whether it was done before you send it again."
BODY_TIMEOUT = 30  # seconds within which a client must have sent the body
PIECE = 1 << 16  # bytes of a file that are read and sent at a time


class Pages:
    """The ASGI application in front of a WSGI one; `body_limit` is in bytes."""

    def __init__(self, pages: WSGIApplication, body_limit: int, shares: Mapping[str, Share] = SHARES) -> None:
        self.pages = pages
        self.pools = pools(shares)
        self.body_limit = body_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit, timeout = limit_of(scope["path"], self.body_limit, BODY_TIMEOUT)
        try:
            body, size = await asyncio.wait_for(read_body(scope, receive, limit), timeout)
        except TooLarge:
            most = f"{limit / 1_000_000:.2g} MB"
            await refuse(send, scope, 413, "too-large", f"That is more than {most}, the most Dog Club takes at once.")
        except TimeoutError:
            await refuse(send, scope, 408, "too-slow", "The request was cut short. Send it again.")
        except Gone:
            return
        else:
            environ = environ_of(scope, body, size)
            address = address_group(environ["REMOTE_ADDR"])
            if response := await self._made(environ, scope, send, address):
                await self._send(response, scope, send, address)

    async def _made(self, environ: WSGIEnvironment, scope: Scope, send: Send, address: str) -> "Response | None":
        """Return the response of the page; None, after a 503, if it is not there in time."""
        pool = self.pools[share_of(scope)]
        try:
            return await pool.run(partial(make, self.pages, environ, partial(is_gone, scope)), address)
        except TooBusy:
            await refuse(send, scope, 503, "busy", BUSY, retry_after=RETRY_AFTER)
        except TooLong:
            logger.error("A page took too long: %s", scope["method"])
            await refuse(send, scope, 503, "busy", SLOW, retry_after=RETRY_AFTER)
        return None

    async def _send(self, response: "Response", scope: Scope, send: Send, address: str) -> None:
        """Send the response. Each `send` waits for the client; a file is read in pieces in between, by threads of
        its own share.
        """
        try:
            for message in response.messages:
                await send(message)
            while response.file and not is_gone(scope) and (chunk := await self._read(response.file, address)):
                await send(piece(chunk))
            await send(piece(b"", more=False))
        finally:
            if response.file:
                response.file.close()

    async def _read(self, file: BinaryIO, address: str) -> bytes:
        return await self.pools[FILE].run(partial(file.read, PIECE), address)


@dataclass
class Response:
    """A response: the ASGI messages of its head and body, and the file with the rest of the body, if any."""

    messages: list[Message] = field(default_factory=list)
    file: BinaryIO | None = None


def make(pages: WSGIApplication, environ: WSGIEnvironment, is_gone: Callable[[], bool]) -> Response:
    """Call the WSGI application, in a thread, and return its response.

    Only a file is left open; a streamed body is read to its end, to disk if large, unless the client disconnects
    meanwhile.
    """
    response = Response()

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], Any]:
        response.messages[:] = [start(int(status[:3]), headers)]
        return lambda chunk: response.messages.append(piece(chunk))

    result = pages(environ, start_response)
    if isinstance(result, FileWrapper):
        response.file = cast("BinaryIO", result.filelike)
        response.messages.append(piece(response.file.read(PIECE)))
        return response
    try:
        if getattr(result, "streaming", True):  # a Django response says whether it is made in pieces
            response.file = _spooled(result, is_gone)
        else:
            response.messages += map(piece, result)
    finally:
        close = getattr(result, "close", None)
        if close:
            close()
    return response


def _spooled(pieces: Iterable[bytes], is_gone: Callable[[], bool]) -> BinaryIO:
    """Return a file, in memory while small, with all pieces until the client disconnects."""
    file = spooled_file()
    try:
        for chunk in pieces:
            if is_gone():
                break
            file.write(chunk)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


# Limits of request bodies: small, but larger for pages that take a file.

FORM_OVERHEAD = 100_000  # bytes of the form fields and boundaries around a file


class Limit(NamedTuple):
    """The limit of pages whose path matches at its start: `size` in bytes, `timeout` in seconds for the whole body."""

    path: re.Pattern[str]
    size: int
    timeout: int


# One file of at most 32 MB over a slow connection, or photos of that much. A photo has at most 10 MB: its page checks.
A_FILE = (32_000_000 + FORM_OVERHEAD, 300)
LARGER: Sequence[Limit] = (
    Limit(re.compile(r"/c/[-\w]+/(imports|matches/batch|sheet-photos)/"), *A_FILE),
    Limit(re.compile(r"/api/v1/clubs/[-\w]+/(imports|sheet-photos)$"), *A_FILE),
    Limit(re.compile(r"(/api/v1/matches|/m)/[-0-9a-f]+/(photo|paper)"), *A_FILE),
)


def limit_of(path: str, size: int, timeout: float) -> tuple[int, float]:
    """Return bytes and seconds for a path; `size` and `timeout` are those of ordinary pages.

    >>> limit_of("/c/kennel/imports/", 1000, 30)[0], limit_of("/c/kennel/", 1000, 30)[0]
    (32100000, 1000)
    """
    return next(((each.size, each.timeout) for each in LARGER if each.path.match(path)), (size, timeout))
