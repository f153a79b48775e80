"""The background worker inside the server process, so that `./run` needs neither Redis nor a second process (ADR 6).

Threads run the jobs of each queue, and a watch thread the periodic tasks. With Redis, Celery does both, in threads of
the server; `serve --no-worker` leaves them to `celery -A dogclub worker --beat` in another process.
"""

import logging
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from clubs.accounts.sessions import clear_expired
from dogclub.api.http import endpoint
from dogclub.exchange.imports.review import steps
from dogclub.exchange.readings import keeping as readings
from dogclub.jobs.take_next import clear_away, start_threads
from dogclub.new_members.add import forget_addresses
from dogclub.notify.chat import delivery as chat
from dogclub.notify.push import delivery as push
from dogclub.notify.reminders.delivery import enqueue_due
from dogclub.operations.backup.scheduled import ask_when_due
from dogclub.operations.leftover_files import ask_when_due as ask_for_clean_up
from dogclub.privacy.erasure import erase_due, erase_matches

TASK = "dogclub.schedule.run"
MINUTE = 60
HOUR = 3600


@dataclass
class Round:
    """A periodic task: `do` is called every `every` seconds, first `after` seconds after the start; `last` is the
    monotonic time of the last call.
    """

    name: str
    every: float
    do: Callable[[], object]
    after: float = 0.0
    last: float = 0.0
    begun: float = field(default_factory=time.monotonic)

    def look(self) -> None:
        """Call the task if it is due; the first time as soon as `after` seconds have passed."""
        now = time.monotonic()
        if now - self.begun >= self.after and (now - self.last >= self.every or not self.last):
            self.last = now
            self.do()


def rounds() -> list[Round]:
    """Return all periodic tasks, not yet run."""
    return [
        Round("Clearing away old jobs", HOUR, clear_away),
        Round("Clearing away imports that nobody went on with", HOUR, steps.clear_away),
        Round("Clearing away photos that were read and never saved", HOUR, readings.clear_away),
        Round("Clearing away the keys of repeatable requests", HOUR, endpoint.clear_away),
        Round("Clearing away sessions that ran out", HOUR, clear_expired),
        Round("Removing the addresses of invitations that ran out", HOUR, forget_addresses),
        Round("Asking for a backup", MINUTE, ask_when_due),
        Round("Asking for a clean-up of left-over files", HOUR, ask_for_clean_up, after=5 * MINUTE),
        Round("Asking for reminders that are due", 5 * MINUTE, enqueue_due),
        Round("Asking for notifications that are due", 5 * MINUTE, push.enqueue_due),
        Round("Asking for posts to chats that are due", 5 * MINUTE, chat.enqueue_due),
        Round("Deleting removed matches whose two weeks are over", HOUR, erase_matches),
        Round("Deleting clubs whose week is over", HOUR, erase_due),
    ]


def run(name: str) -> None:
    """Run the periodic task with this name, whether it is due or not. Raise StopIteration if there is none."""
    next(each for each in rounds() if each.name == name).do()


def beat() -> dict[str, dict[str, Any]]:
    """Return the periodic tasks as Celery’s `beat_schedule`: the first time soon after the start, and none late."""
    now = timezone.now()
    return {
        each.name: {
            "task": TASK,
            "args": [each.name],
            "schedule": each.every,
            "last_run_at": now - timedelta(seconds=each.every - each.after),
            "options": {"expires": max(each.every, MINUTE)},
        }
        for each in rounds()
    }


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
    periodic = rounds()
    while True:
        for each in periodic:
            try:
                each.look()
            except Exception:
                logger.exception("%s did not work; it is tried again.", each.name)
        connection.close()
        time.sleep(settings.JOB_SWEEP)
