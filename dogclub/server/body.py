"""The body of a request, read on the event loop: a slow browser keeps no thread waiting."""

from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

from dogclub.server.messages import Receive, Scope

SWALLOW = 16  # times the limit that is read and thrown away, so that the browser gets to see the answer
SWALLOWED = 40_000_000  # bytes, however large the limit is
IN_MEMORY = 2_500_000  # bytes


class TooLarge(Exception):
    """The body is larger than pages take."""


class Gone(Exception):
    """The browser went away."""


async def read_body(scope: Scope, receive: Receive, limit: int) -> tuple[BinaryIO, int]:
    """The whole body and its length, a large one on disk; one that is too large is read to its end as far as is
    reasonable, and refused."""
    most = max(limit, min(limit * SWALLOW, SWALLOWED))
    if length_said(scope) > most:
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
    """In memory, and on disk once it is large."""
    return cast("BinaryIO", SpooledTemporaryFile(IN_MEMORY))


def length_said(scope: Scope) -> int:
    with suppress(ValueError):
        return int(dict(scope["headers"]).get(b"content-length", b"0"))
    return 0
