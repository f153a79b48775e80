"""What Celery imports: with a worker of its own begins the watch over the jobs."""

from dogclub.background import start_watch

__all__ = ["start_watch"]
