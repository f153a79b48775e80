"""The number of database queries a page makes."""

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def queries(client: Client, path: str) -> int:
    """The number of queries for this page, including those for session and user, with an empty cache."""
    client.get(path)
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        response = client.get(path)
    assert response.status_code == 200
    return len(captured)
