"""A pool of threads for pages that does not delay the end of the process."""

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import TypeVar

Result = TypeVar("Result")
Job = Callable[[], None]


class Pool:
    """A fixed number of daemon threads; concurrent.futures would wait for each at exit, however long it takes.

    Client addresses take turns, so a client with many requests waits only behind its own.
    """

    def __init__(self, size: int) -> None:
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()  # by address
        self._has_work = threading.Condition()
        self._size = size
        self._started = False

    async def run(self, work: Callable[[], Result], address: str = "") -> Result:
        """Run the callable in one of the threads and return its result, or raise its exception."""
        if not self._started:
            self._start()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Result] = loop.create_future()

        def job() -> None:
            try:
                result = work()
            except BaseException as error:
                _resolve(loop, answer, partial(answer.set_exception, error))
            else:
                _resolve(loop, answer, partial(answer.set_result, result))

        with self._has_work:
            self._waiting.setdefault(address, deque()).append(job)
            self._has_work.notify()
        return await answer

    def _start(self) -> None:
        self._started = True
        for number in range(self._size):
            threading.Thread(target=self._work, name=f"page-{number}", daemon=True).start()

    def _work(self) -> None:
        while True:
            self._next()()

    def _next(self) -> Job:
        """Wait for and return the first job of the address whose turn it is; the address then goes to the end of the
        queue.
        """
        with self._has_work:
            while not self._waiting:
                self._has_work.wait()
            address, jobs = self._waiting.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._waiting[address] = jobs
            return job


def _resolve(loop: asyncio.AbstractEventLoop, answer: "asyncio.Future[Result]", say: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(lambda: None if answer.done() else say())
