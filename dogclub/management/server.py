"""The server, which ends all streams when it is stopped: it would wait for them otherwise."""

import asyncio
import signal
import socket
from types import FrameType

import uvicorn
from django.conf import settings

from dogclub.live.runtime import hub
from dogclub.operations.health import stopping
from dogclub.server.protocol import WAITING


class Server(uvicorn.Server):
    """A uvicorn server. After SIGTERM it serves for another STOP_AFTER seconds with `/health/live` at 503, so that a
    load balancer sends no new requests before the port is closed. A second signal stops it at once.
    """

    running: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.running = asyncio.get_running_loop()
        for listener in sockets or []:
            listener.listen(WAITING)  # asyncio has set a smaller backlog

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGTERM and settings.STOP_AFTER and self.running and not stopping.is_set():
            stopping.set()
            self.running.call_soon_threadsafe(self.running.call_later, settings.STOP_AFTER, self.stop, sig, frame)
        else:
            self.stop(sig, frame)

    def stop(self, sig: int, frame: FrameType | None) -> None:
        """Close the hub and shut the server down."""
        if hub.loop:
            hub.loop.call_soon_threadsafe(hub.close)
        super().handle_exit(sig, frame)
