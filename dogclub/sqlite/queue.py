"""A first-come, first-served queue for all writers of a SQLite file.

SQLite lets waiting writers race, so under load some wait a second while others overtake them. Here the threads of a
process wait in one queue, and processes take numbered tickets from a file beside the database. SQLite's own lock still
decides who may write, so a ticket lost in a crash costs nothing but the order.
"""

import os
import threading
from collections import deque
from fcntl import LOCK_EX, LOCK_UN, lockf
from pathlib import Path

NUMBER = 8  # bytes of the file that hold the last ticket issued; ticket n locks byte NUMBER + n


class Turn:
    """One writer's place in the queue; `ready` is set when it is first, `ticket` is its number among the processes."""

    __slots__ = ("ready", "ticket")

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.ticket: int | None = None


class Tickets:
    """The queue between processes: each locks the byte of its own ticket, then waits for the lock of the ticket before
    it.

    The kernel releases the locks of a process that dies, and a forked child inherits none.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def take(self) -> int:
        """Take the next ticket, wait until the ticket before it is given back, and return it."""
        lockf(self._file, LOCK_EX, NUMBER, 0)
        try:
            ticket = int.from_bytes(os.pread(self._file, NUMBER, 0), "big") + 1
            lockf(self._file, LOCK_EX, 1, NUMBER + ticket)
            os.pwrite(self._file, ticket.to_bytes(NUMBER, "big"), 0)
        finally:
            lockf(self._file, LOCK_UN, NUMBER, 0)
        lockf(self._file, LOCK_EX, 1, NUMBER + ticket - 1)
        lockf(self._file, LOCK_UN, 1, NUMBER + ticket - 1)
        return ticket

    def give_back(self, ticket: int) -> None:
        """Release the lock of the ticket, so that the next one's turn comes."""
        lockf(self._file, LOCK_UN, 1, NUMBER + ticket)


class WriterQueue:
    """The queue of one database file within this process."""

    def __init__(self, path: Path) -> None:
        self._tickets = Tickets(path)
        self.reset()

    def reset(self) -> None:
        """Empty the queue, as a forked child needs it: the waiting threads exist only in the parent."""
        self._mutex = threading.Lock()
        self._line: deque[Turn] = deque()

    def wait_for_turn(self, timeout: float) -> Turn:
        """Wait until this thread is first, at most `timeout` seconds behind a writer that holds a ticket, then take a
        ticket.
        """
        turn = Turn()
        with self._mutex:
            self._line.append(turn)
            if self._line[0] is turn:
                turn.ready.set()
        try:
            while not turn.ready.wait(timeout):
                self._overtake_first(turn)
            turn.ticket = self._tickets.take()
        except BaseException:
            self.leave(turn)
            raise
        return turn

    def _overtake_first(self, turn: Turn) -> None:
        # The first one has taken too long, or its thread died without leaving. If it has no ticket yet it is waiting
        # for a process that lives and writes, such as an import, and overtaking it would gain nothing.
        with self._mutex:
            first = self._line[0]
            if first is turn or first.ticket is None:
                return
            self._line.remove(turn)
            self._line[0] = turn
            self._tickets.give_back(first.ticket)
            turn.ready.set()

    def leave(self, turn: Turn) -> None:
        """Remove the turn, give its ticket back and call the next one. No effect for a turn that was overtaken."""
        with self._mutex:
            if turn not in self._line:
                return
            if turn.ticket is not None:
                self._tickets.give_back(turn.ticket)
            self._line.remove(turn)
            if self._line:
                self._line[0].ready.set()

    def length(self) -> int:
        """Return how many threads of this process wait or write."""
        return len(self._line)


_queues: dict[Path, WriterQueue] = {}
_opening = threading.Lock()


def queue_of(database: Path) -> WriterQueue:
    """Return the queue of a database file, one for each file in this process."""
    path = database.absolute()
    with _opening:
        if path not in _queues:
            _queues[path] = WriterQueue(path.with_name(f"{path.name}-queue"))
        return _queues[path]


def _after_fork() -> None:
    global _opening
    _opening = threading.Lock()
    for queue in _queues.values():
        queue.reset()


os.register_at_fork(after_in_child=_after_fork)
