"""The background worker inside the server process, so that `./run` needs neither Redis nor a second process (ADR 6).

Threads run the jobs of each queue, and a watch thread the periodic tasks of `schedule`. With Redis, Celery does both,
in threads of the server; `serve --no-worker` leaves them to `celery -A dogclub worker --beat` in another process.
"""

import logging
import shutil
import threading
import time
from importlib import import_module

from django.conf import settings
from django.db import connection

from dogclub import schedule
from dogclub.jobs.take_next import start_threads

logger = logging.getLogger(__name__)
IN_SERVER = "dogclub@server"
QUIET = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}


def start_worker() -> None:
    """Start the worker and the watch in daemon threads: an unfinished job is run again after the next start."""
    if settings.REDIS_URL:
        import_module("redis")  # here, since worker and live streams would otherwise import it at the same time
        import_module("dogclub.tasks")
        threading.Thread(target=work_through_redis, name="messages", daemon=True).start()
    else:
        shutil.rmtree(settings.VAR / "tasks", ignore_errors=True)  # the queue of an earlier version
        threading.Thread(target=watch, name="watch", daemon=True).start()
    start_threads()


def work_through_redis() -> None:
    """Run Celery's worker, and restart it when it stops: it gives up where Redis dies during a task."""
    from celery.beat import EmbeddedService  # slow to import, and only Redis needs it

    from dogclub.celery import app

    EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler).start()
    while True:
        try:
            app.WorkController(app=app, hostname=IN_SERVER, pool_cls="threads", **QUIET).start()
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
