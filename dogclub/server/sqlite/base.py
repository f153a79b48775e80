"""Django's SQLite backend with a first-come, first-served queue of writers (see queue.py).

A transaction waits in the queue before BEGIN IMMEDIATE and leaves it after COMMIT, ROLLBACK or close; a write outside
any transaction queues for that statement alone. Reads never wait.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.operations import DatabaseOperations

from dogclub.server.sqlite.queue import Turn, WriterQueue, queue_of

Answer = TypeVar("Answer")
NOTICEABLE = 0.1  # seconds in the queue; SQLite’s timeout is not changed for less
WRITES = re.compile(
    r"\s*(?:INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|BEGIN|VACUUM|REINDEX|ANALYZE)\b", re.IGNORECASE
)


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
        timeout = self._timeout if self._patience is None else self._patience
        self._turn = self._queue.wait_for_turn(timeout)
        try:
            with self._busy_timeout(max(timeout - self._turn.waited, 0)):
                return run()
        finally:
            self._leave_unless_in_transaction()

    @property
    def _timeout(self) -> float:
        timeout: float = self.settings_dict["OPTIONS"].get("timeout", 5)
        return timeout

    @contextmanager
    def waiting_at_most(self, seconds: float) -> Iterator[None]:
        """Within the block, wait no longer for other writers than this."""
        self._patience = seconds
        try:
            yield
        finally:
            self._patience = None

    @contextmanager
    def _busy_timeout(self, seconds: float) -> Iterator[None]:
        """Let SQLite wait for other processes as long as the queue has left of the timeout."""
        if self._timeout - seconds < NOTICEABLE or self.connection is None:
            yield
            return
        self._wait_at_most(seconds)
        try:
            yield
        finally:
            self._wait_at_most(self._timeout)

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
