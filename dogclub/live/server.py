"""The server, which says goodbye to all streams when it is told to stop: it would wait for them otherwise."""

from types import FrameType

import uvicorn

from dogclub.live.runtime import hub


class Server(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if hub.loop:
            hub.loop.call_soon_threadsafe(hub.close)
        super().handle_exit(sig, frame)
