"""Keeps people out of the logs: pages go by the name of their route, errors by their kind."""

import logging
import re
from collections.abc import Iterator
from traceback import TracebackException

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

# Errors whose words tell of code or machines; the words of any other may quote what somebody typed.
TELLING = (
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
    """The name of the page, which is the same for every club; "none" where no page is."""
    match = request.resolver_match
    return (match.view_name or match.route) if match else "none"


class Discreet(logging.Filter):
    """Django names the path of a page that broke or was refused, and the path names the club."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            paths = {request.path, request.get_full_path()}
            record.args = tuple(route_of(request) if each in paths else each for each in record.args)
        return True


def masked(text: str) -> str:
    """The last line of defence, for what a library put into its message."""
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text


def traceback_of(error: BaseException) -> str:
    """Where it broke, line by line, for the error and whatever it came from."""
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
    """The kind of error, with its first line only where that cannot quote anybody."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    words = str(error).strip().splitlines() if isinstance(error, TELLING) else []
    return f"{name}: {masked(words[0])}" if words else name
