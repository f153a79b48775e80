"""The chances of a match by the background worker: asked for with a message, no row waits for it.

A message that is lost is asked for again by whoever looks at the match next.
"""

import logging
import threading
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError as Unreachable

from games.forecasts.compute import compute

TASK = "dogclub.jobs.forecasts.run"
logger = logging.getLogger(__name__)


def request(match_id: UUID) -> None:
    """From a thread of its own: whoever writes a score does not wait for a queue."""
    threading.Thread(target=send, args=[match_id], name="chances", daemon=True).start()


def send(match_id: UUID) -> None:
    try:
        import_string(settings.JOB_QUEUE).send_task(TASK, [str(match_id)])
    except (Unreachable, OSError) as error:
        logger.info("The queue is out of reach (%s); chances of match %s come later.", type(error).__name__, match_id)


def run(pk: str) -> None:
    compute(UUID(pk))
