"""Keeps personal data out of the logs: requests appear by route name, errors by type."""

import logging
import re
from collections.abc import Iterator
from traceback import TracebackException

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

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


def route_of(request: HttpRequest) -> str:
    """Return the name of the route, which is the same for every club; "none" where nothing matched."""
    match = request.resolver_match
    return (match.view_name or match.route) if match else "none"


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
