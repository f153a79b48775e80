"""A full disk, or a database that is away, is one line of the log each time: where it was met tells nobody anything."""

import logging

from dogclub.database.away import is_away
from dogclub.database.full_disk import is_full


class Short(logging.Filter):
    """Takes the traceback off what broke for want of room or of a database, and says so instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        why = reason(error) if error else ""
        if why:
            record.msg, record.args = f"{record.getMessage()} ({why})", ()
            record.exc_info = record.exc_text = None
        return True


def reason(error: BaseException) -> str:
    if is_full(error):
        return "the disk is full; nothing of it was written"
    return "the database does not answer" if is_away(error) else ""
