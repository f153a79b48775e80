"""Celery's tasks, and the watch thread that starts with a separate worker process."""

from celery import shared_task

from dogclub.background import start_watch
from dogclub.jobs import forecasts
from dogclub.jobs.worker.queue import TASK
from dogclub.jobs.worker.take_next import take_next

__all__ = ["forecast_match", "run_job", "start_watch"]


def _run(_pk: str) -> None:
    take_next()


run_job = shared_task(name=TASK)(_run)
forecast_match = shared_task(name=forecasts.TASK)(forecasts.run)
