"""A pool of threads for pages that does not delay the end of the process, with deadlines.

A thread cannot be stopped. One that is over its deadline is replaced, so that the pool keeps its size; it ends with its
page.
"""

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from dogclub.server.protocol import Scope

Result = TypeVar("Result")
MOST_LOST = 8  # threads over their deadline that are replaced


class TooBusy(Exception):
    """No thread became free in time; the work was not begun."""


class TooLong(Exception):
    """The work was begun and was not done in time; it may still be done."""


class Deadline(NamedTuple):
    """Seconds to wait for a thread, and then for the work to be done; None for any time."""

    begin: float | None = None
    end: float | None = None


NONE = Deadline()


@dataclass(eq=False)
class Job(Generic[Result]):
    """Work for a thread; `is_late` once the thread has been replaced."""

    work: Callable[[], Result]
    answer: "asyncio.Future[Result]"
    is_late: bool = False

    def run(self) -> None:
        """Do the work; give its result or its exception to whoever still waits for it."""
        try:
            result = self.work()
        except BaseException as error:
            self._resolve(partial(self.answer.set_exception, error))
        else:
            self._resolve(partial(self.answer.set_result, result))

    def _resolve(self, say: Callable[[], None]) -> None:
        loop = self.answer.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(lambda: None if self.answer.done() else say())


class Pool:
    """A fixed number of daemon threads; concurrent.futures would wait for each at exit, however long it takes.

    Client addresses take turns, so a client with many requests waits only behind its own.
    """

    def __init__(self, size: int, deadline: Deadline = NONE, name: str = "page") -> None:
        self._waiting: OrderedDict[str, deque[Job[Any]]] = OrderedDict()  # by address
        self._has_work = threading.Condition()
        self._size = size
        self._deadline = deadline
        self._name = name
        self._threads = 0
        self._lost = 0

    async def run(self, work: Callable[[], Result], address: str = "") -> Result:
        """Run the callable in one of the threads and return its result, or raise its exception. Raise TooBusy or
        TooLong after the deadline.
        """
        job: Job[Result] = Job(work, asyncio.get_running_loop().create_future())
        self._put(job, address)
        try:
            await asyncio.wait([job.answer], timeout=self._deadline.begin)
            if not job.answer.done():
                if self._withdraw(job, address):
                    raise TooBusy
                await asyncio.wait([job.answer], timeout=self._deadline.end)
            if not job.answer.done():
                self._replace_thread(job)
                raise TooLong
            return job.answer.result()
        finally:
            job.answer.cancel()  # nobody waits for it any more; no effect if it is done

    def _put(self, job: Job[Any], address: str) -> None:
        with self._has_work:
            while self._threads < self._size:
                self._start_thread()
            self._waiting.setdefault(address, deque()).append(job)
            self._has_work.notify()

    def _withdraw(self, job: Job[Any], address: str) -> bool:
        """Take back a job that no thread has begun; False if one has."""
        with self._has_work:
            jobs = self._waiting.get(address, deque())
            if job not in jobs:
                return False
            jobs.remove(job)
            if not jobs:
                del self._waiting[address]
            return True

    def _replace_thread(self, job: Job[Any]) -> None:
        """Start a thread in place of the one that is not done with its job, which ends when it is."""
        with self._has_work:
            if self._lost < MOST_LOST:
                self._lost += 1
                job.is_late = True
                self._start_thread()

    def _start_thread(self) -> None:
        self._threads += 1
        threading.Thread(target=self._work, name=f"{self._name}-{self._threads}", daemon=True).start()

    def _work(self) -> None:
        while True:
            job = self._next()
            job.run()
            with self._has_work:
                if job.is_late:
                    self._lost -= 1
                    self._threads -= 1
                    return
            del job  # and with it the response, which may be large

    def _next(self) -> Job[Any]:
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


# Threads for each kind of request, so that one kind that waits does not hold up another: writers for the database,
# readers for the storage of files, uploads for the picture that is read.


class Share(NamedTuple):
    """The number of threads, and the deadline of the work in them."""

    threads: int
    deadline: Deadline


A_PAGE = Deadline(begin=10, end=60)
A_PROBE = Deadline(begin=1.5, end=1.5)
LIVE, READY, READ, WRITE, UPLOAD, FILE = "live", "ready", "read", "write", "upload", "file"
SHARES = {
    LIVE: Share(1, A_PROBE),
    READY: Share(1, A_PROBE),
    READ: Share(6, A_PAGE),
    WRITE: Share(4, Deadline(begin=8, end=60)),  # begin: less than the timeout of SQLite’s lock
    UPLOAD: Share(2, Deadline(begin=30, end=90)),
    FILE: Share(2, A_PAGE),  # pieces of downloads
}
SAFE = ("GET", "HEAD", "OPTIONS")
FORMS = (b"", b"application/x-www-form-urlencoded", b"application/json")  # any other body is a file


def pools(shares: Mapping[str, Share] = SHARES) -> dict[str, Pool]:
    """Return the pool of each share."""
    return {name: Pool(share.threads, share.deadline, name) for name, share in shares.items()}


def share_of(scope: Scope) -> str:
    """Return the share of a request.

    >>> share_of({"path": "/health/live", "method": "GET", "headers": []})
    'live'
    >>> share_of({"path": "/c/kennel/photo/", "method": "POST", "headers": [(b"content-type", b"multipart/form-data")]})
    'upload'
    """
    if scope["path"].startswith("/health/"):
        return LIVE if scope["path"] == "/health/live" else READY
    if scope["method"] in SAFE:
        return READ
    content_type = dict(scope["headers"]).get(b"content-type", b"").partition(b";")[0].strip().lower()
    return WRITE if content_type in FORMS else UPLOAD
