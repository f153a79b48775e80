"""A list, one page at a time."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest


def page_of(request: HttpRequest, rows: QuerySet[Any] | Sequence[Any], size: int = 50) -> Page[Any]:
    """The page asked for; nonsense gives the first page, too far gives the last."""
    return Paginator(rows, size).get_page(request.GET.get("page"))
