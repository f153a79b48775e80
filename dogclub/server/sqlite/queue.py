"""A first-come, first-served queue for the writers of this process to a SQLite file.

SQLite lets waiting writers race, so under load some wait a second while others overtake them. The queue only orders the
threads of a process: SQLite's own lock decides who may write, among processes too, and its busy timeout is the only one
(ADR 73). So a writer that hangs or is stopped, here or elsewhere, costs the others that timeout and no more.
"""

import os
import threading
import time
from collections import deque
from pathlib import Path


class Turn:
    """One writer's place in the queue; `ready` is set when it is first."""

    __slots__ = ("joined_at", "ready", "thread")

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.thread = threading.current_thread()
        self.joined_at = time.monotonic()

    @property
    def waited(self) -> float:
        """The seconds since this writer joined the queue."""
        return time.monotonic() - self.joined_at


class WriterQueue:
    """The queue of one database file within this process."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Empty the queue, as a forked child needs it: the waiting threads exist only in the parent."""
        self._mutex = threading.Lock()
        self._line: deque[Turn] = deque()

    def wait_for_turn(self, timeout: float) -> Turn:
        """Join the queue and wait until this thread is first, at most `timeout` seconds. Whether one that is not first
        may write then, SQLite decides.
        """
        turn = Turn()
        with self._mutex:
            self._line.append(turn)
            self._call_first()
        try:
            if not turn.ready.wait(timeout):
                self._drop_the_dead()
        except BaseException:
            self.leave(turn)
            raise
        return turn

    def leave(self, turn: Turn) -> None:
        """Remove the turn and call the next one."""
        with self._mutex:
            if turn in self._line:
                self._line.remove(turn)
                self._call_first()

    def _drop_the_dead(self) -> None:
        """Remove turns of threads that ended without leaving. Their connections went with them, and so their locks."""
        with self._mutex:
            while self._line and not self._line[0].thread.is_alive():
                self._line.popleft()
            self._call_first()

    def _call_first(self) -> None:
        if self._line:
            self._line[0].ready.set()

    def length(self) -> int:
        """Return how many threads of this process wait or write."""
        return len(self._line)


_queues: dict[Path, WriterQueue] = {}
_opening = threading.Lock()


def queue_of(database: Path) -> WriterQueue:
    """Return the queue of a database file, one for each file in this process."""
    with _opening:
        return _queues.setdefault(database.absolute(), WriterQueue())


def _after_fork() -> None:
    global _opening
    _opening = threading.Lock()
    for queue in _queues.values():
        queue.reset()


os.register_at_fork(after_in_child=_after_fork)
