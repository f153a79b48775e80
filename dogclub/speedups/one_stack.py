"""All calls of a thread, or of a command, lie in one piece of memory.

Python takes memory for calls in pieces of 16 kB and gives back the last one as soon as it is empty. Where a loop
happens to stand at the end of one, each call in it takes a piece from the system and gives it back, which can be a
fifth of the time of a page (ADR 92).
"""

from collections.abc import Callable
from functools import wraps
from threading import Thread
from typing import ParamSpec, TypeVar

from django.core.management.base import BaseCommand

# Words of memory that the outermost call asks for: with them Python takes 1 MB at once, of which half is left for the
# calls inside it. The system provides what is used of it.
WORDS = 66_000
P = ParamSpec("P")
R = TypeVar("R")
run, execute = Thread.run, BaseCommand.execute


def connect() -> None:
    """Begin every thread and every command with such a piece."""
    for kind, name, function in ((Thread, "run", run), (BaseCommand, "execute", execute)):
        setattr(kind, name, in_one_piece(function))


def in_one_piece(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function, called with one piece of memory for all calls inside it."""

    def call(*args: P.args, **named: P.kwargs) -> R:
        return function(*args, **named)

    call.__code__ = call.__code__.replace(co_stacksize=WORDS)
    return wraps(function)(call)
