"""Pages over ASGI: the body is read on the event loop, plain WSGI makes the page in a thread, and the event loop sends
the response. No thread ever waits for a client.

Django's own ASGI handler costs a thread and a connection per request, which is ten times slower. Here a request stays
in one thread from start to close, so Django's per-thread connections are reused. Event streams do not pass through
here: they hold a connection for hours, and have their own ASGI path.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, BinaryIO, cast
from wsgiref.types import WSGIApplication, WSGIEnvironment
from wsgiref.util import FileWrapper

from dogclub.server.body import Gone, TooLarge, read_body, spooled_file
from dogclub.server.connections import address_group
from dogclub.server.environ import environ_of
from dogclub.server.limits import limit_of
from dogclub.server.messages import Message, Receive, Scope, Send, piece, refuse, start
from dogclub.server.pool import Pool
from dogclub.server.protocol import is_gone

BODY_TIMEOUT = 30  # seconds within which a client must have sent the body
PIECE = 1 << 16  # bytes of a file that are read and sent at a time


class Pages:
    """The ASGI application in front of a WSGI one; `body_limit` is in bytes."""

    def __init__(self, pages: WSGIApplication, threads: int, body_limit: int) -> None:
        self.pages = pages
        self.pool = Pool(threads)
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
            response = await self.pool.run(partial(make, self.pages, environ, partial(is_gone, scope)), address)
            await self._send(response, scope, send, address)

    async def _send(self, response: "Response", scope: Scope, send: Send, address: str) -> None:
        """Send the response. Each `send` waits for the client; a file is read in pieces in between, by any thread of
        the pool.
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
        return await self.pool.run(partial(file.read, PIECE), address)


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
