"""One line for all who want to write to a SQLite file: first come, first served.

SQLite lets waiting writers race, so under load some wait a second while others walk past. Here the
threads of a process stand in one line, and the processes take numbered tickets from a file beside the
database. The line is a courtesy: SQLite's own lock still decides who may write, so a ticket lost to a
crash costs nothing but the order.
"""

import os
import threading
from collections import deque
from fcntl import LOCK_EX, LOCK_UN, lockf
from pathlib import Path

NUMBER = 8  # bytes of the file that hold the last ticket given out; ticket n locks byte NUMBER + n


class Turn:
    """One writer's place in the line."""

    __slots__ = ("called", "ticket")

    def __init__(self) -> None:
        self.called = threading.Event()
        self.ticket: int | None = None


class Tickets:
    """The line between processes: lock your own number, then wait for the number before it.

    The kernel drops the locks of a process that dies, and a forked child inherits none.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def take(self) -> int:
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
        lockf(self._file, LOCK_UN, 1, NUMBER + ticket)


class WriterQueue:
    """The line of one database file in this process."""

    def __init__(self, path: Path) -> None:
        self._tickets = Tickets(path)
        self.start_afresh()

    def start_afresh(self) -> None:
        """An empty line, as a forked child needs it: the threads that stood here stayed with the parent."""
        self._mutex = threading.Lock()
        self._line: deque[Turn] = deque()

    def wait_for_turn(self, patience: float) -> Turn:
        turn = Turn()
        with self._mutex:
            self._line.append(turn)
            if self._line[0] is turn:
                turn.called.set()
        try:
            while not turn.called.wait(patience):
                self._step_past_the_first(turn)
            turn.ticket = self._tickets.take()
        except BaseException:
            self.leave(turn)
            raise
        return turn

    def _step_past_the_first(self, turn: Turn) -> None:
        # Whoever is in front has kept everybody waiting too long, or died without leaving. Without a ticket it is
        # waiting itself, for a process that lives and writes, such as an import: nobody would get further past it.
        with self._mutex:
            first = self._line[0]
            if first is turn or first.ticket is None:
                return
            self._line.remove(turn)
            self._line[0] = turn
            self._tickets.give_back(first.ticket)
            turn.called.set()

    def leave(self, turn: Turn) -> None:
        with self._mutex:
            if turn not in self._line:
                return
            if turn.ticket is not None:
                self._tickets.give_back(turn.ticket)
            self._line.remove(turn)
            if self._line:
                self._line[0].called.set()

    def length(self) -> int:
        return len(self._line)


_queues: dict[Path, WriterQueue] = {}
_opening = threading.Lock()


def queue_of(database: Path) -> WriterQueue:
    path = database.absolute()
    with _opening:
        if path not in _queues:
            _queues[path] = WriterQueue(path.with_name(f"{path.name}-queue"))
        return _queues[path]


def _after_fork() -> None:
    global _opening
    _opening = threading.Lock()
    for queue in _queues.values():
        queue.start_afresh()


os.register_at_fork(after_in_child=_after_fork)
