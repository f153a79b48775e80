"""Log formatters: one event as a line of text, or as a line of JSON, with the route of the request it belongs to."""

import logging
import re
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from traceback import TracebackException
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

from dogclub.database import is_away, is_full

if TYPE_CHECKING:
    from pythonjsonlogger.json import JsonFormatter

CURRENT: ContextVar[HttpRequest | None] = ContextVar("request", default=None)  # what this thread is answering


def route_of(request: HttpRequest) -> str:
    """Return the name of the route, which is the same for every club; "none" where nothing matched."""
    match = request.resolver_match
    return (match.view_name or match.route) if match else "none"


# Log formatters: one event as a line of text, or as a line of JSON.


# Keeps personal data out of the logs: requests appear by route name, errors by type.


# Errors whose messages are about code or machines; those of other types may quote user input.
SAFE_ERRORS = (
    *(AttributeError, ImportError, MemoryError, NameError, TypeError),
    *(OSError, ImproperlyConfigured, InterfaceError, OperationalError),
)
MASKS = (
    (re.compile(r"[^\s<>\"'(),;:=]+@[^\s<>\"'(),;]+"), "[address]"),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"), "[address]"),
    (re.compile(r"(?<=/)(?:c|join|watch|tablet)/[^\s/'\"]+"), "[page]"),
    (re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])[\w-]{40,}(?:[:.][\w-]+)*"), "[secret]"),
)


class RouteFilter(logging.Filter):
    """Replaces the path in Django's messages about a failed or refused request by the route name, since the path
    contains the club's slug.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            paths = {request.path, request.get_full_path()}
            record.args = tuple(route_of(request) if each in paths else each for each in record.args)
        return True


def masked(text: str) -> str:
    """Replace addresses, paths with slugs or tokens, and long secrets in a text; the last safeguard, for messages of
    libraries.
    """
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text


def traceback_of(error: BaseException) -> str:
    """Return the traceback of the error and of its causes, without their messages where those may quote input."""
    return "\n".join(_lines(TracebackException.from_exception(error), error))


def _lines(traceback: TracebackException, error: BaseException) -> Iterator[str]:
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = traceback.__cause__ or (None if traceback.__suppress_context__ else traceback.__context__)
    if earlier is not None and before is not None:
        yield from _lines(before, earlier)
        yield "Which led to:"
    yield from ("".join(traceback.stack.format())).rstrip().splitlines()
    yield name_of(error)


def name_of(error: BaseException) -> str:
    """Return the type of the error, with the first line of its message only for types that cannot quote user input."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    words = str(error).strip().splitlines() if isinstance(error, SAFE_ERRORS) else []
    return f"{name}: {masked(words[0])}" if words else name


Caught: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Line(logging.Formatter):
    """`time LEVEL logger [request]: message`. Further lines, as of a traceback, begin with a tab, so that no text can
    pass for another event. With `unmasked`, for development, nothing is masked.
    """

    def __init__(self, *, unmasked: bool = False) -> None:
        form = "{asctime} {levelname} {name}{where}: {message}"
        super().__init__(form, datefmt="%Y-%m-%dT%H:%M:%S%z", style="{")
        self.unmasked = unmasked

    def format(self, record: logging.LogRecord) -> str:
        number = getattr(record, "request_id", None)
        record.where = f" [{number}]" if number else ""
        line = "\n\t".join(super().format(record).splitlines())
        return line if self.unmasked else masked(line)

    def formatException(self, ei: Any) -> str:
        return super().formatException(ei) if self.unmasked else traceback_of(ei[1])


def json_lines(*, unmasked: bool = False) -> "JsonFormatter":
    """Return the formatter for LOG_FORMAT=json, which is imported only when used."""
    from pythonjsonlogger.json import JsonFormatter

    class Json(JsonFormatter):
        def formatException(self, ei: Caught) -> str | list[str]:  # type: ignore[override]
            return super().formatException(ei) if unmasked or ei[1] is None else traceback_of(ei[1])

        def format(self, record: logging.LogRecord) -> str:
            line = super().format(record)
            return line if unmasked else masked(line)

        def add_fields(self, fields: dict[str, Any], record: logging.LogRecord, extra: dict[str, Any]) -> None:
            fields["time"] = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
            fields |= {"level": record.levelname, "logger": record.name, "message": record.getMessage()}
            fields |= {name: getattr(record, name) for name in FIGURES if getattr(record, name, None) is not None}
            fields |= {"error": extra["exc_info"]} if extra.get("exc_info") else {}

    return Json(json_ensure_ascii=False)


# Fields of an event beside its message: those of requests and of the security log.
FIGURES = (
    *("request_id", "route", "method", "status", "ms", "bytes"),
    *("event", "account", "address", "key", "subject", "detail"),
)


# Logs a full disk or an unreachable database as one line each time, since the traceback would be of no use.


class TracebackFilter(logging.Filter):
    """Replaces the traceback by the reason where the disk is full or the database unreachable."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        why = reason(error) if error else ""
        if why:
            record.msg, record.args = f"{record.getMessage()} ({why})", ()
            record.exc_info = record.exc_text = None
        return True


def reason(error: BaseException) -> str:
    """Return the reason, or "" for any other error."""
    if is_full(error):
        return "the disk is full; nothing of it was written"
    return "the database does not answer" if is_away(error) else ""
