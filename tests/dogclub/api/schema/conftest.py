"""Fixtures of the Schemathesis tests: one World and one OpenAPI document per file.

Schemathesis is imported inside the fixtures, since its import takes a second.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

if TYPE_CHECKING:
    from schemathesis.specs.openapi.schemas import OpenApiSchema

    from tests.dogclub.api.schema.world import World


@contextmanager
def one_connection() -> Iterator[None]:
    """Keep Django from closing the connection between requests: all requests share one transaction."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in ends:
            signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def schema(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> "OpenApiSchema":
    import schemathesis

    from tests.dogclub.api.schema.operations import CONFIG

    with django_db_blocker.unblock():
        return schemathesis.openapi.from_wsgi("/api/v1/schema", get_wsgi_application(), config=CONFIG)


@pytest.fixture(scope="module")
def world(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> "Iterator[World]":
    from tests.dogclub.api.schema.world import a_world

    files = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("files"))
    with files, django_db_blocker.unblock(), one_connection(), transaction.atomic():
        yield a_world()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def name_of_old(request: pytest.FixtureRequest) -> None:
    """Set the attribute `_nodeid`, which Schemathesis 4.32 reads and pytest 9.2 calls `nodeid`."""
    request.node._nodeid = request.node.nodeid
