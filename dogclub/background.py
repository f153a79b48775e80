"""The background worker inside the server process, so that `./run` needs neither Redis nor a second process (ADR 6).

Threads run the jobs of each queue (`threads.py`). With Redis, the work for which a message is sent goes through a
Celery worker in one more thread. `serve --no-worker` leaves all that to `celery -A dogclub worker` in another process.
Either starts a watch thread that runs the periodic tasks of `schedule`.
"""

import logging
import shutil
import threading
import time
from importlib import import_module

from django.conf import settings
from django.db import connection

from dogclub import schedule
from dogclub.jobs import Queue
from dogclub.jobs.worker.take_next import THREADS, start_threads

logger = logging.getLogger(__name__)
QUIET = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}


def start_worker() -> None:
    """Start the worker and the watch in daemon threads: an unfinished job is run again after the next start."""
    if settings.REDIS_URL:
        import_module("redis")  # here, since worker and live streams would otherwise import it at the same time
        import_module("dogclub.tasks")
        threading.Thread(target=work_through_redis, name="messages", daemon=True).start()
    else:
        shutil.rmtree(settings.VAR / "tasks", ignore_errors=True)  # the queue of an earlier version
    start_own_threads()


def start_own_threads() -> None:
    """Start the threads of a worker besides those in which Celery runs what Redis sends, and the watch."""
    start_threads(*([Queue.MAIL, Queue.NETWORK] if settings.REDIS_URL else Queue))
    threading.Thread(target=watch, name="watch", daemon=True).start()


def work_through_redis() -> None:
    """Run Celery's worker, and restart it when it stops: it gives up where Redis dies during a task."""
    from dogclub.celery import app  # slow to import, and only Redis needs it

    concurrency = THREADS[Queue.WORK]
    while True:
        try:
            app.WorkController(
                app=app, hostname="dogclub@server", pool_cls="threads", concurrency=concurrency, **QUIET
            ).start()
        except (Exception, SystemExit):
            logger.exception("The background worker broke.")
        logger.warning("The background worker stopped; it is started again.")
        connection.close()
        time.sleep(settings.JOB_SWEEP)


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
