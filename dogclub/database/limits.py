"""Lifts the statement and lock timeouts that a server's connections have (ADR 60)."""

from django.db import DEFAULT_DB_ALIAS, connections


def lift_limits(alias: str = DEFAULT_DB_ALIAS) -> None:
    """Lift both timeouts for the rest of this transaction. SQLite has no such timeouts."""
    connection = connections[alias]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
