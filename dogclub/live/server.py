"""The server, which says goodbye to all streams when it is told to stop: it would wait for them otherwise."""

import socket
from types import FrameType

import uvicorn

from dogclub.live.runtime import hub
from dogclub.server.connections import WAITING


class Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(WAITING)  # asyncio told the kernel how many it takes in at once

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if hub.loop:
            hub.loop.call_soon_threadsafe(hub.close)
        super().handle_exit(sig, frame)
