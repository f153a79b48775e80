"""Pages over ASGI: the body is read on the event loop, the page is made by plain WSGI in a thread.

Django's own ASGI handler costs a thread and a connection a request, which is ten times slower. Here a
request stays in one thread from start to close, so Django's per-thread connections live on. Streams of
events do not come through here: they hold a connection for hours, and have their own ASGI path.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

from dogclub.server.body import Gone, TooLarge, read_body
from dogclub.server.environ import environ_of
from dogclub.server.limits import limit_of
from dogclub.server.messages import Message, Receive, Scope, Send, piece, refuse, start
from dogclub.server.pool import Pool

PATIENCE = 30  # seconds a browser may take over a body, or over a piece of an answer


class Pages:
    """The ASGI application in front of a WSGI one."""

    def __init__(self, pages: WSGIApplication, threads: int, body_limit: int) -> None:
        self.pages = pages
        self.pool = Pool(threads)
        self.body_limit = body_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit, patience = limit_of(scope["path"], self.body_limit, PATIENCE)
        try:
            body, size = await asyncio.wait_for(read_body(scope, receive, limit), patience)
        except TooLarge:
            most = f"{limit / 1_000_000:.2g} MB"
            await refuse(send, scope, 413, "too-large", f"That is more than {most}, the most Dog Club takes at once.")
        except TimeoutError:
            await refuse(send, scope, 408, "too-slow", "The rest of that never arrived. Send it again.")
        except Gone:
            return
        else:
            answer = Answer(receive, send)
            environ = environ_of(scope, body, size)
            try:
                await answer.send_all(await self.pool.run(lambda: answer.make(self.pages, environ)))
            except Gone:
                return
            finally:
                answer.stop_watching()


class Answer:
    """What the page sends back. One piece waits for the loop; more than one is a stream, sent as it is made."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._gone = threading.Event()
        self._watch: asyncio.Task[None] | None = None

    def make(self, pages: WSGIApplication, environ: WSGIEnvironment) -> list[Message]:
        """Runs in a thread. The messages that are still to be sent at the end."""
        waiting: list[Message] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], Any]:
            waiting[:] = [start(int(status[:3]), headers)]
            return lambda chunk: waiting.append(piece(chunk))

        result = pages(environ, start_response)
        try:
            whole = not getattr(result, "streaming", True)  # a Django response says whether it is a stream
            for chunk in result:
                waiting.append(piece(chunk))
                if not whole:
                    self._send_now(waiting)
                    waiting = []
            return [*waiting, piece(b"", more=False)]
        finally:
            close = getattr(result, "close", None)
            if close:
                close()

    def _send_now(self, messages: list[Message]) -> None:
        if self._gone.is_set():
            raise Gone
        asyncio.run_coroutine_threadsafe(self.send_streamed(messages), self._loop).result(PATIENCE)

    async def send_streamed(self, messages: list[Message]) -> None:
        if self._watch is None:
            self._watch = asyncio.create_task(self._wait_for_disconnect())
        await self.send_all(messages)

    async def send_all(self, messages: list[Message]) -> None:
        for message in messages:
            await self._send(message)

    async def _wait_for_disconnect(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._gone.set()

    def stop_watching(self) -> None:
        self._gone.set()
        if self._watch:
            self._watch.cancel()
