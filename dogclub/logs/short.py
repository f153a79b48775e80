"""Logs a full disk or an unreachable database as one line each time, since the traceback would be of no use."""

import logging

from dogclub.database.away import is_away
from dogclub.database.full_disk import is_full


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
