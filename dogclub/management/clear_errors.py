"""Replaces the traceback of a command by one sentence where the person who runs it can fix the cause."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from django.core.exceptions import ImproperlyConfigured
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
        _stop(f"Dog Club cannot start: {error}")
    try:
        yield
    except (DatabaseError, OSError) as error:
        from dogclub.health.database import in_words, state

        trouble = in_words(error)
        if not trouble and isinstance(error, DatabaseError):
            trouble = state().trouble
        if not trouble:
            raise
        _stop(trouble)


def _stop(sentence: str) -> None:
    print(sentence, file=sys.stderr)
    sys.exit(2)
