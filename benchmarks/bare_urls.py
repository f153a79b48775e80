"""Dog Club's routes, and the bare views that benchmarks compare them with."""

import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from dogclub.urls import urlpatterns as base
from games.live import match_topic, publish
from games.match.pages import match as page
from games.models import TabletPass

Page = tuple[list[tuple[str, tuple[Any, ...]]], bytes]
PAGES: dict[str, Page] = {}


@require_POST
@login_required
@transaction.atomic
def insert(request: HttpRequest, match: str) -> HttpResponse:
    """Insert one row for a signed-in user with Django's own means and nothing else."""
    return HttpResponse(TabletPass.objects.create(match_id=match, created_by_id=request.user.pk).pk.hex)


@csrf_exempt
def insert_for_nobody(request: HttpRequest, match: str) -> HttpResponse:
    """Insert one row without any check: no session, account or CSRF token."""
    return HttpResponse(TabletPass.objects.create(match_id=match).pk.hex)


@login_required
def queries(request: HttpRequest, match: str) -> HttpResponse:
    """Run the SQL of a match's page for a signed-in user, and answer with the page's own bytes."""
    return run(request, match)


def queries_for_nobody(request: HttpRequest, match: str) -> HttpResponse:
    """Run the SQL of a match's page, including that for session and account, without `login_required`."""
    return run(request, match)


@csrf_exempt
def told(request: HttpRequest, match: UUID, version: int) -> HttpResponse:
    """Publish a version of a match that nobody has written; the response is the time just before, by
    `time.perf_counter`.
    """
    now = time.perf_counter()
    publish({match_topic(match): version})
    return HttpResponse(str(now))


def run(request: HttpRequest, match: str) -> HttpResponse:
    """Run the statements of the page at this path, recorded on the first request, and answer with its bytes."""
    statements, body = PAGES[request.path] if request.path in PAGES else _learn(request, match)
    with connection.cursor() as cursor:
        for sql, params in statements:
            cursor.execute(sql, params)
            cursor.fetchall()
    return HttpResponse(body)


def _learn(request: HttpRequest, match: str) -> Page:
    """Render the page once and record its SQL statements and its bytes."""
    statements: list[tuple[str, tuple[Any, ...]]] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        statements.append((sql, tuple(params or ())))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        answer = page(request, pk=match)
    assert isinstance(answer, HttpResponse)
    PAGES[request.path] = statements, answer.content
    return PAGES[request.path]


urlpatterns = [
    path("bare/insert/<uuid:match>", insert),
    path("bare/insert-for-nobody/<uuid:match>", insert_for_nobody),
    path("bare/queries/<uuid:match>", queries),
    path("bare/queries-for-nobody/<uuid:match>", queries_for_nobody),
    path("bare/tell/<uuid:match>/<int:version>", told),
    *base,
]
