"""Celery's tasks, and what else a worker of Celery starts."""

from typing import Any

from celery import shared_task
from celery.signals import worker_init, worker_ready

from dogclub.background import start_own_threads
from dogclub.jobs import Queue, rebuild
from dogclub.jobs.worker.queue import TASK, wake
from dogclub.jobs.worker.take_next import SHARES, take_next

__all__ = ["forecast_match", "run_job"]


def leave_a_thread_free(sender: Any, **_: Any) -> None:
    """Leave one thread of this worker to other clubs, where it has more than one."""
    SHARES[Queue.WORK] = max(1, min(SHARES[Queue.WORK], sender.concurrency - 1))


def start_own(**_: Any) -> None:
    """Start the other threads of a separate worker process."""
    start_own_threads()


def _run(_pk: str) -> None:
    wake()
    take_next()


worker_init.connect(leave_a_thread_free)
worker_ready.connect(start_own)
run_job = shared_task(name=TASK)(_run)
forecast_match = shared_task(name=rebuild.TASK)(rebuild.run)
