"""The body of a request, read on the event loop: a slow browser keeps no thread waiting."""

import io
from contextlib import suppress

from dogclub.server.messages import Receive, Scope

SWALLOW = 16  # times the limit that is read and thrown away, so that the browser gets to see the answer


class TooLarge(Exception):
    """The body is larger than pages take."""


class Gone(Exception):
    """The browser went away."""


async def read_body(scope: Scope, receive: Receive, limit: int) -> bytes:
    """The whole body; one that is too large is read to its end as far as is reasonable, and refused."""
    body, size = io.BytesIO(), 0
    with suppress(ValueError):
        size_said = int(dict(scope["headers"]).get(b"content-length", b"0"))
        if size_said > limit * SWALLOW:
            raise TooLarge
    more = True
    while more and size <= limit * SWALLOW:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        size += len(message.get("body", b""))
        if size <= limit:
            body.write(message.get("body", b""))
        more = message.get("more_body", False)
    if size > limit:
        raise TooLarge
    return body.getvalue()
