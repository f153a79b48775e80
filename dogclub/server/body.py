"""Reads the body of a request on the event loop, so that a slow client blocks no thread."""

from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

from dogclub.server.messages import Receive, Scope

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
