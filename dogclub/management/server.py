"""The server, which ends all streams when it is stopped, and the steps of its start."""

import asyncio
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

import uvicorn
from django.conf import settings
from django.core.management.base import CommandError, OutputWrapper

from dogclub.configuration.environment import PROGRAM
from dogclub.live.runtime import hub
from dogclub.operations.health import stopping
from dogclub.operations.health.database import state
from dogclub.server.protocol import WAITING
from dogclub.server.staticfiles import are_changed, collect_if_changed

PLAIN = str  # a style without colour; stderr is red by default
OLDER = f"The database is not up to date with this program. Bring it up to date first: {PROGRAM} migrate."


@contextmanager
def step(stderr: OutputWrapper, what: str) -> Iterator[None]:
    """Write what is being done, and when the block ends how many seconds it took."""
    stderr.write(f"{what} … ", PLAIN, ending="")
    stderr.flush()
    began = monotonic()
    yield
    stderr.write(f"done in {monotonic() - began:.0f} s", PLAIN)


def refuse_unusable() -> None:
    """Raise CommandError with what is wrong with the database; a database that only lacks migrations passes."""
    if trouble := state(reads_all=True).trouble:
        raise CommandError(trouble)


def refuse_older() -> None:
    """Raise CommandError where the database lacks migrations, which only `start` makes by itself."""
    if state().is_older:
        raise CommandError(OLDER)


def collect(stderr: OutputWrapper) -> None:
    """Collect styles and scripts where they changed: without them every page would be an error."""
    if are_changed():
        with step(stderr, "Collecting styles and scripts"):
            collect_if_changed()


# The server, which ends all streams when it is stopped: it would wait for them otherwise.


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
