"""Forked children of a process that has everything loaded: they start in milliseconds, so that many can be killed."""

import json
import logging
import os
import signal
from collections.abc import Callable
from typing import Any

from django.db import connection, connections


def in_a_child(work: Callable[[], list[str]]) -> list[str]:
    """Return what `work` returned in a forked process; an empty list where that process was killed or failed."""
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
    """Run `work` and write its result to the pipe `writing` as JSON; never returns, but exits."""
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
    """Return the number of statements that `work` sends to the database, as the only item of a list. With `kill_at`,
    the process kills itself before the statement of that number, from 0.
    """
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
    """The numbers of `times` statements, spread evenly over all of them; of every statement where `times` is 0."""
    return sorted({number * statements // times for number in range(times)} if times else range(statements))
