"""Celery's tasks: a job by its id, the chances of a match, and what recurs, by its name."""

from typing import Any
from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from celery.signals import worker_init, worker_ready

from dogclub import background
from dogclub.background import IN_SERVER
from dogclub.celery import app
from dogclub.jobs import Queue, rebuild
from dogclub.jobs.queue import TASK
from dogclub.jobs.take_next import SHARES, SLOTS, THREADS, run_by_id, start_threads

__all__ = ["forecast_match", "run_job", "run_round"]
app.conf.beat_schedule = background.beat()


def share_threads(sender: Any, **_options: Any) -> None:
    """Divide the threads of this worker, so that no queue waits for another and no club for another."""
    most = max(1, (sender.concurrency - 2) // 2)
    for queue in (Queue.NETWORK, Queue.WORK):
        for _ in range(THREADS[queue] - most):
            SLOTS[queue].acquire(blocking=False)
        SHARES[queue] = max(1, min(SHARES[queue], most - 1))


def start_own(sender: Any, **_options: Any) -> None:
    """Start the thread for what no message comes for; the worker inside a server has it already."""
    if sender.hostname != IN_SERVER:
        start_threads()


def _run(pk: str) -> None:
    run_by_id(UUID(pk), (SoftTimeLimitExceeded,))


worker_init.connect(share_threads)
worker_ready.connect(start_own)
run_job = shared_task(name=TASK)(_run)
run_round = shared_task(name=background.TASK)(background.run)
forecast_match = shared_task(name=rebuild.TASK, acks_late=False)(rebuild.run)
