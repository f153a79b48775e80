"""Children of a process that has everything loaded: they begin in milliseconds, so that many may be killed."""

import json
import logging
import os
import signal
from collections.abc import Callable
from typing import Any

from django.db import connection, connections


def in_a_child(work: Callable[[], list[str]]) -> list[str]:
    """What the work returned in a process of its own; nothing where that was killed or broke."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        answer(work, writing)
    os.close(writing)
    with os.fdopen(reading) as heard:
        said = heard.read()
    os.waitpid(pid, 0)
    found: list[str] = json.loads(said) if said else []
    return found


def answer(work: Callable[[], list[str]], writing: int) -> None:
    """Never returns."""
    try:
        said = json.dumps(work()).encode()
        connections.close_all()
        with os.fdopen(writing, "wb") as out:
            out.write(said)
    except Exception:
        logging.exception("A child broke.")
        os._exit(1)
    os._exit(0)


def counted(work: Callable[[], object], kill_at: int | None = None) -> list[str]:
    """How many statements the work sends to the database; killed at the one of that number, it says nothing."""
    done = 0

    def count(execute: Any, *statement: Any) -> Any:
        nonlocal done
        if done == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        done += 1
        return execute(*statement)

    with connection.execute_wrapper(count):
        work()
    return [str(done)]


def spread(statements: int, times: int) -> list[int]:
    """The numbers of so many statements, evenly over all of them; of each where `times` is 0."""
    return sorted({number * statements // times for number in range(times)} if times else range(statements))
