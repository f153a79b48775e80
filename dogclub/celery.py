"""The Celery application, whose messages go through Redis (ADR 89)."""

import os

from celery import Celery

from dogclub.operations.logs import jobs

__all__ = ["app", "jobs"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")

app = Celery("dogclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
