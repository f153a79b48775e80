"""Keyset pagination: the thousandth page costs what the first one does, since no earlier rows are counted.

    page(request, club.nights.all(), "-starts_at", night_json, "nights")
    -> {"nights": [...], "next": "https://…?cursor=…&limit=50"}, `next` null on the last page

`key` is a field that is never null, with "-" for descending; the primary key, in the same direction, decides between
equal values. There should be an index of both. `?limit=` is 1 to 200, by default 50. Raises Problem.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from django.core.signing import BadSignature, Signer
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request

from dogclub.api.http.problems import Problem

Row = TypeVar("Row", bound=Model)
USUAL, MOST_ROWS = 50, 200


def page(request: Request, rows: QuerySet[Row], key: str, to_json: Callable[[Row], Any], name: str) -> dict[str, Any]:
    """Return a page of rows and the URL of the next."""
    limit = _limit(request)
    page_rows = list(after(rows, key, request.query_params.get("cursor", ""))[: limit + 1])
    shown = page_rows[:limit]
    more = _next(request, shown[-1], key.lstrip("-")) if len(page_rows) > limit else None
    return {name: [to_json(row) for row in shown], "next": more}


def piece(request: Request, rows: Sequence[Any], name: str) -> dict[str, Any]:
    """Return a page of a list that is in memory."""
    limit, start = _limit(request), 0
    signer = Signer(salt=f"dogclub.cursor.{name}")
    if cursor := request.query_params.get("cursor", ""):
        with _our_cursor():
            start = int(signer.unsign(cursor))
    end = start + limit
    return {name: rows[start:end], "next": _address(request, signer.sign(str(end))) if len(rows) > end else None}


def after(rows: QuerySet[Row], key: str, cursor: str) -> QuerySet[Row]:
    """Return the rows in order, after the one that the cursor names."""
    field, sign = key.lstrip("-"), "-" if key.startswith("-") else ""
    ordered = rows.order_by(*dict.fromkeys((key, f"{sign}pk")))
    if not cursor:
        return ordered
    value, pk = _read(rows.model, field, cursor)
    beyond = "lt" if sign else "gt"
    # The first condition lets the database start in an index; the second excludes equal values before the cursor.
    return ordered.filter(
        Q(**{f"{field}__{beyond}e": value}), Q(**{f"{field}__{beyond}": value}) | Q(**{f"pk__{beyond}": pk})
    )


def _limit(request: Request) -> int:
    text = request.query_params.get("limit", str(USUAL))
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and 1 <= int(text) <= MOST_ROWS):
        raise Problem(
            "limit",
            _("A page has 1 to {most} rows: write the number after limit=.").format(most=MOST_ROWS),
            field="limit",
        )
    return int(text)


def _next(request: Request, row: Model, field: str) -> str:
    values = [each.value_to_string(row) for each in _fields(type(row), field)]
    return _address(request, _signer(type(row), field).sign_object(values))


def _address(request: Request, cursor: str) -> str:
    query = request.query_params.copy()
    query["cursor"] = cursor
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _read(model: type[Model], field: str, cursor: str) -> list[Any]:
    with _our_cursor():
        texts = _signer(model, field).unsign_object(cursor)
    return [each.to_python(text) for each, text in zip(_fields(model, field), texts, strict=True)]


@contextmanager
def _our_cursor() -> Iterator[None]:
    try:
        yield
    except (BadSignature, ValueError) as error:
        raise Problem("cursor", _("No list goes on from there: take the cursor from next."), field="cursor") from error


def _fields(model: type[Model], field: str) -> list[Any]:
    meta: Any = model._meta
    return [meta.pk if field == "pk" else meta.get_field(field), meta.pk]


def _signer(model: type[Model], field: str) -> Signer:
    """Return the signer of cursors: only our own are accepted, so that values cannot be made up."""
    return Signer(salt=f"dogclub.cursor.{model._meta.label}.{field}")
