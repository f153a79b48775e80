"""Threads that answer pages, and never hold up the end of the process."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import TypeVar

Result = TypeVar("Result")


class Pool:
    """A fixed number of daemon threads: concurrent.futures would wait for each at exit, however long it takes."""

    def __init__(self, size: int) -> None:
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._size = size
        self._started = False

    async def run(self, work: Callable[[], Result]) -> Result:
        """The result of the work, done in one of the threads from beginning to end."""
        if not self._started:
            self._start()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Result] = loop.create_future()

        def job() -> None:
            try:
                result = work()
            except BaseException as error:
                _tell(loop, answer, partial(answer.set_exception, error))
            else:
                _tell(loop, answer, partial(answer.set_result, result))

        self._jobs.put(job)
        return await answer

    def _start(self) -> None:
        self._started = True
        for number in range(self._size):
            threading.Thread(target=self._work, name=f"page-{number}", daemon=True).start()

    def _work(self) -> None:
        while True:
            self._jobs.get()()


def _tell(loop: asyncio.AbstractEventLoop, answer: "asyncio.Future[Result]", say: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(lambda: None if answer.done() else say())
