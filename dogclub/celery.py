"""The Celery application, whose messages go through Redis (ADR 89)."""

import os
from typing import Any

from celery import Celery
from celery.signals import before_task_publish, task_postrun, task_prerun
from django_guid import clear_guid, get_guid, set_guid
from kombu.transport import redis


class Channel(redis.Channel):
    """A channel that leaves messages alone once its connection is lost, where kombu fails and ends the worker. The rows
    store what is to be done.
    """

    do_restore = False

    def basic_ack(self, delivery_tag: str, *args: Any, **kwargs: Any) -> None:
        """Acknowledge a message, unless its connection was lost."""
        if not self.closed:
            super().basic_ack(delivery_tag, *args, **kwargs)  # type: ignore[no-untyped-call]


class Transport(redis.Transport):
    """The transport of Redis with these channels."""

    Channel: Any = Channel


# Passes the id of a request on to the background tasks it started, so that the log shows both under one id.


HEADER = "dogclub_request"


def set_task_header(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Put the current request id into the headers of a task."""
    number = get_guid()
    if headers is not None and number:
        headers[HEADER] = number


def restore_request_id(task: Any = None, **_: Any) -> None:
    """Set the request id of a task before it runs, or clear it."""
    number = task.request.get(HEADER) if task else None
    if number:
        set_guid(number)
    else:
        clear_guid()


def clear_request_id(**_: Any) -> None:
    """Clear the request id after a task."""
    clear_guid()


before_task_publish.connect(set_task_header)
task_prerun.connect(restore_request_id)
task_postrun.connect(clear_request_id)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")

app = Celery("dogclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
