"""A full disk is one line of the log each time: where it happened tells nobody anything."""

import logging

from dogclub.full_disk import is_full


class Short(logging.Filter):
    """Takes the traceback off what broke for want of room, and says so instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error and is_full(error):
            record.msg, record.args = f"{record.getMessage()} (the disk is full; nothing of it was written)", ()
            record.exc_info = record.exc_text = None
        return True
