"""A Celery worker inside the server, so that `./run` needs neither Redis nor a second process.

docs/adr/0006 says why; `serve --no-worker` leaves the work to `celery -A dogclub worker` elsewhere.
"""

import logging
import threading

from dogclub.celery import app

logger = logging.getLogger(__name__)
QUIET = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}


def start_worker() -> threading.Thread:
    # A daemon: what it is doing when the server stops is done again or was mail that can be sent again.
    thread = threading.Thread(target=work, name="background", daemon=True)
    thread.start()
    return thread


def work() -> None:
    try:
        app.WorkController(app=app, hostname="dogclub@server", pool_cls="threads", concurrency=2, **QUIET).start()
    except Exception:
        logger.exception("The background worker stopped; mail waits until Dog Club is started again.")
