"""Check the query plans of PostgreSQL: a test fails if the app runs a statement for which no index can be used.

Each statement is explained once a run for each place in the code, after the test that ran it first, in a database of
meaningless rows. Sequential scans, hash joins and merge joins are disabled there, so a plan without an index condition
means that no index serves the statement. See docs/developers/testing.md, “Query plans”.
"""

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any

from django.db.backends.signals import connection_created

from tests.databases import RUN
from tests.plans_database import ROWS, url_of_plans
from tests.whole_tables import FEW, FIXED, MAY_READ_ALL

ROOT = Path(__file__).resolve().parent.parent
OURS = tuple(f"{ROOT}/{package}/" for package in ("clubs", "games", "leagues", "dogclub"))
TESTS = f"{ROOT}/tests/"
EXPLAINED = Path(tempfile.gettempdir(), f"{RUN}.explained")
READS = re.compile(r"\s*(?:SELECT|UPDATE|DELETE|WITH)\b", re.IGNORECASE)
LISTS = re.compile(r"\((?:\(?%s\)?(?:, )?)+\)")
# Reading a row costs more than finding it, as in tables that are larger than these.
A_ROW = 100
SETTINGS = f"-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off -c cpu_tuple_cost={A_ROW}"
NOTHING_BUT_NULL = re.compile(r"\(\w+ IS (?:NOT )?NULL\)")
SOME = ROWS / 100
NODES = ("Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Index Scan")

Node = dict[str, Any]


@dataclass(frozen=True)
class Statement:
    """A statement the app ran. `place` is the function that ran it, as `dogclub/jobs/take_next.py:sweep`."""

    sql: str
    params: Any
    place: str


class Collector:
    """Records the statements of every connection; `new` are those not yet explained."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.new: list[Statement] = []

    def watch(self, connection: Any, **_: Any) -> None:
        if self.note not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.note)

    def note(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute wrapper: record the statement if its SQL is new, whatever the number of values in its lists."""
        if sql not in self.seen and READS.match(sql) and (place := place_of(sys._getframe(1))):
            self.seen.add(sql)
            if (alike := LISTS.sub("(%s)", sql)) not in self.seen or alike == sql:
                self.seen.add(alike)
                self.new.append(Statement(sql, params[0] if many and params else params, place))
        return execute(sql, params, many, context)


def place_of(frame: FrameType | None) -> str:
    """The innermost function of the app on the call stack; empty if a test ran the statement itself."""
    while frame:
        name = frame.f_code.co_filename
        if name.startswith(OURS):
            return f"{name.removeprefix(f'{ROOT}/')}:{frame.f_code.co_name}"
        if name.startswith(TESTS) and not name.endswith("/plans.py"):
            return ""
        frame = frame.f_back
    return ""


class Planner:
    """Asks PostgreSQL for the plan of a statement."""

    @cached_property
    def connection(self) -> Any:
        import psycopg
        from django.db import connection
        from django.db.backends.postgresql.base import Cursor

        any_cursor: Any = Cursor
        context = connection.get_connection_params()["context"]
        return psycopg.connect(
            url_of_plans(), autocommit=True, options=SETTINGS, cursor_factory=any_cursor, context=context
        )

    def faults(self, statement: Statement) -> Iterator[str]:
        """A sentence for each table that the statement would read completely."""
        for node, above, table in nodes(self.plan(statement)):
            if table not in FIXED and (statement.place, table) not in MAY_READ_ALL and is_whole(node, above):
                yield f"{statement.place} reads all of {table} ({node['Node Type']})"

    def plan(self, statement: Statement) -> Node:
        """The root of the statement's plan; an empty node if the statement refers to tables as they were before a
        migration.
        """
        import psycopg

        try:
            found = self.connection.execute(f"EXPLAIN (FORMAT JSON) {statement.sql}", statement.params).fetchone()
        except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn):
            return {"Node Type": "None"}
        plan: Node = found[0][0]["Plan"]
        return plan


def nodes(node: Node, above: Node | None = None, table: str = "") -> Iterator[tuple[Node, Node, str]]:
    """Each node of a plan with its parent node (or {}) and the table it reads."""
    table = node.get("Relation Name", table)
    yield node, above or {}, table
    for below in node.get("Plans", ()):
        yield from nodes(below, node, table)


def is_whole(node: Node, above: Node) -> bool:
    """Whether a node reads its whole table or index. It does not if it has an index condition, if it is combined with
    another index that has one, if its index covers few rows, or if a Limit above it reads only the first rows in index
    order, unfiltered.
    """
    if node["Node Type"] not in NODES:
        return False
    if above.get("Node Type") == "BitmapAnd":
        return not any(map(is_found, above["Plans"]))
    is_first = above.get("Node Type") == "Limit" and "Filter" not in node
    is_index = node["Node Type"] != "Seq Scan"
    return not (is_index and (is_first or is_found(node) or node.get("Index Name") in FEW))


def is_found(node: Node) -> bool:
    """Whether a node finds its rows by an index condition. `IS NULL` does not count where it is true of many rows."""
    condition = node.get("Index Cond", "")
    read = max(node["Plan Rows"], node["Total Cost"] / A_ROW)  # without and with the rows that a filter removes
    return bool(condition) and (read <= SOME or not NOTHING_BUT_NULL.fullmatch(condition))


collector, planner = Collector(), Planner()


def begin() -> None:
    connection_created.connect(collector.watch)


def end() -> None:
    if "connection" in vars(planner):
        planner.connection.close()


def faults() -> list[str]:
    """The faults of all statements recorded since the last call."""
    new, collector.new = collector.new, []
    return [f"{fault}:\n    {each.sql}" for each in new if is_first(each) for fault in planner.faults(each)]


def is_first(statement: Statement) -> bool:
    """Whether no worker has explained this statement for this place yet; marks it as explained."""
    EXPLAINED.mkdir(exist_ok=True)
    try:
        (EXPLAINED / sha256(f"{statement.place} {statement.sql}".encode()).hexdigest()).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
