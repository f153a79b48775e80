"""How many queries a page costs, by whoever asks."""

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def queries(client: Client, path: str) -> int:
    """Session and person included, nothing kept from an earlier look."""
    client.get(path)
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        response = client.get(path)
    assert response.status_code == 200
    return len(captured)
