"""The Celery application: through Redis if configured, else through files in var/."""

import os

from celery import Celery

from dogclub.logs import jobs

__all__ = ["app", "jobs"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")

app = Celery("dogclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
