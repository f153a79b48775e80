"""Replaces the traceback of a command by one sentence where the person who runs it can fix the cause."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.db import DatabaseError


@contextmanager
def exit_with_message() -> Iterator[None]:
    """Load the settings and run the block; a wrong setting, an unusable database or a full disk ends the process with a
    sentence on stderr and exit status 2 instead of a traceback.
    """
    # Django itself would swallow the error and answer "unknown command".
    try:
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except ImproperlyConfigured as error:
        stop(f"Dog Club cannot start: {error}")
    try:
        yield
    except (DatabaseError, OSError) as error:
        from dogclub.operations.health.database import in_words

        trouble = in_words(error)
        if not trouble and isinstance(error, DatabaseError):
            trouble = _of_database()
        if not trouble:
            raise
        stop(trouble)


def unwritable(file: Path, error: OSError) -> CommandError:
    """Return the error of a command whose file cannot be written."""
    return CommandError(f"“{file}” cannot be written: {error.strerror}.")


def stop(sentence: str) -> NoReturn:
    """End the process with a sentence on stderr and exit status 2."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


def _of_database() -> str:
    """Return what is wrong with the database: unusable, or without the tables of this program; "" for neither. An error
    of a migration itself is shown whole.
    """
    from dogclub.management.server import OLDER
    from dogclub.operations.health.database import state

    found = state()
    lacks_tables = found.is_older and sys.argv[1:2] not in (["migrate"], ["start"])
    return found.trouble or (OLDER if lacks_tables else "")
