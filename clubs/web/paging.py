"""Paging of lists."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest


def page_of(request: HttpRequest, rows: QuerySet[Any] | Sequence[Any], size: int = 50) -> Page[Any]:
    """Return the page of the query; the first for an invalid number, the last for one too high."""
    return Paginator(rows, size).get_page(request.GET.get("page"))
