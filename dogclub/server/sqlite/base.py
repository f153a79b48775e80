"""Django's SQLite backend with a first-come, first-served queue for the writers of this process.

SQLite lets waiting writers race, so under load some wait a second while others overtake them. The queue only orders the
threads of a process: SQLite's own lock decides who may write, among processes too, and its busy timeout is the only one
(ADR 73). So a writer that hangs or is stopped, here or elsewhere, costs the others that timeout and no more.

A transaction waits in the queue before BEGIN IMMEDIATE and leaves it after COMMIT, ROLLBACK or close; a write outside
any transaction queues for that statement alone. Reads never wait.
"""

import os
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.operations import DatabaseOperations

Answer = TypeVar("Answer")
NOTICEABLE = 0.1  # seconds in the queue; SQLite’s timeout is not changed for less
WRITES = re.compile(
    r"\s*(?:INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|BEGIN|VACUUM|REINDEX|ANALYZE)\b", re.IGNORECASE
)


class Turn:
    """One writer's place in the queue; `joined_at` is the monotonic clock's, `ready` is set when it is first."""

    __slots__ = ("joined_at", "ready", "thread")

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.thread = threading.current_thread()
        self.joined_at = time.monotonic()


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


class QueuedCursor(base.SQLiteCursorWrapper):
    """A cursor whose writes wait for their turn in the queue."""

    wrapper: "DatabaseWrapper"

    def execute(self, query: str, params: Any = None) -> Any:
        return self.wrapper.in_turn(query, lambda: super(QueuedCursor, self).execute(query, params))

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        return self.wrapper.in_turn(query, lambda: super(QueuedCursor, self).executemany(query, param_list))


class Operations(DatabaseOperations):
    """Faster conversion of dates and UUIDs read from the database: a sheet has a hundred of each, and the same ids
    again after each tap.
    """

    def convert_datetimefield_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if type(value) is datetime and value.tzinfo is None and connection.timezone is UTC:
            return value.replace(tzinfo=UTC)
        return super().convert_datetimefield_value(value, expression, connection)

    def convert_uuidfield_value(self, value: Any, expression: Any, connection: Any) -> UUID | None:
        return None if value is None else _uuid(value)


_uuid = lru_cache(4096)(UUID)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits in the queue before it writes and leaves it when its transaction ends."""

    ops_class = Operations
    _queue: WriterQueue | None = None
    _turn: Turn | None = None
    _patience: float | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        # A database in memory belongs to one process, and only tests have one.
        self._queue = None if self.is_in_memory_db() else queue_of(Path(self.settings_dict["NAME"]))
        return super().get_new_connection(conn_params)

    def create_cursor(self, name: str | None = None) -> Any:
        cursor = self.connection.cursor(factory=QueuedCursor)
        cursor.wrapper = self
        return cursor

    def in_turn(self, query: str, run: Callable[[], Answer]) -> Answer:
        """Run a statement, after waiting in the queue if it begins to write."""
        if self._turn or self._queue is None or not WRITES.match(query):
            return run()
        usual: float = self.settings_dict["OPTIONS"].get("timeout", 5)
        timeout = usual if self._patience is None else self._patience
        self._turn = self._queue.wait_for_turn(timeout)
        left = max(timeout - (time.monotonic() - self._turn.joined_at), 0)
        try:
            if usual - left < NOTICEABLE or self.connection is None:
                return run()
            with self._busy_timeout(left, usual):
                return run()
        finally:
            self._leave_unless_in_transaction()

    @contextmanager
    def waiting_at_most(self, seconds: float) -> Iterator[None]:
        """Within the block, wait no longer for other writers than this."""
        self._patience = seconds
        try:
            yield
        finally:
            self._patience = None

    @contextmanager
    def _busy_timeout(self, left: float, usual: float) -> Iterator[None]:
        """Let SQLite wait for other processes as long as the queue has left of the timeout; seconds."""
        self._wait_at_most(left)
        try:
            yield
        finally:
            self._wait_at_most(usual)

    def _wait_at_most(self, seconds: float) -> None:
        if self.connection:
            self.connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    def _leave_unless_in_transaction(self) -> None:
        if not (self.connection and self.connection.in_transaction):
            self._leave()

    def _leave(self) -> None:
        turn, self._turn = self._turn, None
        if turn and self._queue is not None:
            self._queue.leave(turn)

    def commit(self) -> None:
        try:
            super().commit()
        finally:
            self._leave_unless_in_transaction()

    def rollback(self) -> None:
        try:
            super().rollback()
        finally:
            self._leave_unless_in_transaction()

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._leave()


def database_file(connection: Any) -> Path | None:
    """Return the path of the SQLite file; None for a database in memory or another vendor."""
    # Not by isinstance: `django.db.connection` is a proxy.
    if connection.vendor != "sqlite" or connection.is_in_memory_db():
        return None
    return Path(connection.settings_dict["NAME"])
