"""What is exempt from the limits on statements and locks that a server's connections have (ADR 60)."""

from django.db import DEFAULT_DB_ALIAS, connections


def lift_limits(alias: str = DEFAULT_DB_ALIAS) -> None:
    """For the rest of this transaction: it may take, and wait, as long as it needs. SQLite has no such limits."""
    connection = connections[alias]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
