"""Computing a match's chances in the background worker, requested by a queue message without a job row.

If the message is lost, the next request for the match's chances sends another.
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
    """Send the message from another thread, so that a request that writes a score does not wait for the queue."""
    threading.Thread(target=send, args=[match_id], name="chances", daemon=True).start()


def send(match_id: UUID) -> None:
    """Send the message; log it if the queue is unreachable."""
    try:
        import_string(settings.JOB_QUEUE).send_task(TASK, [str(match_id)])
    except (Unreachable, OSError) as error:
        logger.info("The queue is out of reach (%s); chances of match %s come later.", type(error).__name__, match_id)


def run(pk: str) -> None:
    """Compute the chances of the match with this id."""
    compute(UUID(pk))
