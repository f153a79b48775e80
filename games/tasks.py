"""What Celery calls; the work itself stands in `games/jobs/`."""

from uuid import UUID

from celery import shared_task

from games.jobs.queue import TASK
from games.jobs.running import run


def run_asked(pk: str) -> None:
    run(UUID(pk))


run_job = shared_task(name=TASK, acks_late=True, reject_on_worker_lost=True)(run_asked)
