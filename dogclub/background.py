"""A Celery worker inside the server, so that `./run` needs neither Redis nor a second process.

ADR 6 says why; `serve --no-worker` leaves the work to `celery -A dogclub worker` elsewhere. With either goes a watch
that looks at the rows of jobs, for what no queue will ever say.
"""

import logging
import threading
import time
from importlib import import_module
from typing import Any

from celery.signals import worker_ready
from django.conf import settings
from django.db import connection

from dogclub import schedule
from dogclub.celery import app

logger = logging.getLogger(__name__)
QUIET = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}


def start_worker() -> threading.Thread:
    if settings.REDIS_URL:
        import_module("redis")  # here, or the worker and the live streams do so at once
    # A daemon: what it is doing when the server stops is done again.
    thread = threading.Thread(target=work, name="background", daemon=True)
    thread.start()
    start_watch()
    return thread


def work() -> None:
    """For as long as the server lives: Celery gives up where Redis dies under a task, and nobody else would notice."""
    while True:
        try:
            app.WorkController(app=app, hostname="dogclub@server", pool_cls="threads", concurrency=2, **QUIET).start()
        except (Exception, SystemExit):
            logger.exception("The background worker broke.")
        logger.warning("The background worker stopped; it is started again.")
        time.sleep(settings.JOB_SWEEP)


def start_watch(**_: Any) -> None:
    threading.Thread(target=watch, name="watch", daemon=True).start()


worker_ready.connect(start_watch)  # a worker of its own tells when it is ready


def watch() -> None:
    rounds = schedule.rounds()
    while True:
        for each in rounds:
            try:
                each.look()
            except Exception:
                logger.exception("%s did not work; it is tried again.", each.name)
        connection.close()
        time.sleep(settings.JOB_SWEEP)
