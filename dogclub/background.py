"""A Celery worker inside the server process, so that `./run` needs neither Redis nor a second process (ADR 6).

`serve --no-worker` leaves the work to `celery -A dogclub worker` in another process. Either starts a watch thread that
runs the periodic tasks of `schedule`, such as finding jobs that the queue lost.
"""

import logging
import threading
import time
from datetime import timedelta
from importlib import import_module
from typing import Any

from celery.signals import worker_ready
from django.conf import settings
from django.db import connection

from dogclub import schedule
from dogclub.celery import app
from dogclub.jobs.worker.sweep import sweep

logger = logging.getLogger(__name__)
QUIET = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}


def start_worker() -> threading.Thread:
    """Start the worker and the watch as daemon threads, and return the worker's."""
    if settings.REDIS_URL:
        import_module("redis")  # here, since worker and live streams would otherwise import it at the same time
    # A daemon: an unfinished job is run again after the next start.
    thread = threading.Thread(target=work, name="background", daemon=True)
    thread.start()
    start_watch()
    return thread


def work() -> None:
    """Run the worker, and restart it when it stops: Celery gives up where Redis dies during a task, or where a message
    in the queue of files is read while it is being written. As that message is lost, all waiting jobs get another one.
    """
    while True:
        try:
            app.WorkController(app=app, hostname="dogclub@server", pool_cls="threads", concurrency=2, **QUIET).start()
        except (Exception, SystemExit):
            logger.exception("The background worker broke.")
        logger.warning("The background worker stopped; it is started again.")
        time.sleep(settings.JOB_SWEEP)
        try:
            sweep(lost_after=timedelta(0))
        except Exception:
            logger.exception("Messages for waiting jobs could not be sent again; the watch sends them in a minute.")
        connection.close()


def start_watch(**_: Any) -> None:
    """Start the thread of periodic tasks."""
    threading.Thread(target=watch, name="watch", daemon=True).start()


worker_ready.connect(start_watch)  # in a separate worker process


def watch() -> None:
    """Run the periodic tasks for as long as the process lives; errors are logged."""
    rounds = schedule.rounds()
    while True:
        for each in rounds:
            try:
                each.look()
            except Exception:
                logger.exception("%s did not work; it is tried again.", each.name)
        connection.close()
        time.sleep(settings.JOB_SWEEP)
