"""Streams over ASGI: the page authorises a listener; from then on it holds a connection, but no thread."""

import asyncio

from dogclub.live.authorize import Pages, ask, is_live
from dogclub.live.hub import Hub, Limits
from dogclub.live.listener import Listener, wire_of
from dogclub.server.protocol import Receive, Scope, Send, piece, start
from dogclub.server.web.headers import of_static_files

BYE = b"event: bye\ndata: {}\n\n"
LATER = 30  # seconds
FULL = b"Too many are watching at once. This page asks for news by itself meanwhile.\n"


def is_stream(scope: Scope) -> bool:
    """Whether a request is for a stream."""
    return scope["method"] == "GET" and is_live(str(scope["path"]))


class Streams:
    """The ASGI application for paths that end in `/live/`."""

    def __init__(self, pages: Pages, hub: Hub) -> None:
        self.pages = pages
        self.hub = hub
        self.limits = Limits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.limits.place(scope) as has_place:
            if self.hub.is_full or not has_place:
                await refuse(send)
            else:
                await self._open(scope, receive, send)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer, wire = await ask(self.pages, scope), wire_of(scope)
        if not (answer.versions and wire):
            for message in answer.messages:
                await send(message)
            return
        listener = Listener(scope, wire, answer.versions, answer.grants)
        self.hub.join(listener)
        watch = asyncio.create_task(close_when_gone(receive, listener))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": answer.headers})
            await send(piece(answer.body))
            listener.open()
            await listener.over.wait()
            await send(piece(BYE, more=False))
        finally:
            watch.cancel()
            self.hub.leave(listener)


async def close_when_gone(receive: Receive, listener: Listener) -> None:
    """Close the listener when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()


async def refuse(send: Send) -> None:
    """Send a 503 response with Retry-After."""
    headers = [("content-type", "text/plain; charset=utf-8"), ("content-length", str(len(FULL)))]
    headers += [*of_static_files().items(), ("retry-after", str(LATER)), ("cache-control", "no-store")]
    await send(start(503, headers))
    await send(piece(FULL, more=False))
